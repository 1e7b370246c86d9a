// Growth of times on both sides: of a filter pass with the number of nodes, and of hard families with their size. Plots are in docs/pictures/.
// npm run bench:growth [-- --write] [-- --ms N] [-- --part nodes|families]

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plotSvg } from '../../scripts/plots.mjs';
import { HARD_FAMILIES, type HardFamily } from '../../src/harness/hard-families.js';
import { accelerators, claimFor, DRIVER, nodesWithDevices } from '../../src/harness/objects.js';
import { ATTRIBUTES, selector } from '../../src/harness/problems.js';
import { complete } from '../../test/support/filtered.js';
import { showTime, thousands, timeAfter, timeOf, WARM_UP } from '../measure.js';
import { clusterOf, toucher } from '../ours.js';
import { publish, table } from '../page.js';
import { caseOf, problem } from './cases.js';
import { Reference } from './go.js';

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '300' },
    part: { type: 'string', multiple: true, default: ['nodes', 'families'] },
    write: { type: 'boolean', default: false },
  },
});
const milliseconds = Number(values.ms);
const DEVICES = 10;
/** The time limit of the reference. Larger sizes are not tried after it. */
const MOST_MILLISECONDS = 10_000;
const REFERENCE_NODES = 5000;
const SIZES = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

type Points = [number, number][];
const showMark = (nanoseconds: number): string => showTime(nanoseconds).replace(/\.0+ /, ' ');

function save(file: string, plot: Parameters<typeof plotSvg>[0]): string {
  if (values.write) writeFileSync(join(process.cwd(), 'docs/pictures', file), plotSvg(plot));
  return `![${plot.title}](../../docs/pictures/${file})`;
}

/** Nanoseconds of a pass for each node. */
async function growWithNodes(reference: Reference): Promise<string> {
  const lines: Record<'reference' | 'fresh' | 'allNodes' | 'oneNode' | 'again', Points> = {
    reference: [],
    fresh: [],
    allNodes: [],
    oneNode: [],
    again: [],
  };
  const rows: string[][] = [];
  for (const nodes of SIZES) {
    const objects = nodesWithDevices(nodes, () => accelerators(DEVICES));
    const each = problem(`${nodes} nodes`, objects, [claimFor({})]);
    const { cluster } = await clusterOf(each);
    const touchers = Array.from({ length: nodes }, (_, node) => {
      const device = { driver: DRIVER, pool: `node-${node}`, device: `device-${DEVICES - 1}` };
      return toucher(cluster, { ...claimFor({}), metadata: { namespace: 'default', name: `holder-${node}` } }, device);
    });
    const claims = cluster.prepare(each.claims);
    const filter = (): number => complete(cluster.filter({ claims })).feasible.length;
    let turn = 0;
    const fresh = (): object => claimFor(selector(`${ATTRIBUTES}.model != "${turn++}"`));
    const ways = {
      fresh: (atLeast: number) => timeAfter(fresh, (claim) => complete(cluster.filter({ claims: [claim] })).feasible.length, atLeast),
      allNodes: (atLeast: number) => {
        const touchAll = (): void => {
          for (const touch of touchers) touch();
        };
        return timeAfter(touchAll, filter, atLeast);
      },
      oneNode: (atLeast: number) => timeAfter(() => touchers[turn++ % nodes]?.(), filter, atLeast),
      again: (atLeast: number) => timeOf(filter, atLeast),
    };
    for (const [name, way] of Object.entries(ways)) {
      way(WARM_UP);
      lines[name as keyof typeof ways].push([nodes, way(milliseconds) / nodes]);
    }
    if (nodes <= REFERENCE_NODES) {
      await reference.load(each);
      const { passNs } = await reference.ask({ do: 'pass', ms: milliseconds });
      lines.reference.push([nodes, passNs / nodes]);
    }
    const cells = Object.values(lines).map((points) => points.find(([at]) => at === nodes)?.[1]);
    rows.push([thousands(nodes), ...cells.map((time) => (time === undefined ? '' : showTime(time)))]);
    console.log(rows.at(-1)?.join(' | '));
  }
  const words = {
    reference: 'reference',
    fresh: 'claim never seen',
    allNodes: 'every node changed',
    oneNode: 'one node changed',
    again: 'nothing changed',
  };
  const plot = save('filter-growth.svg', {
    title: 'Filter pass over n nodes x 10 devices: time per node',
    x: { label: 'nodes', show: thousands },
    y: { label: 'time per node', show: showMark },
    lines: Object.entries(lines).map(([name, points], color) => ({ name: words[name as keyof typeof words], points, color })),
  });
  return `${table(['nodes, time per node', ...Object.values(words)], rows)}\n\n${plot}`;
}

