import { Session } from 'node:inspector';
import { REGISTRY } from './limits/registry.js';
const [callName, inputName, wayName] = process.argv.slice(2) as string[];
const entry: any = Object.values(REGISTRY as any).map((of: any) => of[callName!]).find((x) => x !== undefined);
const ways = entry.ways.filter((w: any) => w.inputs.includes(inputName) && (wayName === undefined || w.name === wayName));
const { prepare } = ways[0].make(inputName);
const forms = await prepare();
const session = new Session(); session.connect();
const post = (m: string, p: any = {}) => new Promise<any>((ok, no) => session.post(m, p, (e: any, r: any) => (e ? no(e) : ok(r))));
await post('Profiler.enable'); await post('Profiler.setSamplingInterval', { interval: 200 }); await post('Profiler.start');
const base = process.hrtime.bigint();
const turns: { s: bigint; e: bigint }[] = [];
let over = false, last = process.hrtime.bigint();
const turn = () => { const now = process.hrtime.bigint(); turns.push({ s: last, e: now }); last = now; if (!over) setImmediate(turn); };
setImmediate(turn);
try { await forms.inTurns!({ milliseconds: 1000 }); } catch (e) { console.log('error', String(e)); }
turn(); over = true;
const { profile } = await post('Profiler.stop');
turns.sort((a, b) => Number(b.e - b.s - (a.e - a.s)));
const byId = new Map<number, any>(profile.nodes.map((n: any) => [n.id, n]));
const parent = new Map<number, number>(); profile.nodes.forEach((n: any) => n.children?.forEach((c: number) => parent.set(c, n.id)));
const at: number[] = []; let t = profile.startTime; profile.timeDeltas.forEach((d: number, i: number) => { t += d; at[i] = t; });
for (const { s, e } of turns.slice(0, 4)) {
  const [from, to] = [Number(s) / 1000, Number(e) / 1000];
  console.log('--- turn', ((to - from) / 1000).toFixed(1), 'ms');
  const self = new Map<string, number>(), tot = new Map<string, number>();
  profile.samples.forEach((id: number, i: number) => { if (at[i]! < from || at[i]! > to) return; const d = profile.timeDeltas[i + 1] ?? 0; const seen = new Set<string>();
    for (let x: number | undefined = id, first = true; x !== undefined; x = parent.get(x), first = false) { const n = byId.get(x).callFrame; const k = `${n.functionName || '(anon)'}:${n.lineNumber}`; if (first) self.set(k, (self.get(k) ?? 0) + d); if (!seen.has(k)) { seen.add(k); tot.set(k, (tot.get(k) ?? 0) + d); } } });
  const show = (m: Map<string, number>) => [...m].sort((a, b) => b[1] - a[1]).slice(0, 22).map(([k, v]) => `${(v / 1000).toFixed(1)} ${k}`).join('\n   ');
  console.log(' total\n   ' + show(tot)); console.log(' self\n   ' + [...self].sort((a,b)=>b[1]-a[1]).slice(0,8).map(([k,v])=>`${(v/1000).toFixed(1)} ${k}`).join('\n   '));
}
process.exit(0);
