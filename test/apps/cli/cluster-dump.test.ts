import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DUMPED_KINDS, dumpOf, KINDS_OF_SOME_CLUSTERS } from '../../../src/apps/cli/cluster-dump.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { builtInPodTemplates } from '../../../src/core/api/pod-template-table.js';
import { runProgram } from './run-program.js';

/** One line, to be copied whole. */
const DUMP_COMMAND = `${dumpOf(DUMPED_KINDS)} > cluster.json`;
/** A PodTemplate makes no pods by itself. */
const NO_OWNERS = ['PodTemplate'];

test('the command requests every kind that is read, and for the kinds of Kubernetes that make pods', () => {
  const read = Object.keys(decodeObjects([]).places).filter((name) => name !== 'workloads');
  const owners = [...builtInPodTemplates().kinds()].filter(({ isBuiltIn }) => isBuiltIn);
  const kinds = owners.map(({ kind }) => kind).filter((kind) => !NO_OWNERS.includes(kind));
  const wanted = new Set([...read, ...kinds.map((kind) => `${kind}s`)].map((name) => name.toLowerCase()));
  const asked = [...DUMPED_KINDS, ...KINDS_OF_SOME_CLUSTERS].map((name) => name.split('.', 1)[0]);
  expect(asked.sort()).toEqual([...wanted].sort());
});

test('README and help tell the command, and the kinds that only some clusters serve', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const { out } = await runProgram(['help', 'dump']);
  for (const text of [readme, out.replaceAll('\\\n', '')]) {
    expect(text).toContain(`${DUMP_COMMAND}\n`);
    for (const kind of KINDS_OF_SOME_CLUSTERS) expect(text).toContain(kind);
  }
});

test('no page of the docs tells another command for a whole cluster', () => {
  const folder = new URL('../../../docs/', import.meta.url);
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md') && !/^site\b/.test(name));
  const told = pages.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/kubectl get .* > cluster\.json/g) ?? []);
  expect(new Set(told)).toEqual(new Set([DUMP_COMMAND]));
});
