// Runs random nodes with partitioned cards and shared devices while they fill up and empty.
// The result of each node must equal the result of an equal node object that is not in the cluster.

import type { Outcome } from '../../../../../src/allocator/evaluate/outcome.js';
import type { WasmKernel } from '../../../../../src/allocator/kernel/solver.js';
import type { Cluster } from '../../../../../src/library/cluster.js';
import { Random } from '../../../../differential/generate/random.js';
import { Counted } from '../../../../support/counted.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../../../../support/objects.js';

type Fields = Readonly<Record<string, unknown>>;

const NAMES = Array.from({ length: 8 }, (_, index) => `n${index}`);

/** A kind of node: the memory of its cards, and the capacity and policy of its shared devices. */
interface Kind {
  readonly memory: number;
  readonly bandwidth: number;
  readonly policy: Fields;
  /** While in use, shared devices consume memory of the card as well. */
  readonly draws: boolean;
}

const randomKind = (random: Random): Kind => ({
  memory: random.integer(2, 6),
  bandwidth: random.integer(4, 10),
  policy: random.pick([{}, { requestPolicy: { default: '2' } }, { requestPolicy: { default: '1', validRange: { min: '1', step: '3' } } }]),
  draws: random.chance(0.5),
});

/** Two cards that are allocated whole or in parts, each with a shared device next to it. */
function devicesOf(name: string, { memory, bandwidth, policy, draws }: Kind): object[] {
  const takes = (card: number, amount: number): Fields => ({
    consumesCounters: [{ counterSet: `card-${card}`, counters: { memory: { value: `${amount}` } } }],
  });
  const cards = [0, 1].flatMap((card) =>
    [4, 2, 2, 1].map((amount, part) => device(`card-${card}-${part}`, { root: card, kind: `k${amount}` }, takes(card, amount))),
  );
  const shared = [0, 1].map((card) => {
    const capacity = { bandwidth: { value: `${bandwidth}`, ...policy } };
    return device(`nic-${card}`, { root: card, kind: 'nic' }, { allowMultipleAllocations: true, capacity, ...(draws && takes(card, 1)) });
  });
  const sharedCounters = [0, 1].map((card) => ({ name: `card-${card}`, counters: { memory: { value: `${memory}` } } }));
  const common = { nodeName: name, pool: { name, resourceSliceCount: 2 } };
  return [slice(`counters-${name}`, [], { ...common, sharedCounters }), slice(`devices-${name}`, [...cards, ...shared], common)];
}

const ofKind = (kind: string): Fields => selectors(`device.attributes["d.example.com"].kind == "${kind}"`);
const nic = (bandwidth: number): Fields => ({ ...ofKind('nic'), capacity: { requests: { bandwidth: `${bandwidth}` } } });

function randomClaims(random: Random, name: string): object[] {
  const constraints = random.pick([[], [{ matchAttribute: 'd.example.com/root' }], [{ distinctAttribute: 'd.example.com/root' }]]);
  const part = ofKind(random.pick(['k4', 'k2', 'k1']));
  const requests = random.pick([
    [request('a', part)],
    [request('a', { ...part, count: random.integer(2, 4) })],
    [request('a', nic(random.integer(1, 4)))],
    [request('a', part), request('b', nic(random.integer(1, 6)))],
    [request('a', { ...nic(2), count: 2 }), request('b', nic(1))],
    [firstAvailable('a', { whole: ofKind('k4'), halves: { ...ofKind('k2'), count: 2 }, shared: nic(1) })],
    [request('a', { count: random.integer(1, 6) })],
    [request('a', { allocationMode: 'All', ...part })],
    [request('a', { adminAccess: true, ...part })],
  ]);
  return [claim(name, requests, { constraints })];
}

/** Returns the result of a call, without the IDs of shares. */
function attempt(call: () => Outcome): string {
  try {
    return JSON.stringify(call(), (key, value) => (key === 'shareID' ? 'some' : value));
  } catch (error) {
    return (error as Error).message;
  }
}

function attemptToTake(cluster: Cluster, claims: object[], name: string): Outcome | undefined {
  try {
    return cluster.allocate({ claims, node: name });
  } catch {
    return undefined;
  }
}

/** Allocates devices on some nodes, and releases others. */
function change(cluster: Cluster, random: Random, held: Map<string, object[]>, turn: number): void {
  for (let index = 0; index < 4; index++) {
    const claims = randomClaims(random, `held-${turn}-${index}`);
    const outcome = attemptToTake(cluster, claims, random.pick(NAMES));
    if (outcome?.kind !== 'allocated') continue;
    cluster.commit(claims as Parameters<Cluster['commit']>[0], outcome);
    held.set(`${turn}-${index}`, claims);
  }
  for (const key of random.some([...held.keys()], 0.2)) {
    cluster.release(held.get(key) as Parameters<Cluster['release']>[0]);
    held.delete(key);
  }
}

/** The rounds of a seed: differences between answers, the number of queried nodes, and the number of searched nodes. */
interface Rounds {
  readonly differences: readonly string[];
  readonly asked: number;
  readonly searched: number;
}

const TURNS = 8;
const QUESTIONS = 4;

/** Repeats queries while devices are allocated and released. */
export function rounds(seed: number, solver: WasmKernel | undefined): Rounds {
  const random = new Random(seed, 11);
  const counted = new Counted(solver);
  const { cluster } = counted;
  const kinds = [randomKind(random), randomKind(random)];
  const admin = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'ns', labels: { 'resource.kubernetes.io/admin-access': 'true' } },
  };
  cluster.apply([deviceClass('any'), admin, ...NAMES.flatMap((name) => [node(name), ...devicesOf(name, random.pick(kinds))])]);
  const held = new Map<string, object[]>();
  const questions = random.times(QUESTIONS, () => randomClaims(random, 'asked'));
  const differences: string[] = [];
  let searched = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [question, claims] of questions.entries()) {
      counted.searched();
      const result = cluster.filter({ claims });
      searched += counted.searched();
      for (const name of NAMES) {
        const [given, alone] = [attempt(() => result.outcome(name)), attempt(() => cluster.allocate({ claims, node: node(name) }))];
        if (given !== alone) differences.push(`seed ${seed}, turn ${turn}, question ${question}, ${name}: ${given}, alone ${alone}`);
      }
    }
    change(cluster, random, held, turn);
    // Afterwards cards may have less than the amount in use.
    if (random.chance(0.3)) cluster.apply(devicesOf(random.pick(NAMES), random.pick(kinds)) as Parameters<Cluster['apply']>[0]);
  }
  return { differences, searched, asked: TURNS * QUESTIONS * NAMES.length };
}
