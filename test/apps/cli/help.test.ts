// The help of every command and topic fits a screen, is complete, and its examples work.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_OPTIONS, COMMANDS } from '../../../src/apps/cli/help.js';
import { TOPICS } from '../../../src/apps/cli/help-topics.js';
import { directoryWith, documents, GPU_TEMPLATE, runProgram } from './run-program.js';

const ROOT = new URL('../../../', import.meta.url);
const PAGES = [['--help'], ...COMMANDS.map((command) => [command, '--help']), ...Object.keys(TOPICS).map((topic) => ['help', topic])];

const helpOf = async (...argv: string[]): Promise<string> => (await runProgram(argv)).out;

test.each(PAGES)('%s %s fits a screen of 40 lines and 100 columns', async (...argv) => {
  const { code, out, err } = await runProgram(argv);
  const lines = out.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('the help of the program names all commands and topics', async () => {
  const out = await helpOf('--help');
  for (const name of [...COMMANDS, ...Object.keys(TOPICS)]) expect(out).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'));
});

test('the topic of exit codes has every exit code', async () => {
  const out = await helpOf('help', 'exit-codes');
  for (const exit of [0, 1, 2, 3, 4, 70, 74]) expect(out).toMatch(new RegExp(`^ {2}${exit} {2,4}\\S`, 'm'));
});

describe.each(COMMANDS)('help of %s', (command) => {
  test('describes its options, or names the shared ones', async () => {
    const [out, shared] = [await helpOf(command, '--help'), await helpOf('help', 'options')];
    for (const { name, short } of COMMAND_OPTIONS[command]) {
      if (new RegExp(`^ {2}(?:-\\w, | {4})${name}\\b`, 'm').test(out)) continue;
      expect(shared).toMatch(new RegExp(`^ {2}(?:-\\w, | {4})${name}\\b`, 'm'));
      expect(out).toMatch(new RegExp(`^ {2}.*(?<= )${short ?? name}(?:,|$)`, 'm'));
    }
  });

  test('has a usage, two examples that run, and a page that exists', async () => {
    const out = await helpOf(command, '--help');
    expect(out).toContain(`\nUsage:\n  dra-allocator ${command} `);
    const [, page = '', anchor] = /^Learn more: ([\w/-]+\.md)(?:#([\w-]+))?$/m.exec(out) ?? [];
    expect(existsSync(new URL(page, ROOT))).toBe(true);
    if (anchor !== undefined) expect(readFileSync(new URL(page, ROOT), 'utf8')).toContain(`## \`${anchor}\``);
    const examples = [...out.matchAll(/^ {2}\$ dra-allocator (.*)$/gm)].map(([, line = '']) => line);
    expect(examples).toHaveLength(2);
    const folder = await exampleFolder();
    for (const line of examples) {
      const result = await runProgram(argumentsOf(line, folder));
      expect({ line, ...result }).toMatchObject({ code: expect.toSatisfy((code: number) => code < 2) });
    }
  });
});

/** The words of a command line; those that are files of the folder become paths, and redirections go. */
function argumentsOf(line: string, folder: string): string[] {
  const [command = ''] = line.split(' > ');
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  return words.map((word) => (existsSync(join(folder, word)) ? join(folder, word) : word));
}

const EXAMPLE_CLASS = { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: { selectors: [] } };
const POD_SPEC = {
  resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }],
  containers: [{ name: 'c', image: 'train', resources: { claims: [{ name: 'gpu' }] } }],
};

const nodeNamed = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable: { cpu: '8', memory: '8Gi', pods: '110' } },
});

const sliceOf = (nodeName: string, models: readonly string[], generation = 1): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: { name: `${nodeName}-gpu` },
  spec: {
    driver: 'gpu.example.com',
    nodeName,
    pool: { name: nodeName, generation, resourceSliceCount: 1 },
    devices: models.map((string, index) => ({ name: `gpu-${index}`, attributes: { model: { string } } })),
  },
});

const listOf = (...items: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/** A folder with the files that the examples name. */
async function exampleFolder(): Promise<string> {
  const read = (path: string): string => readFileSync(new URL(`examples/${path}`, ROOT), 'utf8');
  const template = { metadata: { labels: { app: 'train' } }, spec: POD_SPEC };
  const folder = directoryWith({
    'cluster.json': listOf(
      nodeNamed('node-a'),
      nodeNamed('node-b'),
      EXAMPLE_CLASS,
      sliceOf('node-a', ['H100', 'H100']),
      sliceOf('node-b', ['L4']),
    ),
    'train.yaml': documents(
      GPU_TEMPLATE,
      listOf(
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'train-0' }, spec: POD_SPEC },
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'train' },
          spec: { replicas: 1, selector: { matchLabels: template.metadata.labels }, template },
        },
      ),
    ),
    'gpu-node.yaml': listOf(nodeNamed('shape'), sliceOf('shape', ['H100'])),
    'new-slices.yaml': listOf(sliceOf('node-a', ['H100', 'H100', 'H100'], 2)),
    'trace.yaml': '{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: [{at: 1s, cordon: node-a}]}\n',
    'claim.yaml': GPU_TEMPLATE,
    'manifests/class.yaml': listOf(EXAMPLE_CLASS),
    'classic.yaml': documents(read('classic-dra/cluster.yaml'), read('classic-dra/distinct.yaml')),
    'sweep.yaml': `apiVersion: simulate.dra-allocator/v1alpha1
kind: Sweep
clusters: [{name: two, files: [cluster.json]}]
workloads: [{name: cordon, files: [trace.yaml]}]
releases: ["1.37"]
seeds: {from: 1, count: 2}
`,
    'results/README': '',
  });
  const shard = await runProgram([
    'simulate',
    '-f',
    join(folder, 'sweep.yaml'),
    '--shard',
    '0/1',
    '--write',
    join(folder, 'results/0.json'),
  ]);
  expect(shard).toMatchObject({ code: 0 });
  return folder;
}
