// Suggestions for pods that filters keep off, written into files: each of those that are stored as situations lets the pod go somewhere.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directoryWith, type ProgramResult, runProgram } from '../run-program.js';

const folder = new URL('../../../explain/situations/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

const SITUATIONS = [
  'affinity-for-another-model',
  'cordoned-for-a-deployment',
  'fpgas-of-a-device-plugin',
  'host-port-in-use',
  'memory-for-two-containers',
  'node-taint',
  'scheduling-gate',
  'taint-of-a-gpu-pool',
  'too-few-hugepages',
  'too-little-cpu-beside-the-gpu',
  'zone-misspelt',
];

describe.each(SITUATIONS)('%s', (name) => {
  it('is over with each of its suggestions', async () => {
    const cluster = textOf('cluster.yaml');
    const given = textOf(`${name}.yaml`);
    const count = [...textOf(`${name}.txt`).matchAll(/^ {2}\d {2}\S/gm)].length;
    expect(count).toBeGreaterThan(0);
    for (let number = 1; number <= count; number++) {
      const directory = directoryWith({ 'cluster.yaml': cluster, 'own.yaml': given });
      const files = ['own.yaml', 'cluster.yaml'].map((file) => join(directory, file));
      const input = ['-f', files[1] as string, '-f', files[0] as string];
      const apply = (file = ''): Promise<ProgramResult> =>
        runProgram(['explain', ...input, '--apply', file, '--suggestion', String(number)]);
      const own = await apply(files[0]);
      const { err } = own.err.includes('changed ') ? own : await apply(files[1]);
      expect(err, `${number}`).toContain('changed ');
      const after = await runProgram(['explain', ...input]);
      expect([number, after.code, after.out.split('\n')[0]]).toEqual([number, 0, expect.stringContaining(' fits on ')]);
    }
  });
});

it('a pod is deleted only where its suggestion is named', async () => {
  const pod = (name: string, spec: string): string => `kind: Pod\napiVersion: v1\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
  const node = 'kind: Node\napiVersion: v1\nmetadata: {name: one}\nstatus: {allocatable: {cpu: "1", pods: "1"}}\n';
  const text = [
    node,
    pod('old', '{nodeName: one, containers: [{name: c, image: i}]} # it runs'),
    pod('new', '{containers: [{name: c, image: i}]}'),
  ].join('---\n');
  const file = join(directoryWith({ 'own.yaml': text }), 'own.yaml');
  const refused = await runProgram(['explain', '-f', file, '--apply', file]);
  expect(refused.err).toContain('no file is changed: Pod default/old would be deleted: name the suggestion by its number');
  await runProgram(['explain', '-f', file, '--apply', file, '--suggestion', '1']);
  expect(readFileSync(file, 'utf8')).toBe([node, pod('new', '{containers: [{name: c, image: i}]}')].join('---\n'));
});
