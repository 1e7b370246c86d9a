// Filter passes over many nodes with ten devices each, on both sides: the same claim again, with nodes that changed in between, and new
// claims.

import { accelerators, card, claimFor, DRIVER, nodesWithDevices, nodesWithPools, testClass } from '../../src/harness/objects.js';
import { ATTRIBUTES, SELECTIVE, selector } from '../../src/harness/problems.js';
import { complete } from '../../test/support/filtered.js';
import { type Spread, showRatio, showTime, spreadOf, timeAfter, timeOf, WARM_UP } from '../measure.js';
import { clusterOf, toucher } from '../ours.js';
import { table } from '../page.js';
import { problem, type ReferenceCase } from './cases.js';
import type { Reference } from './go.js';

const DEVICES = 10;
/** A placeholder in selectors for their unique part. */
const FRESH = 'FRESH';

/** One kind of pass: a case, and its claim with a selector that is new each time. */
interface Pass {
  readonly name: string;
  readonly known: ReferenceCase;
  readonly fresh: object;
  /** The last device of each node is allocated. */
  readonly isFull: boolean;
}

function passesOver(nodes: number): Pass[] {
  const objects = nodesWithDevices(nodes, () => accelerators(DEVICES));
  const another = claimFor(selector(`${ATTRIBUTES}.model != "${FRESH}"`));
  const taken = (count: number): ReferenceCase['allocatedDevices'] =>
    Array.from({ length: nodes * count }, (_, index) => deviceAt(Math.floor(index / count), index % count));
  const pass = (name: string, claim: object, fresh: object, more: Partial<ReferenceCase> = {}, own = objects): Pass => {
    return { name, known: problem(name, own, [claim], more), fresh, isFull: name === 'full' };
  };
  const selectiveClass = { ...testClass, spec: selector(SELECTIVE) };
  const match = [{ matchAttribute: `${DRIVER}/numa` }];
  return [
    pass('empty', claimFor({}), another),
    pass('half full', claimFor({}), another, { allocatedDevices: taken(DEVICES / 2) }),
    pass('full', claimFor({}), another, { allocatedDevices: taken(DEVICES) }),
    pass(
      'selector matches nothing',
      claimFor(selector(`${ATTRIBUTES}.model == "none"`)),
      claimFor(selector(`${ATTRIBUTES}.model == "${FRESH}"`)),
    ),
    pass('class with selector on 3 attributes and a capacity', claimFor({}), another, { classes: [selectiveClass] }),
    pass(
      'request with such a selector, count 2, match',
      claimFor({ count: 2, ...selector(SELECTIVE) }, match),
      claimFor({ count: 2, ...selector(`${SELECTIVE} && ${ATTRIBUTES}.model != "${FRESH}"`) }, match),
    ),
    pass(
      'a card of 7 parts and 10 partitions on each node',
      claimFor({}),
      another,
      {},
      nodesWithPools(nodes, () => card(DEVICES, 7)),
    ),
    pass(
      'all devices of a node',
      claimFor({ allocationMode: 'All' }),
      claimFor({ ...selector(`${ATTRIBUTES}.model != "${FRESH}"`), allocationMode: 'All' }),
    ),
  ];
}

function deviceAt(node: number, index: number): ReferenceCase['allocatedDevices'][number] {
  return { driver: DRIVER, pool: `node-${node}`, device: `device-${index}` };
}

const COLUMNS = ['reference', 'unchanged', 'oneNode', 'allNodes', 'referenceFresh', 'fresh', 'referenceCompile', 'compile'] as const;
type Times = Readonly<Record<(typeof COLUMNS)[number], number[]>>;

