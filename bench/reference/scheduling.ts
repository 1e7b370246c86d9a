// Schedules pods one after the other, as scheduler_perf does. Each pod has a claim for one device from one template. It is placed on the
// best node that it fits, and its claim is committed. All nodes are equally good, so a random one is chosen, the same on both sides.
//
//   npm run bench:scheduling [-- --write] [-- --rounds N] [-- WORD...]     sequences whose name has all words
//
// For each pod the reference does the work of its plugin: NewAllocator, and Allocate on every node. The result is added to the allocated
// devices. The reference is slow, so it is measured only for blocks of pods. The devices of the other pods follow without a search. Both
// sides must allocate the same device for every pod. Seconds are CPU times of all threads of a side.

import { parseArgs } from 'node:util';
import { accelerators, claimFor, nodesWithDevices } from '../../src/harness/objects.js';
import type { PreparedClaims } from '../../src/index.js';
import type { Cluster } from '../../src/library/cluster.js';
import { complete } from '../../test/support/filtered.js';
import { processorSeconds, showRatio, spreadOf, thousands } from '../measure.js';
import { clusterOf } from '../ours.js';
import { publish, table } from '../page.js';
import { problem, type ReferenceCase } from './cases.js';
import { Reference } from './go.js';

const DEVICES = 10;
/** Pods before a measurement. */
const WARM_PODS = 2000;
/** Pods of a steady state without the reference: enough that garbage is collected as often as it is made. */
const MANY_PODS = 100_000;

/** A sequence of pods in the form of the reference, with the blocks in addition. */
interface Sequence {
  readonly name: string;
  readonly nodes: number;
  /** Pods that exist before. */
  readonly standing: number;
  readonly pods: number;
  /** For each new pod the oldest one is removed. */
  readonly steady: boolean;
  /** The number of blocks with pods that are measured with the reference. */
  readonly blocks: number;
  readonly size: number;
}

function sequencesOn(nodes: number, pods: number, blocks: number, size: number): Sequence[] {
  const all = nodes * DEVICES;
  const steady = (name: string, standing: number): Sequence => {
    return { name: `${nodes} nodes, steady, ${name}`, nodes, standing, pods, steady: true, blocks: 1, size: blocks * size };
  };
  return [
    { name: `${nodes} nodes, filled by ${thousands(all)} pods`, nodes, standing: 0, pods: all, steady: false, blocks, size },
    steady('empty', 1),
    steady('half full', all / 2),
    steady('full', all),
  ];
}

/** Chooses one of `count`, as the reference does. */
class Chance {
  #state = 1;

  choose(count: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return (this.#state >>> 8) % count;
  }
}

interface Run {
  readonly podsPerSecond: number;
  readonly digest: number;
}

/** The claim of a pod: prepared, or as objects, whose decoding is timed too. */
type Claims = PreparedClaims | readonly object[];

/** Our side: all pods of a sequence. */
async function runOurs(each: ReferenceCase, { nodes, standing, pods, steady }: Sequence, prepares: boolean): Promise<Run> {
  const { cluster } = await clusterOf(each);
  const objects = Array.from({ length: standing + pods }, (_, pod) => {
    return { ...claimFor({}), metadata: { namespace: 'default', name: `claim-${pod}` } };
  });
  const ordinals = new Map([...names(nodes)].sort().map((name, ordinal) => [name, ordinal]));
  const chance = new Chance();
  const committed: (Claims | undefined)[] = [];
  let digest = 2166136261;
  const place = (pod: number): void => {
    const plain = [objects[pod] as object];
    const claims = prepares ? cluster.prepare(plain) : plain;
    const [node, device] = schedule(cluster, claims, chance);
    committed.push(claims);
    digest = Math.imul(digest ^ ((ordinals.get(node) as number) * 64 + Number(device.slice('device-'.length))), 16777619);
  };
  for (let pod = 0; pod < standing; pod++) place(pod);
  const start = processorSeconds();
  for (let pod = 0; pod < pods; pod++) {
    if (steady) {
      cluster.release(committed[pod] as Claims);
      committed[pod] = undefined;
    }
    place(standing + pod);
  }
  return { podsPerSecond: pods / (processorSeconds() - start), digest: digest >>> 0 };
}

/** Requests a device of the second NUMA node, or else any, so that nodes have different scores. */
function prioritizedClaim(): object {
  const selectors = [{ cel: { expression: 'device.attributes["test-driver.cdi.k8s.io"].numa == 1' } }];
  const firstAvailable = [
    { name: 'near', deviceClassName: 'test-class', selectors },
    { name: 'any', deviceClassName: 'test-class' },
  ];
  return { ...claimFor({}), spec: { devices: { requests: [{ name: 'req-0', firstAvailable }] } } };
}

/** Our side without random choices: claims of one template under different names, on the best node, or the first by name among equals. */
async function runBest(each: ReferenceCase, claim: object, { standing, pods, steady }: Sequence): Promise<number> {
  const { cluster } = await clusterOf(each);
  const template = cluster.prepare([claim]);
  const names = Array.from({ length: standing + pods }, (_, pod) => [{ namespace: 'default', name: `claim-${pod}` }]);
  const committed: (PreparedClaims | undefined)[] = [];
  const place = (pod: number): void => {
    const claims = template.named(names[pod] as { readonly name: string }[]);
    const { best = '', outcome } = complete(cluster.filter({ claims }));
    cluster.commit(claims, outcome(best));
    committed.push(claims);
  };
  for (let pod = 0; pod < standing; pod++) place(pod);
  const start = processorSeconds();
  for (let pod = 0; pod < pods; pod++) {
    if (steady) {
      cluster.release(committed[pod] as PreparedClaims);
      committed[pod] = undefined;
    }
    place(standing + pod);
  }
  return pods / (processorSeconds() - start);
}

/** One pod: filter, best score, outcome, commit. Returns its node and device. */
function schedule(cluster: Cluster, claims: Claims, chance: Chance): readonly [string, string] {
  const { feasible, scores, outcome } = complete(cluster.filter({ claims }));
  let best = -1;
  let count = 0;
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] as number;
    if (score === best) count++;
    else if (score > best) {
      best = score;
      count = 1;
    }
  }
  let wanted = chance.choose(count);
  let place = count === scores.length ? wanted : 0;
  if (count < scores.length) while (scores[place] !== best || wanted-- > 0) place++;
  const node = feasible[place] as string;
  const result = outcome(node);
  cluster.commit(claims, result);
  if (result.kind !== 'allocated') throw new Error(`node ${node} passed the filters, but the allocation on it failed`);
  return [node, result.allocations[0]?.devices.results?.[0]?.device ?? ''];
}

