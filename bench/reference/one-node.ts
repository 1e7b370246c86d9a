// Problems of one node on both sides: with a resident cluster, and from JSON text.

import { readText } from '../../src/core/read/read.js';
import { accelerators, claimFor, nodesWithDevices } from '../../src/harness/objects.js';
import { createAllocator, type Outcome } from '../../src/index.js';
import { type Spread, showRatio, showSpread, showTime, spreadOf, timeAfter, timeOf, WARM_UP } from '../measure.js';
import { clusterOf, toucher } from '../ours.js';
import { table } from '../page.js';
import { oneNodeCases, problem, type ReferenceCase } from './cases.js';
import type { Reference } from './go.js';

/** Reads the result, which is made on demand. */
function decoded(outcome: Outcome): number {
  return outcome.kind === 'allocated' ? outcome.allocations.length : 0;
}

/** Our calls for the same result. */
const WAYS = ['prepared claim', 'claim objects', 'prepared claim, changed', 'claim objects, changed'] as const;

/** A table of all problems whose name has these words. */
export async function timeOneNode(reference: Reference, words: readonly string[], rounds: number, milliseconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const each of oneNodeCases().filter(({ id }) => words.every((word) => id.includes(word)))) {
    const ways = await waysOf(each);
    await reference.load(each);
    const theirs: number[] = [];
    const ours: number[][] = ways.map(() => []);
    for (const way of ways) way(WARM_UP / 2);
    for (let round = 0; round < rounds; round++) {
      const { passNs, newAllocatorNs } = await reference.ask({ do: 'pass', ms: milliseconds });
      theirs.push(passNs + newAllocatorNs);
      ways.forEach((way, index) => ours[index]?.push(way(milliseconds)));
    }
    const spread = spreadOf(theirs);
    const cells = ours.map((times) => beside(spread, times));
    rows.push([each.id, showSpread(spread), ...cells]);
    console.log(rows.at(-1)?.join(' | '));
  }
  return table(['one node', 'reference', ...WAYS], rows);
}

function beside(theirs: Spread, ours: readonly number[]): string {
  const { median } = spreadOf(ours);
  return `${showTime(median)} (${showRatio(theirs.median / median)})`;
}

/** Each of WAYS as a function that measures it. */
async function waysOf(each: ReferenceCase): Promise<((milliseconds: number) => number)[]> {
  const { cluster } = await clusterOf(each);
  const { name: node } = (each.nodes[0] as { readonly metadata: { readonly name: string } }).metadata;
  const claims = cluster.prepare(each.claims);
  const { kind } = cluster.allocate({ claims, node });
  if (kind !== 'allocated') throw new Error(`${each.id}: expected allocated, got ${kind}`);
  const { driver, pool, devices = [] } = (each.slices[0] as { readonly spec: SliceSpec }).spec;
  const device = { driver, pool: pool.name, device: devices.at(-1)?.name ?? '' };
  const touch = toucher(cluster, { ...claimFor({}), metadata: { namespace: 'default', name: 'holder' } }, device);
  const prepared = (): number => decoded(cluster.allocate({ claims, node }));
  const plain = (): number => decoded(cluster.allocate({ claims: each.claims, node }));
  return [
    (milliseconds) => timeOf(prepared, milliseconds),
    (milliseconds) => timeOf(plain, milliseconds),
    (milliseconds) => timeAfter(touch, prepared, milliseconds),
    (milliseconds) => timeAfter(touch, plain, milliseconds),
  ];
}

interface SliceSpec {
  readonly driver: string;
  readonly pool: { readonly name: string };
  readonly devices?: readonly { readonly name: string }[];
}

/** From JSON text to the result, with everything new except compiled code. */
export async function timeOneShot(reference: Reference, words: readonly string[], rounds: number, milliseconds: number): Promise<string> {
  const allocator = await createAllocator();
  const cases = [
    ...oneNodeCases(),
    ...[32, 128].map((count) => {
      const objects = nodesWithDevices(1, () => accelerators(count)) as { readonly kind: string }[];
      return problem(`one device of ${count}`, objects, [claimFor({})]);
    }),
  ];
  const rows: string[][] = [];
  for (const each of cases.filter(({ id }) => words.every((word) => id.includes(word)))) {
    const text = await reference.load(each);
    const solve = (parse: (text: string) => ReferenceCase): number => {
      const { nodes, claims, classes, slices } = parse(text);
      return decoded(allocator.allocate({ node: nodes[0] as object, claims, deviceClasses: classes, resourceSlices: slices }));
    };
    const parsers = [
      (from: string) => JSON.parse(from) as ReferenceCase,
      (from: string) => readText(from, 'case.json').documents[0]?.value as unknown as ReferenceCase,
    ];
    const ways = parsers.map((parse) => (atLeast: number) => timeOf(() => solve(parse), atLeast));
    const parseOnly = (): number => timeOf(() => JSON.parse(text), milliseconds / 3);
    for (const way of ways) way(WARM_UP);
    const theirs: { readonly all: number[]; readonly decode: number[] } = { all: [], decode: [] };
    const ours: number[][] = ways.map(() => []);
    const parsing: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { oneShotNs, decodeNs } = await reference.ask({ do: 'oneShot', ms: milliseconds });
      theirs.all.push(oneShotNs);
      theirs.decode.push(decodeNs);
      ways.forEach((way, index) => ours[index]?.push(way(milliseconds)));
      parsing.push(parseOnly());
    }
    const spread = spreadOf(theirs.all);
    const parts = [
      showTime(spreadOf(theirs.decode).median),
      ...ours.map((times) => beside(spread, times)),
      showTime(spreadOf(parsing).median),
    ];
    rows.push([each.id, `${Math.round(text.length / 100) / 10} kB`, showSpread(spread), ...parts]);
    console.log(rows.at(-1)?.join(' | '));
  }
  return table(['from JSON text', 'size', 'reference', 'of it decoding', 'with JSON.parse', 'with our reader', 'JSON.parse alone'], rows);
}