/** Measures all passes over a number of nodes, the two sides in turn. Returns a table. */
export async function timePasses(reference: Reference, nodes: number, rounds: number, milliseconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const pass of passesOver(nodes)) {
    const times = await timePass(reference, pass, nodes, rounds, milliseconds);
    const median = (column: keyof Times): Spread => spreadOf(times[column]);
    const beside = (ours: keyof Times, theirs: keyof Times): string => {
      return `${showTime(median(ours).median)} (${showRatio(median(theirs).median / median(ours).median)})`;
    };
    rows.push([
      pass.name,
      `${showTime(median('reference').median)} (${showTime(median('reference').min)} to ${showTime(median('reference').max)})`,
      beside('unchanged', 'reference'),
      beside('oneNode', 'reference'),
      beside('allNodes', 'reference'),
      showTime(median('referenceFresh').median),
      beside('fresh', 'referenceFresh'),
      showTime(median('referenceCompile').median),
      showTime(median('compile').median),
    ]);
    console.log(`${nodes} nodes, ${rows.at(-1)?.join(' | ')}`);
  }
  const head = [
    '',
    'reference',
    'again',
    'one node changed',
    'every node changed',
    'reference, new claim',
    'new claim',
    'compile, reference',
    'compile',
  ];
  return table([`${nodes} nodes`, ...head.slice(1)], rows);
}

async function timePass(reference: Reference, pass: Pass, nodes: number, rounds: number, milliseconds: number): Promise<Times> {
  const { known, fresh } = pass;
  // The last device of each node has a separate holder.
  const shared = known.allocatedDevices.filter(({ device }) => device !== `device-${DEVICES - 1}`);
  const { cluster, selectors } = await clusterOf({ ...known, allocatedDevices: shared });
  const touchers = Array.from({ length: nodes }, (_, node) => {
    const holder = { ...claimFor({}), metadata: { namespace: 'default', name: `holder-${node}` } };
    return toucher(cluster, holder, deviceAt(node, DEVICES - 1), pass.isFull);
  });
  const claims = cluster.prepare(known.claims);
  const filter = (): number => complete(cluster.filter({ claims })).feasible.length;
  let turn = 0;
  const touchOne = (): void => touchers[turn++ % nodes]?.();
  const touchAll = (): void => {
    for (const touch of touchers) touch();
  };
  const text = JSON.stringify(fresh);
  let number = 0;
  let compile: number[] = [];
  const renew = (): object => {
    const renewed = JSON.parse(text.replaceAll(FRESH, `${++number}`));
    const begin = performance.now();
    for (const { cel } of renewed.spec.devices.requests[0].exactly.selectors) selectors.get(cel.expression);
    compile.push((performance.now() - begin) * 1e6);
    return renewed;
  };
  const filterNew = (claim: object): number => complete(cluster.filter({ claims: [claim] })).feasible.length;
  const measure = (atLeast: number): number[] => {
    compile = [];
    const times = [timeOf(filter, atLeast), timeAfter(touchOne, filter, atLeast), timeAfter(touchAll, filter, atLeast)];
    return [...times, timeAfter(renew, filterNew, atLeast), spreadOf(compile).median];
  };
  measure(WARM_UP);
  const times: Times = Object.fromEntries(COLUMNS.map((column) => [column, [] as number[]])) as unknown as Times;
  for (let round = 0; round < rounds; round++) {
    await reference.load(known);
    const again = await reference.ask({ do: 'pass', ms: milliseconds });
    await reference.load({ ...known, claims: [fresh] });
    const anew = await reference.ask({ do: 'fresh', ms: milliseconds });
    if (again.feasible !== filter())
      throw new Error(`${pass.name}: fits on ${again.feasible} nodes for the reference, on ${filter()} for us`);
    if (anew.feasible !== filterNew(renew())) throw new Error(`${pass.name}: new claims fit on other nodes`);
    const [unchanged = 0, oneNode = 0, allNodes = 0, ours = 0, compiled = 0] = measure(milliseconds);
    const all = [again.passNs, unchanged, oneNode, allNodes, anew.passNs, ours, anew.compileNs, compiled];
    COLUMNS.forEach((column, index) => times[column].push(all[index] as number));
  }
  return times;
}