function* names(nodes: number): Generator<string> {
  for (let node = 0; node < nodes; node++) yield `node-${node}`;
}

async function runReference(reference: Reference, { standing, pods, steady, blocks, size }: Sequence): Promise<Run> {
  const starts = Array.from({ length: blocks }, (_, index) => Math.floor(((index + 0.5) * pods) / blocks - size / 2));
  const answer = await reference.ask({ do: 'schedule', schedule: { standing, pods, steady, starts, size } });
  const seconds = answer.blocks.reduce((sum, block) => sum + block.seconds, 0);
  return { podsPerSecond: (blocks * size) / seconds, digest: answer.digest };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});
const reference = new Reference();
const sequences = [...sequencesOn(500, 5000, 8, 8), ...sequencesOn(5000, 20_000, 5, 2)];
const rows: string[][] = [];
for (const sequence of sequences.filter(({ name }) => positionals.every((word) => name.includes(word)))) {
  const { nodes } = sequence;
  const each = problem(sequence.name, nodesWithDevices(nodes, () => accelerators(DEVICES)) as { kind: string }[], [claimFor({})]);
  const runs: { readonly [kind in 'theirs' | 'prepared' | 'plain' | 'best' | 'prioritized']: number[] } = {
    theirs: [],
    prepared: [],
    plain: [],
    best: [],
    prioritized: [],
  };
  for (const prepares of [true, false]) await runOurs(each, { ...sequence, pods: WARM_PODS }, prepares);
  for (const claim of [claimFor({}), prioritizedClaim()]) await runBest(each, claim, { ...sequence, pods: WARM_PODS });
  for (let round = 0; round < Number(values.rounds); round++) {
    await reference.load(each);
    const theirs = await runReference(reference, sequence);
    const prepared = await runOurs(each, sequence, true);
    const plain = await runOurs(each, sequence, false);
    if (prepared.digest !== theirs.digest || plain.digest !== theirs.digest) throw new Error(`${sequence.name}: pods have other devices`);
    runs.theirs.push(theirs.podsPerSecond);
    runs.prepared.push(prepared.podsPerSecond);
    runs.plain.push(plain.podsPerSecond);
    const many = sequence.steady ? { ...sequence, pods: MANY_PODS } : sequence;
    runs.best.push(await runBest(each, claimFor({}), many));
    runs.prioritized.push(await runBest(each, prioritizedClaim(), many));
  }
  const rate = (all: readonly number[]): string => {
    const { median, min, max } = spreadOf(all);
    return `${thousands(median)} (${thousands(min)} to ${thousands(max)})`;
  };
  const ratio = (all: readonly number[]): string => showRatio(spreadOf(all).median / spreadOf(runs.theirs).median);
  const ours = [runs.prepared, runs.plain, runs.best].flatMap((all) => [rate(all), ratio(all)]);
  rows.push([sequence.name, rate(runs.theirs), ...ours, rate(runs.prioritized)]);
  console.log(rows.at(-1)?.join(' | '));
}
reference.end();
publish(
  'scheduling',
  table(
    [
      'pods a second of one core',
      'reference',
      'claim prepared once a pod',
      'ratio',
      'claim objects each call',
      'ratio',
      'one template, `best`',
      'ratio',
      'prioritized list, `best`',
    ],
    rows,
  ),
);
