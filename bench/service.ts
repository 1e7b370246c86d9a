// The service of examples/service under load on loopback, open loop: each request has its time, whatever became of those before it, and its latency counts from then. Nine clients
// in ten ask about the README's example, each question another one, and every answer is looked at; the tenth sends hostile bodies.
//   --seconds N (20), --rate N (1000): requests in a second; --warm-up N (5): seconds before; --peaceful: nobody is hostile; --resident: small questions about a cluster that stays;
//   --core N: the core of the server (0), the load takes the others. It tells how late it was itself: on a busy machine that is a part of what it measures.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { hostileRequests } from '../test/examples/hostile-bodies.js';
import { alignedClaim, CLUSTER, NODE } from '../test/examples/questions.js';
import { startService } from '../test/support/service-process.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    core: { type: 'string', default: '0' },
    resident: { type: 'boolean', default: false },
    peaceful: { type: 'boolean', default: false },
    'warm-up': { type: 'string', default: '5' },
  },
});
const seconds = Math.min(120, Number(values.seconds));
const rate = Math.min(5000, Number(values.rate));
const warmUp = Number(values['warm-up']);
const TOKEN = 'bench';

/** The devices that aligned claims get one after the other. */
const PAIRS = [
  ['gpu-0', 'pci-0000-10-1b-0'],
  ['gpu-2', 'pci-0000-20-1b-0'],
  ['gpu-4', 'pci-0000-90-1b-0'],
  ['gpu-6', 'pci-0000-a0-1b-0'],
] as const;

type Claim = {
  metadata: { name: string };
  spec: { devices: { requests: { name: string }[]; constraints: { requests: string[] }[] } };
  status?: object;
};

/** A claim whose requests have a number in their names, so that its answer tells whose it is. */
function claimOf(number: number): Claim {
  const claim = structuredClone(alignedClaim(`claim-${number}`)) as Claim;
  for (const each of claim.spec.devices.requests) each.name += `-${number}`;
  for (const each of claim.spec.devices.constraints) each.requests = each.requests.map((name) => `${name}-${number}`);
  return claim;
}

/** Claims that have the devices of the first pairs. */
function heldClaims(count: number): Claim[] {
  return PAIRS.slice(0, count).map(([gpu, card], index) => {
    const results = [
      { request: `gpu-held${index}`, driver: 'gpu.nvidia.com', pool: NODE, device: gpu },
      { request: `efa-held${index}`, driver: 'dra.net', pool: NODE, device: card },
    ];
    const claim = claimOf(0);
    return { ...claim, metadata: { ...claim.metadata, name: `held-${index}` }, status: { allocation: { devices: { results } } } };
  });
}

const CLUSTERS = PAIRS.map((_, held) => [...CLUSTER, ...heldClaims(held)]);

function questionOf(number: number): { readonly body: string; readonly devices: readonly string[] } {
  const held = values.resident ? 0 : number % PAIRS.length;
  const objects = values.resident ? {} : { objects: CLUSTERS[held] };
  return { body: JSON.stringify({ ...objects, claims: [claimOf(number)], node: NODE }), devices: PAIRS[held] as readonly string[] };
}

/** Tells whether an answer is that of its question. */
function isAnswerTo(number: number, devices: readonly string[], text: string): boolean {
  const { kind, allocations } = JSON.parse(text) as {
    kind: string;
    allocations?: { devices: { results: { request: string; device: string }[] } }[];
  };
  const results = allocations?.[0]?.devices.results ?? [];
  return (
    kind === 'allocated' &&
    results.length === 2 &&
    results.every(({ request, device }, index) => request === `${['gpu', 'efa'][index]}-${number}` && device === devices[index])
  );
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 64 }));

