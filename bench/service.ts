// Load test of the service of examples/service on loopback, open loop: each request has a fixed time, independent of earlier requests, and
// its latency counts from that time. Nine clients in ten ask about the README's example. Each of their requests is different, and every
// answer is verified. The tenth client sends hostile bodies. There are three loads: no hostile bodies; hostile bodies; and different
// hostile bodies just below the limits of the event loop.
//
//   npm run bench:service [-- --write]
//   --only peaceful|hostile|sly; --seconds N (20); --rate N (1000): requests per second; --warm-up N (5): seconds before.
//   --one-address: all clients have the same address; --resident: small questions about a resident cluster.
//   --core N: the core of the server (0), while the load uses the other cores.
//
// It also reports the delay of the load itself, which on a busy machine is part of the measured latency.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type HostileRequest, hostileRequests } from '../test/examples/hostile-bodies.js';
import { alignedClaim, CLUSTER, NODE } from '../test/examples/questions.js';
import { slyRequest } from '../test/examples/sly-bodies.js';
import { startService } from '../test/support/service-process.js';
import { thousands } from './measure.js';
import { publish, table } from './page.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    core: { type: 'string', default: '0' },
    resident: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    'one-address': { type: 'boolean', default: false },
    'warm-up': { type: 'string', default: '5' },
  },
});
const seconds = Math.min(120, Number(values.seconds));
const rate = Math.min(5000, Number(values.rate));
const warmUp = Number(values['warm-up']);
/** The loads, and the requests of the tenth client in each. */
const LOADS = {
  peaceful: 'honest questions alone',
  hostile: 'one client in ten is hostile',
  sly: 'one in ten keeps just below the limits',
};
type Load = keyof typeof LOADS;
const TOKEN = 'bench';

/** The devices that aligned claims are allocated, in order. */
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

/** A claim whose requests have a number in their names, by which its answer can be recognized. */
function claimOf(number: number): Claim {
  const claim = structuredClone(alignedClaim(`claim-${number}`)) as Claim;
  for (const each of claim.spec.devices.requests) each.name += `-${number}`;
  for (const each of claim.spec.devices.constraints) each.requests = each.requests.map((name) => `${name}-${number}`);
  return claim;
}

/** Claims that hold the devices of the first pairs. */
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

/** Returns whether an answer belongs to its request. */
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

/** Linux has all of 127.0.0.0/8: there each client has a different address, except with --one-address. */
const hasAddresses = process.platform === 'linux' && !values['one-address'];
const agents = Array.from(
  { length: 10 },
  (_, client) => new Agent({ keepAlive: true, maxSockets: 64, ...(hasAddresses ? { localAddress: `127.0.0.${client + 1}` } : {}) }),
);

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

/** The results of the requests of one kind. */
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

  /** The number of milliseconds within which a share of the requests was answered. */
  at(share: number): string {
    const sorted = this.latencies.toSorted((left, right) => left - right);
    return (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN).toFixed(1);
  }

  spread(): string {
    return `p50 ${this.at(0.5)} ms, p90 ${this.at(0.9)}, p99 ${this.at(0.99)}, p99.9 ${this.at(0.999)}, most ${this.at(1)}`;
  }

  print(name: string): void {
    const statuses = [...this.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    console.log(`${name}: ${this.sent} sent, ${this.latencies.length} answered, ${this.wrong} wrong; ${this.spread()}; ${statuses}`);
  }
}

const hostile = hostileRequests();
/** Each sly request is a new one. */
let slyNumber = 0;

/** The hostile request instead of a question, if any. */
function hostileFor(kind: Load, number: number): HostileRequest | undefined {
  if (kind === 'peaceful' || number % 10 !== 9) return undefined;
  return kind === 'sly' ? slyRequest(slyNumber++) : hostile[Math.floor(number / 10) % hostile.length];
}

interface Tallies {
  readonly late: Tally;
  readonly good: Tally;
  readonly hostile: Tally;
  readonly byName: Map<string, Tally>;
}

const newTallies = (): Tallies => ({ late: new Tally(), good: new Tally(), hostile: new Tally(), byName: new Map() });