/** Nanoseconds of one problem by its size, on both sides. */
async function growFamily(reference: Reference, { sizes, make }: HardFamily): Promise<{ theirs: Points; ours: Points; stopped?: number }> {
  const theirs: Points = [];
  const ours: Points = [];
  let stopped: number | undefined;
  for (const size of sizes) {
    const each = caseOf(make(size));
    const { cluster } = await clusterOf(each);
    const { devices } = (each.slices[0] as { readonly spec: { readonly devices: readonly { readonly name: string }[] } }).spec;
    const device = { driver: DRIVER, pool: 'node-0', device: devices[0]?.name ?? '' };
    const touch = toucher(cluster, { ...claimFor({}), metadata: { namespace: 'default', name: 'holder' } }, device);
    const claims = cluster.prepare(each.claims);
    const allocate = (): void => {
      if (cluster.allocate({ claims, node: 'node-0' }).kind !== 'unallocatable') throw new Error('expected that it does not fit');
    };
    timeAfter(touch, allocate, WARM_UP / 2);
    ours.push([size, timeAfter(touch, allocate, milliseconds / 3)]);
    if (stopped !== undefined) continue;
    await reference.load(each);
    const { newAllocatorNs, passNs, timeout = false } = await reference.ask({ do: 'long', ms: MOST_MILLISECONDS });
    if (timeout) stopped = size;
    else theirs.push([size, newAllocatorNs + passNs]);
    console.log(`${each.id} ${size}: ${timeout ? 'stopped' : showTime(newAllocatorNs + passNs)}, ours ${showTime(ours.at(-1)?.[1] ?? 0)}`);
  }
  return { theirs, ours, ...(stopped === undefined ? {} : { stopped }) };
}

async function growFamilies(reference: Reference): Promise<string> {
  const lines: Parameters<typeof plotSvg>[0]['lines'][number][] = [];
  const rows: string[][] = [];
  for (const [color, family] of HARD_FAMILIES.entries()) {
    const { theirs, ours, stopped } = await growFamily(reference, family);
    lines.push(
      { name: `reference: ${family.size}`, points: theirs, color },
      { name: `ours: ${family.size}`, points: ours, color, dashes: 1 },
    );
    const [size, time] = theirs.at(-1) ?? [0, 0];
    const worst = ours.reduce((most, [, each]) => Math.max(most, each), 0);
    rows.push([
      family.name,
      `${showTime(time)} at ${size}`,
      stopped === undefined ? 'none' : `${stopped}`,
      `${showTime(ours.find(([at]) => at === size)?.[1] ?? 0)} at ${size}`,
      `${showTime(ours.at(-1)?.[1] ?? 0)} at ${family.sizes.at(-1)}`,
      showTime(worst),
    ]);
  }
  const plot = save('hard-families.svg', {
    title: 'Hard families: time to the answer that nothing fits',
    x: { label: 'size of the problem', show: thousands, linear: true },
    y: { label: 'time', show: showMark },
    lines,
  });
  const head = [
    'hard family',
    'reference, last size within 10 s',
    'stopped at',
    'dra-allocator there',
    'at the limit of a claim',
    'slowest of all sizes',
  ];
  return `${table(head, rows)}\n\n${plot}`;
}

const reference = new Reference();
const sections: string[] = [];
if (values.part.includes('nodes')) sections.push(await growWithNodes(reference));
if (values.part.includes('families')) sections.push(await growFamilies(reference));
reference.end();
publish('growth', sections.join('\n\n'));
