// Times the reference and us on the same problems, alternately, in one go, and prints both medians, their spread, and the ratio.
//
//   npm run bench:reference [-- --rounds N] [-- --json FILE] [-- WORD...]     scenarios whose name has all words
//
// One node: the reference's time is NewAllocator and Allocate with compiled selectors, ours a prepared claim against a resident
// cluster. Many nodes: one pass, without NewAllocator. Claims were seen before on both sides.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAllocator } from '../../src/index.js';
import { type ReferenceCase, referenceCases } from './cases.js';
import { timeSelectors } from './selectors.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'string' } },
});
const BENCH = join(process.cwd(), 'build/oracle/bench');
const FOLDER = join(process.cwd(), 'build/bench/cases');

interface Report {
  readonly feasible: number;
  readonly newAllocatorNs: { readonly median: number };
  readonly allocatePassNs: { readonly median: number };
}

interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

function askReference(file: string): { readonly nanoseconds: number; readonly feasible: number } {
  const { status, stdout, stderr } = spawnSync(BENCH, ['-runs', '1', '-min-time', '300ms', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`the reference failed: ${stderr}`);
  const report = JSON.parse(stdout) as Report & { readonly nodes: number };
  const setup = report.nodes === 1 ? report.newAllocatorNs.median : 0;
  return { nanoseconds: setup + report.allocatePassNs.median, feasible: report.feasible };
}

/** Our pass over all nodes of a case, and on how many of them the claims fit. */
async function prepareOurs({ nodes, slices, classes, claims, allocatedDevices }: ReferenceCase): Promise<() => number> {
  const cluster = (await createAllocator()).cluster();
  cluster.apply([...nodes, ...slices, ...classes]);
  if (allocatedDevices.length > 0) {
    const results = allocatedDevices.map((device) => ({ request: 'r', ...device }));
    cluster.apply([
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: 'holder' },
        spec: {},
        status: { allocation: { devices: { results } } },
      },
    ]);
  }
  const prepared = cluster.prepare(claims);
  const only = nodes.length === 1 ? (nodes[0] as { metadata: { name: string } }).metadata.name : undefined;
  if (only === undefined) return () => cluster.filter({ claims: prepared }).feasible.length;
  return () => (cluster.allocate({ claims: prepared, node: only }).kind === 'allocated' ? 1 : 0);
}

/** Nanoseconds of one pass, over at least 300 ms. */
function timeOurs(pass: () => unknown): number {
  const start = performance.now();
  let count = 0;
  while (count === 0 || performance.now() - start < 300) {
    pass();
    count++;
  }
  return ((performance.now() - start) * 1e6) / count;
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((left, right) => left - right);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

function print(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${(nanoseconds / 1e6).toFixed(2)} ms`;
  return `${(nanoseconds / 1e3).toFixed(1)} us`;
}

function show({ median, min, max }: Spread): string {
  return `${print(median).padStart(10)} (${print(min)} to ${print(max)})`.padEnd(38);
}

mkdirSync(FOLDER, { recursive: true });
const results: object[] = [];
console.log(`${'scenario'.padEnd(58)}${'reference'.padEnd(38)}${'dra-allocator'.padEnd(38)}ratio`);
for (const [index, problem] of referenceCases()
  .filter(({ id }) => positionals.every((word) => id.includes(word)))
  .entries()) {
  const file = join(FOLDER, `${index}.json`);
  writeFileSync(file, JSON.stringify(problem));
  const pass = await prepareOurs(problem);
  timeOurs(pass);
  const times: { reference: number[]; ours: number[] } = { reference: [], ours: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    const { nanoseconds, feasible } = askReference(file);
    if (feasible !== pass()) throw new Error(`${problem.id}: fits on ${feasible} nodes for the reference, on ${pass()} for us`);
    times.reference.push(nanoseconds);
    times.ours.push(timeOurs(pass));
  }
  const reference = spreadOf(times.reference);
  const ours = spreadOf(times.ours);
  console.log(`${problem.id.padEnd(58)}${show(reference)}${show(ours)}${(reference.median / ours.median).toFixed(2)}x`);
  results.push({ scenario: problem.id, unit: 'ns', reference, ours, ratio: reference.median / ours.median });
}
for (const { name, ...times } of timeSelectors(positionals, Number(values.rounds), timeOurs)) {
  const reference = spreadOf(times.reference);
  const ours = spreadOf(times.ours);
  console.log(`${name.padEnd(58)}${show(reference)}${show(ours)}${(reference.median / ours.median).toFixed(2)}x`);
  results.push({ scenario: name, unit: 'ns', reference, ours, ratio: reference.median / ours.median });
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
