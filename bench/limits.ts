// How far calls on hostile input overrun `milliseconds: 50`, and how long asynchronous ones hold the event loop, as CPU time of the thread, for the
// calls of an allocator and of a cluster:
// `node scripts/bench.mjs limits [WORD] [RUNS]`; WORD chooses calls or cases by their names.

import { readFileSync } from 'node:fs';
import { AllocationError, type Allocator, type Cluster, createAllocator } from '../src/index.js';

type Call = Parameters<Allocator['allocateAsync']>[0];

const GROUP = 'resource.k8s.io/v1';
const MILLISECONDS = 50;

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(range(count, (index) => [`k${index}`, make(index)]));

function sliceOf(name: string, spec: object): object {
  const pool = { name, generation: 1, resourceSliceCount: 1 };
  return {
    apiVersion: GROUP,
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: 'd.example.com', nodeName: 'n', pool, devices: [{ name: 'd' }], ...spec },
  };
}

const withDevices = (count: number, rest: (index: number) => object = () => ({})): object[] => [
  sliceOf('s', { devices: range(count, (index) => ({ name: `d${index}`, ...rest(index) })) }),
];

const requestOf = (name: string, rest: object = {}): object => ({ name, exactly: { deviceClassName: 'any', ...rest } });
const claimOf = (requests: readonly object[], rest: object = {}): object => ({
  apiVersion: GROUP,
  kind: 'ResourceClaim',
  metadata: { name: 'c', namespace: 'ns' },
  spec: { devices: { requests, ...rest } },
});

function callOf(slices: readonly object[], claims: readonly object[] = [claimOf([requestOf('r')])], rest: object = {}): Call {
  const deviceClasses = [{ apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} }];
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
  return { node, claims, deviceClasses, resourceSlices: slices, ...rest } as Call;
}

const selectorOf = (count: number): object => ({
  nodeSelectorTerms: range(count, (index) => ({ matchExpressions: [{ key: `k${index}`, operator: 'In', values: ['v'] }] })),
});
const EXPENSIVE = '[1,2,3,4,5,6,7,8,9].all(x, [1,2,3,4,5,6,7,8,9].all(y, [1,2,3,4,5,6,7,8].all(z, x + y + z >';

const CASES: Readonly<Record<string, () => Call>> = {
  'one slice with 1,000,000 devices': () => callOf(withDevices(1_000_000)),
  '100,000 slices': () => callOf(range(100_000, (index) => sliceOf(`s${index}`, {}))),
  '20,000 attributes': () => callOf(withDevices(1, () => ({ attributes: named(20_000, (int) => ({ int })) }))),
  '100,000 values under a constraint': () => {
    const slices = withDevices(3, () => ({ attributes: { a: { ints: range(100_000, (int) => int) } } }));
    return callOf(slices, [claimOf([requestOf('r', { count: 2 })], { constraints: [{ matchAttribute: 'd.example.com/a' }] })]);
  },
  '20 slices with 10,000 node selector terms': () =>
    callOf(range(20, (index) => sliceOf(`s${index}`, { nodeName: undefined, nodeSelector: selectorOf(10_000) }))),
  '64 devices with 300 selectors': () => {
    const selectors = range(300, (index) => ({ cel: { expression: `${EXPENSIVE} ${index} - 400)))` } }));
    return callOf(withDevices(64), [claimOf([requestOf('r', { selectors })])]);
  },
  '100,000 tolerations of 5,000 taints': () => {
    const tolerations = range(100_000, (index) => ({ key: `k${index}`, operator: 'Exists' }));
    const slices = withDevices(50, () => ({ taints: range(100, (index) => ({ key: `x${index}`, effect: 'NoSchedule' })) }));
    return callOf(slices, [claimOf([requestOf('r', { tolerations })])]);
  },
  '500 claims with 32 requests of 8 alternatives': () => {
    const firstAvailable = range(8, (index) => ({ name: `s${index}`, deviceClassName: 'any' }));
    const requests = range(32, (index) => ({ name: `r${index}`, firstAvailable }));
    return callOf(
      withDevices(1000),
      range(500, () => claimOf(requests)),
    );
  },
  '3000 constraints over 30 requests': () => {
    const constraints = range(3000, (index) => ({ matchAttribute: `d.example.com/a${index}` }));
    return callOf(withDevices(2000), [
      claimOf(
        range(30, (index) => requestOf(`r${index}`)),
        { constraints },
      ),
    ]);
  },
  '4000 claims': () =>
    callOf(
      withDevices(5000),
      range(4000, () => claimOf([requestOf('r')])),
    ),
  '20,000 valid values on 20 devices': () => {
    const requestPolicy = { default: '1', validValues: range(20_000, (index) => `${index + 1}`) };
    const capacity = { m: { value: '1000000000', requestPolicy } };
    return callOf(
      withDevices(20, () => ({ allowMultipleAllocations: true, capacity })),
      [claimOf([requestOf('r', { capacity: { requests: { m: '999999999' } } })])],
    );
  },
  '20,000 taint rules': () =>
    callOf(withDevices(200), undefined, {
      deviceTaintRules: range(20_000, (index) => ({
        apiVersion: GROUP,
        kind: 'DeviceTaintRule',
        metadata: { name: `t${index}` },
        spec: { deviceSelector: { device: `d${index}` }, taint: { key: 'k', effect: 'NoSchedule' } },
      })),
    }),
  '300,000 devices in use': () =>
    callOf(withDevices(1), undefined, {
      allocated: { devices: range(300_000, (index) => ({ driver: 'd', pool: 'p', device: `d${index}` })) },
    }),
  '500,000 values of parameters': () => {
    const opaque = { driver: 'd', parameters: { a: range(500_000, (index) => index) } };
    return callOf(withDevices(1), [claimOf([requestOf('r')], { config: [{ requests: ['r'], opaque }] })]);
  },
};