function send(port: number, client: number, path: string, type: string, body: string | Uint8Array, method = 'POST'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...(method === 'PUT' ? { authorization: `Bearer ${TOKEN}` } : {}),
    };
    const sent = request({ port, host: '127.0.0.1', agent: agents[client], path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The fates of the requests of one kind. */
class Tally {
  readonly latencies: number[] = [];
  readonly statuses = new Map<string, number>();
  sent = 0;
  wrong = 0;

  note(status: string, milliseconds: number, isRight: boolean): void {
    this.latencies.push(milliseconds);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!isRight) this.wrong++;
  }

  spread(): string {
    const sorted = this.latencies.toSorted((left, right) => left - right);
    const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN).toFixed(1);
    return `p50 ${at(0.5)} ms, p90 ${at(0.9)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, most ${at(1)}`;
  }

  print(name: string): void {
    const statuses = [...this.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    console.log(`${name}: ${this.sent} sent, ${this.latencies.length} answered, ${this.wrong} wrong; ${this.spread()}; ${statuses}`);
  }
}

const hostile = hostileRequests();

/** Sends the requests of some seconds, each at its time. */
async function load(
  port: number,
  duration: number,
  tallies: { readonly late: Tally; readonly good: Tally; readonly hostile: Tally; readonly byName: Map<string, Tally> },
): Promise<void> {
  const under = new Set<Promise<void>>();
  const start = performance.now() + 50;
  const count = duration * rate;
  let next = 0;
  const fire = (number: number, intended: number): void => {
    tallies.late.note('', performance.now() - intended, true);
    const client = number % 10;
    const isHostile = client === 9 && !values.peaceful;
    const bad = hostile[Math.floor(number / 10) % hostile.length] as (typeof hostile)[number];
    const good = questionOf(number);
    const kind = isHostile ? [tallies.hostile, named(tallies.byName, bad.name)] : [tallies.good];
    for (const tally of kind) tally.sent++;
    const sent = isHostile
      ? send(port, client, bad.path, bad.type, bad.body)
      : send(port, client, '/allocate', 'application/json', good.body);
    const done = sent.then(
      ({ status, text }) => {
        const time = performance.now() - intended;
        const isRight = isHostile ? bad.statuses.includes(status) : status === 200 && isAnswerTo(number, good.devices, text);
        for (const tally of kind) tally.note(String(status), time, isRight);
      },
      (error: Error & { code?: string }) => {
        for (const tally of kind)
          tally.note(error.code ?? error.message, performance.now() - intended, isHostile && bad.statuses.includes(413));
      },
    );
    under.add(done);
    done.finally(() => under.delete(done));
  };
  while (next < count) {
    const now = performance.now();
    while (next < count && start + (next * 1000) / rate <= now) {
      fire(next, start + (next * 1000) / rate);
      next++;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.race([Promise.all(under), new Promise((resolve) => setTimeout(resolve, 10_000))]);
}

function named(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? new Tally();
  tallies.set(name, tally);
  return tally;
}

const cores = availableParallelism();
const isApart = process.platform === 'linux' && cores > 1;
const before = isApart ? ['taskset', '-c', values.core] : [];
// The load keeps off the core of the service, with all its threads.
const others = Array.from({ length: cores }, (_, core) => String(core)).filter((core) => core !== values.core);
if (isApart) execFileSync('taskset', ['-a', '-c', '-p', others.join(), String(process.pid)], { stdio: 'ignore' });
const service = await startService(process.cwd(), { CLUSTER_TOKEN: TOKEN }, { before, folder: 'bench/service' });
try {
  if (values.resident)
    console.log(
      'PUT /cluster',
      (await send(service.port, 0, '/cluster', 'application/json', JSON.stringify({ objects: CLUSTERS[0] }), 'PUT')).text,
    );
  await load(service.port, warmUp, { late: new Tally(), good: new Tally(), hostile: new Tally(), byName: new Map() });
  const tallies = { late: new Tally(), good: new Tally(), hostile: new Tally(), byName: new Map<string, Tally>() };
  const cpu = cpuSecondsOf(service.process.pid ?? 0);
  const own = process.cpuUsage();
  const begin = performance.now();
  await load(service.port, seconds, tallies);
  const elapsed = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(own);
  const after = cpuSecondsOf(service.process.pid ?? 0);
  const share = (from: number, to: number): string => ((100 * (to - from)) / elapsed).toFixed(0);
  console.log(
    `${rate} requests/s for ${seconds} s; ${share(cpu.all, after.all)} % of a core for the service, ${share(cpu.loop, after.loop)} % for its event loop, ${((user + system) / 10_000 / elapsed).toFixed(0)} % for the load; load average ${readFileSync('/proc/loadavg', 'utf8').trim()}`,
  );
  console.log(`the load was late by ${tallies.late.spread()}`);
  tallies.good.print('questions');
  tallies.hostile.print('hostile');
  for (const [name, tally] of tallies.byName) tally.print(`  ${name}`);
  const { text } = await new Promise<Reply>((resolve, reject) => {
    request({ port: service.port, host: '127.0.0.1', path: '/metrics' }, async (response) => {
      let all = '';
      response.on('data', (chunk: Buffer) => {
        all += chunk.toString();
      });
      await once(response, 'end');
      resolve({ status: 200, text: all });
    })
      .on('error', reject)
      .end();
  });
  for (const line of text
    .split('\n')
    .filter((each) => /moved_to_threads|rejected|interruptions|in_flight /.test(each) && !each.startsWith('#')))
    console.log(line);
} finally {
  await service.stop();
  for (const agent of agents) agent.destroy();
}

/** Processor time of a process with all its threads, and of its event loop alone. */
function cpuSecondsOf(pid: number): { readonly all: number; readonly loop: number } {
  return { all: secondsIn(`/proc/${pid}/stat`), loop: secondsIn(`/proc/${pid}/task/${pid}/stat`) };
}

function secondsIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
