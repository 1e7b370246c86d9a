// Damaged inputs: the what-if commands answer or report a documented error, and never crash. The mutations are the same in every run.

import { readFileSync } from 'node:fs';
import { load, loadAll } from 'js-yaml';
import { expect, it } from 'vitest';
import { Random } from '../../../src/core/base/random.js';
import { directoryWith, runProgram } from './run-program.js';

type Value = null | string | number | boolean | Value[] | { [key: string]: Value };

const documentsOf = (file: string): Value[] => loadAll(readFileSync(`examples/${file}`, 'utf8')) as Value[];
const CLUSTER = documentsOf('simulate/cluster.yaml');
const GROUP = CLUSTER.slice(0, 4).filter((one) => JSON.stringify(one).includes('node-a'));

/** A command with its files: each is damaged in turn. */
interface Asked {
  readonly files: Readonly<Record<string, Value[]>>;
  readonly command: readonly string[];
}

const TRACE = { 'a.yaml': CLUSTER, 'b.yaml': documentsOf('simulate/trace.yaml') };
const QUEUE = { 'a.yaml': CLUSTER, 'b.yaml': documentsOf('simulate/queue.yaml') };
const NODES = { 'a.yaml': CLUSTER, 'b.yaml': JSON.parse(JSON.stringify(GROUP).replaceAll('node-a', 'new')) as Value[] };
const POOLS = { 'a.yaml': CLUSTER, 'b.yaml': documentsOf('autoscaler/pools.yaml') };
const CLASSIC = { 'a.yaml': documentsOf('classic-dra/cluster.yaml'), 'b.yaml': documentsOf('classic-dra/split.yaml') };
const ASKED: readonly Asked[] = [
  { files: TRACE, command: ['simulate', '--room', '1', '-o', 'html', '-f', 'b.yaml'] },
  { files: QUEUE, command: ['simulate', '--room', '0', '--until', '5m', '--no-validate', '-f', 'b.yaml'] },
  { files: NODES, command: ['fit', '-o', 'json', '--node-template', 'b.yaml'] },
  { files: POOLS, command: ['fit', '--node-template', 'b.yaml', '--no-validate'] },
  { files: { 'a.yaml': CLUSTER }, command: ['fit', '--most', '3'] },
  { files: { 'a.yaml': CLUSTER, 'b.yaml': CLUSTER.slice(2) }, command: ['diff', '-o', 'wide', '--with', 'b.yaml'] },
  { files: { 'a.yaml': CLUSTER }, command: ['explain', '--devices-only', '--no-validate'] },
  { files: CLASSIC, command: ['classic', '-o', 'mermaid', '-f', 'b.yaml'] },
  { files: CLASSIC, command: ['migrate', '-f', 'b.yaml'] },
];

const BAD =
  load(`[null, "", 0, -1, 2147483648, 9007199254740993, 1.5, true, [], {}, [null], [[]], [{}], "<script>", "=cmd()", __proto__, constructor, 1e99s, -5m,
  NaN, "1e999999", 9999999999999999999Gi, a/b/c, "a\\nb", node-a, gpu, Pod, In, NoExecute, All, v1]`) as Value[];

function pathsIn(value: Value, path: readonly string[] = []): readonly (readonly string[])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length === 0 ? [] : [path]), ...inside.flatMap(([key, each]) => pathsIn(each as Value, [...path, key]))];
}

/** Drops a value, puts something else in its place, or doubles it. */
function damage(documents: Value[], random: Random): string {
  const paths = pathsIn(documents);
  const path = paths[random.below(paths.length)] as readonly string[];
  const key = path.at(-1) as string;
  const parent = path.slice(0, -1).reduce((value, step) => (value as Record<string, Value>)[step] as Value, documents as Value) as Record<
    string,
    Value
  >;
  const kind = random.below(4);
  const bad = structuredClone(BAD[random.below(BAD.length)] as Value);
  if (kind === 0 && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (kind === 0) delete parent[key];
  else if (kind === 1 && Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)] as Value));
  else parent[key] = bad;
  return `${kind} ${path.join('.')} ${JSON.stringify(bad)}`;
}

it.each(ASKED.map((asked) => [asked.command.join(' '), asked] as const))('%s', async (_, { files, command }) => {
  const random = new Random(11);
  for (let round = 0; round < 12; round++) {
    const given = structuredClone(files) as Record<string, Value[]>;
    const names = Object.keys(given);
    const what = damage(given[names[random.below(names.length)] as string] as Value[], random);
    const texts = Object.entries(given).map(
      ([name, documents]) => [name, documents.map((one) => JSON.stringify(one ?? null)).join('\n---\n')] as const,
    );
    // One in six ends in the middle.
    const cut = random.below(6) === 0 ? random.below(300) : undefined;
    const directory = directoryWith(Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, cut)])));
    const argv = command.map((word) => (word === 'b.yaml' ? `${directory}/b.yaml` : word));
    const { code, out, err } = await runProgram([...argv, '-f', `${directory}/a.yaml`]);
    expect([0, 1, 3], what).toContain(code);
    if (code === 3 && command[0] !== 'explain') expect(err, what).toContain('error: ');
    expect(`${out}${err}`, what).not.toMatch(/\[object Object\]|\bundefined\b|<script>/);
  }
});