/** CPU time of this thread in milliseconds, where the system tells it; else of the process, with its helpers. */
function cpuTime(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Refusals count as answers, and calls that were called off. */
function settled(error: unknown): void {
  if (!(error instanceof AllocationError) && !(error instanceof DOMException)) throw error;
}

/** A call in its two forms, ready to be made with limits; a form that there is not is undefined. */
interface Forms {
  readonly inOneGo?: (limits: { readonly milliseconds: number }) => unknown;
  readonly inTurns: (limits: { readonly milliseconds: number }) => Promise<unknown>;
}

type Objects = Parameters<Cluster['apply']>[0];

function objectsOf({ node, deviceClasses, resourceSlices, deviceTaintRules = [] }: Call): Objects {
  return [node, ...deviceClasses, ...resourceSlices, ...deviceTaintRules] as unknown as Objects;
}

/** A cluster with the objects of a call, of which nobody asked anything yet. */
async function clusterOf(call: Call): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  await cluster.applyAsync(objectsOf(call));
  return cluster;
}

/** Each call with an allocator or cluster of its own, that remembers nothing. */
const CALLS: Readonly<Record<string, (call: Call) => Promise<Forms>>> = {
  allocate: async (call) => {
    const allocator = await createAllocator();
    return {
      inOneGo: (limits) => allocator.allocate({ ...call, limits }),
      inTurns: (limits) => allocator.allocateAsync({ ...call, limits }),
    };
  },
  explain: async (call) => {
    const allocator = await createAllocator();
    return {
      inOneGo: (limits) => allocator.explain({ ...call, limits }),
      inTurns: (limits) => allocator.explainAsync({ ...call, limits }),
    };
  },
  'cluster.allocate': async (call) => {
    const [cluster, input] = [await clusterOf(call), { claims: call.claims, node: 'n' }];
    return {
      inOneGo: (limits) => cluster.allocate({ ...input, limits }),
      inTurns: (limits) => cluster.allocateAsync({ ...input, limits }),
    };
  },
  'cluster.filter': async (call) => {
    const [cluster, { claims }] = [await clusterOf(call), call];
    return { inOneGo: (limits) => cluster.filter({ claims, limits }), inTurns: (limits) => cluster.filterAsync({ claims, limits }) };
  },
  'cluster.explain': async (call) => {
    const [cluster, { claims }] = [await clusterOf(call), call];
    return { inOneGo: (limits) => cluster.explain({ claims, limits }), inTurns: (limits) => cluster.explainAsync({ claims, limits }) };
  },
  'cluster.apply': async (call) => {
    const cluster = (await createAllocator()).cluster();
    return { inTurns: ({ milliseconds }) => cluster.applyAsync(objectsOf(call), { signal: AbortSignal.timeout(milliseconds) }) };
  },
};

async function longestHold({ inTurns }: Forms): Promise<number> {
  let [longest, isOver, last] = [0, false, cpuTime()];
  const turn = (): void => {
    longest = Math.max(longest, cpuTime() - last);
    last = cpuTime();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await inTurns({ milliseconds: 1000 }).catch(settled);
  isOver = true;
  return longest;
}

function overrun({ inOneGo }: Forms): number | undefined {
  if (inOneGo === undefined) return undefined;
  const start = cpuTime();
  try {
    inOneGo({ milliseconds: MILLISECONDS });
  } catch (error) {
    settled(error);
  }
  return Math.max(0, cpuTime() - start - MILLISECONDS);
}

const text = (figures: readonly number[]): string => (figures.length === 0 ? '-' : Math.max(...figures).toFixed(1)).padStart(6);

const [word = '', runs = '5'] = process.argv.slice(2);
for (const [name, make] of Object.entries(CASES)) {
  const call = make();
  for (const [callName, formsOf] of Object.entries(CALLS)) {
    const title = `${name}, ${callName}`;
    if (!title.includes(word)) continue;
    const [holds, overruns]: [number[], number[]] = [[], []];
    for (let run = 0; run < Number(runs); run++) {
      holds.push(await longestHold(await formsOf(call)));
      const over = overrun(await formsOf(call));
      if (over !== undefined) overruns.push(over);
    }
    process.stdout.write(`${title.padEnd(64)} overrun ${text(overruns)} ms   hold of the loop ${text(holds)} ms\n`);
  }
}