/** Sends the requests of some seconds, each at its time. */
async function load(port: number, kind: Load, duration: number, tallies: Tallies): Promise<void> {
  const under = new Set<Promise<void>>();
  const start = performance.now() + 50;
  const count = duration * rate;
  let next = 0;
  const fire = (number: number, intended: number): void => {
    tallies.late.note('', performance.now() - intended, true);
    const client = number % 10;
    const good = questionOf(number);
    const bad = hostileFor(kind, number);
    const ours = bad === undefined ? [tallies.good] : [tallies.hostile, named(tallies.byName, bad.name)];
    for (const tally of ours) tally.sent++;
    const sent =
      bad !== undefined ? send(port, client, bad.path, bad.type, bad.body) : send(port, client, '/allocate', 'application/json', good.body);
    const done = sent.then(
      ({ status, text }) => {
        const time = performance.now() - intended;
        const isRight = bad !== undefined ? bad.statuses.includes(status) : status === 200 && isAnswerTo(number, good.devices, text);
        for (const tally of ours) tally.note(String(status), time, isRight);
      },
      (error: Error & { code?: string }) => {
        for (const tally of ours)
          tally.note(error.code ?? error.message, performance.now() - intended, bad?.statuses.includes(413) === true);
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
// All threads of the load avoid the core of the service.
const others = Array.from({ length: cores }, (_, core) => String(core)).filter((core) => core !== values.core);
if (isApart) execFileSync('taskset', ['-a', '-c', '-p', others.join(), String(process.pid)], { stdio: 'ignore' });

/** Puts a new service under a load, prints the results, and returns its row. */
async function measure(kind: Load): Promise<readonly string[]> {
  console.log(`\n${LOADS[kind]}`);
  const service = await startService(process.cwd(), { CLUSTER_TOKEN: TOKEN }, { before, folder: 'bench/service' });
  try {
    if (values.resident)
      console.log(
        'PUT /cluster',
        (await send(service.port, 0, '/cluster', 'application/json', JSON.stringify({ objects: CLUSTERS[0] }), 'PUT')).text,
      );
    await load(service.port, kind, warmUp, newTallies());
    const tallies = newTallies();
    const cpu = cpuSecondsOf(service.process.pid ?? 0);
    const own = process.cpuUsage();
    const begin = performance.now();
    await load(service.port, kind, seconds, tallies);
    const elapsed = (performance.now() - begin) / 1000;
    const { user, system } = process.cpuUsage(own);
    const after = cpuSecondsOf(service.process.pid ?? 0);
    const share = (from: number, to: number): string => `${((100 * (to - from)) / elapsed).toFixed(0)} %`;
    const loop = share(cpu.loop, after.loop);
    console.log(
      `${rate} requests/s for ${seconds} s; ${share(cpu.all, after.all)} of a core for the service, ${loop} for its event loop, ${((user + system) / 10_000 / elapsed).toFixed(0)} % for the load; load average ${readFileSync('/proc/loadavg', 'utf8').trim()}`,
    );
    console.log(`the load was late by ${tallies.late.spread()}`);
    tallies.good.print('questions');
    if (kind !== 'peaceful') tallies.hostile.print('hostile');
    for (const [name, tally] of tallies.byName) tally.print(`  ${name}`);
    await printMetrics(service.port);
    const { sent, wrong } = tallies.good;
    const refused = tallies.good.statuses.get('503') ?? 0;
    const at = (share: number): string => `${tallies.good.at(share)} ms`;
    return [LOADS[kind], at(0.5), at(0.9), at(0.99), at(0.999), `${refused} of ${thousands(sent)}`, String(wrong - refused), loop];
  } finally {
    await service.stop();
    for (const agent of agents) agent.destroy();
  }
}

async function printMetrics(port: number): Promise<void> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const line of text.split('\n')) if (/^[^#].*(?:moved_to_threads|rejected|interruptions|in_flight )/.test(line)) console.log(line);
}

const rows: (readonly string[])[] = [];
for (const kind of Object.keys(LOADS) as Load[]) if (values.only === undefined || values.only === kind) rows.push(await measure(kind));
publish('service', table(['load', 'p50', 'p90', 'p99', 'p99.9', 'rejected, retry later', 'wrong', 'event loop busy'], rows));

/** CPU time of a process in all its threads, and in its event loop alone. */
function cpuSecondsOf(pid: number): { readonly all: number; readonly loop: number } {
  return { all: secondsIn(`/proc/${pid}/stat`), loop: secondsIn(`/proc/${pid}/task/${pid}/stat`) };
}

function secondsIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
