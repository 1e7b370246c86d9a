// An error of one node or one pod, in each command that answers about many.

import { describe, expect, test } from 'vitest';
import { device, deviceClass, node, request, selectors, slice } from '../../support/objects.js';
import { directoryWith, runProgram } from './run-program.js';

const uid = (object: object, text: string): object => ({
  ...object,
  metadata: { ...(object as { metadata: object }).metadata, uid: text },
});
const stored = (objects: readonly object[]): readonly object[] => objects.map((object, index) => uid(object, `u-${index}`));
const room = { allocatable: { cpu: '8', pods: '10' } };
const template = (name: string, devices: object): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name },
  spec: { spec: { devices } },
});
const pod = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name },
  spec: { containers: [{ name: 'c', image: 'app' }], resourceClaims: [{ name: 'g', resourceClaimTemplateName: name }] },
});
const at = (name: string) => ({ nodeName: name, pool: { name } });
const onA = slice('a', [device('g0', { root: 1, ok: 'y' }), device('g1', { root: 1, ok: 'y' })], at('a'));
const OK = 'device.attributes["d.example.com"].?ok.orValue("") == "y"';
const twins = ['b1', 'b2'].map((name) => slice(name, [device('g0')], { nodeName: 'b', pool: { name: 'b', resourceSliceCount: 2 } }));
const any = (more: object = {}) => ({ requests: [request('r', { deviceClassName: 'any', ...more } as never)] });

const BASE = [node('a', {}, room), node('b', {}, room), deviceClass('any'), deviceClass('good', OK), onA];
const FINE = [template('fine', { requests: [request('r', { deviceClassName: 'good' } as never)] }), pod('fine')];

/** Errors with which allocations of pod `bad` end, by their codes. */
const ERRORS: Readonly<Record<string, readonly object[]>> = {
  'constraint-refuses-all': [
    slice('b', [device('g0', { root: 1 }), device('g1', { root: 2 })], at('b')),
    template('bad', { ...any({ allocationMode: 'All' }), constraints: [{ matchAttribute: 'd.example.com/root' }] }),
  ],
  'cel-runtime-error': [
    slice('b', [device('g0')], at('b')),
    template('bad', any(selectors('device.attributes["d.example.com"].root == 1'))),
  ],
  'cel-compile-error': [template('bad', any(selectors('device.nothing ===')))],
  'pool-incomplete': [
    slice('b', [device('g0')], { nodeName: 'b', pool: { name: 'b', resourceSliceCount: 2 } }),
    template('bad', any({ allocationMode: 'All' })),
  ],
  'pool-invalid': [...twins, template('bad', any({ allocationMode: 'All' }))],
  'too-many-devices': [template('bad', any({ count: 33 }))],
  'empty-selector': [template('bad', any({ selectors: [{}] }))],
  'unsupported-node-selector': [
    slice('s', [device('x')], {
      pool: { name: 's' },
      nodeSelector: {
        nodeSelectorTerms: ['b', 'z'].map((value) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values: [value] }] })),
      },
    }),
    template('bad', any()),
  ],
};

const list = (objects: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: stored(objects) });
const FILES = {
  'shape.json': list([node('t', {}, room), slice('t', [device('g0', { root: 1, ok: 'y' })], at('t'))]),
  'larger.json': list([
    node('t', {}, room),
    slice(
      't',
      ['g0', 'g1', 'g2'].map((name) => device(name)),
      at('t'),
    ),
  ]),
  'none.json': list([deviceClass('another')]),
};

/** Runs a command with the objects as its input. Files among the arguments are made for the test. */
function run(command: readonly string[], objects: readonly object[]) {
  const args = command.map((word) => (word in FILES ? `${directoryWith(FILES)}/${word}` : word));
  return runProgram([...args, '-f', '-', '-o', 'json'], list(objects));
}

interface Command {
  readonly args: readonly string[];
  /** Returns the result of pod `fine`, in short. */
  readonly fine: (json: never) => unknown;
  readonly expected: unknown;
  /** Exit code where pod `bad` has an error. */
  readonly code: number;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  allocate: {
    args: ['allocate'],
    fine: (json: { items: { metadata: { name: string } }[] }) => json.items.map((each) => each.metadata.name),
    expected: ['fine-g'],
    code: 3,
  },
  nodes: {
    args: ['nodes'],
    fine: (json: { pods: { name: string; nodes: { node: string; fits: boolean }[] }[] }) =>
      json.pods
        .find(({ name }) => name === 'fine')
        ?.nodes.filter(({ fits }) => fits)
        .map((each) => each.node),
    expected: ['a'],
    code: 3,
  },
  fit: {
    args: ['fit'],
    fine: (json: { pods: { name: string; count: number }[] }) => json.pods.map(({ name, count }) => [name, count]),
    expected: [['fine', 2]],
    code: 3,
  },
  'fit --node-template': {
    args: ['fit', '--node-template', 'shape.json'],
    fine: (json: { templates: { stillPending: { pod: string }[] }[] }) => json.templates[0]?.stillPending.map((each) => each.pod),
    expected: ['default/bad'],
    code: 1,
  },
  simulate: {
    args: ['simulate', '--room', '3'],
    fine: (json: { stillPending: { pod: string }[] }) => json.stillPending.map((each) => each.pod),
    expected: ['default/bad'],
    code: 1,
  },
  explain: {
    args: ['explain', 'pod/fine'],
    fine: (json: { explanations: { kind: string }[] }) => json.explanations.map(({ kind }) => kind),
    expected: ['allocated'],
    code: 0,
  },
} as never;

describe.each(Object.keys(ERRORS))('error %s of one pod leaves the answer about another one', (code) => {
  const objects = [...BASE, ...(ERRORS[code] ?? []), pod('bad'), ...FINE];

  test.each(Object.entries(COMMANDS))('%s', async (_, { args, fine, expected, code: exit }) => {
    const result = await run(args, objects);
    expect(result.code).toBe(exit);
    expect(fine(JSON.parse(result.out) as never)).toEqual(expected);
  });

  test('inventory and diff', async () => {
    const { code: ofInventory, out } = await run(['inventory'], objects);
    expect([ofInventory, JSON.parse(out).pools.some(({ pool }: { pool: string }) => pool === 'a')]).toEqual([0, true]);
    const { out: changes } = await run(['diff', '--with', 'none.json'], objects);
    expect(JSON.parse(changes)).toMatchObject({ kind: 'complete', pending: 1 });
  });
});

describe('an invalid pool of one node leaves the answers about the others', () => {
  const objects = [...BASE, ...twins, template('bad', any()), pod('bad')];

  test.each([
    [['allocate'], (json: { items: unknown[] }) => json.items.length, 1],
    [['nodes'], (json: { pods: { nodes: { fits: boolean }[] }[] }) => json.pods[0]?.nodes.filter(({ fits }) => fits).length, 1],
    [['fit'], (json: { pods: { count: number; atMost: number }[] }) => [json.pods[0]?.count, json.pods[0]?.atMost], [2, 2]],
    [['fit', '--node-template', 'shape.json'], (json: { templates: { count: number }[] }) => json.templates[0]?.count, 0],
    [['simulate'], (json: { stillPending: unknown[] }) => json.stillPending.length, 0],
    [['explain'], (json: { explanations: { kind: string }[] }) => json.explanations[0]?.kind, 'allocated'],
  ] as const)('%s', async (args, answer, expected) => {
    const { code, out } = await run(args, objects);
    expect(code).toBe(0);
    expect(answer(JSON.parse(out) as never)).toEqual(expected);
  });

  test('nodes are counted beside it where no other node has enough', async () => {
    const three = [...BASE, ...twins, template('bad', any({ count: 3 })), pod('bad')];
    const { code, out } = await run(['fit', '--node-template', 'larger.json'], three);
    expect([code, JSON.parse(out).templates[0]]).toMatchObject([0, { count: 1, stillPending: [] }]);
  });
});

test('a slice whose node selector does not parse is left out of the inventory, and other devices count', async () => {
  const nodeSelector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Near', values: ['x'] }] }] };
  const { code, out } = await run(['inventory'], [...BASE, slice('s', [device('x')], { pool: { name: 's' }, nodeSelector })]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    pools: [{ pool: 'a' }],
    leftOut: [{ pool: 's', why: expect.stringContaining('is invalid') }],
  });
});

test('a table of nodes names its pod where an error ended the answer about another one', async () => {
  const { out } = await runProgram(['nodes', '-f', '-'], list([...BASE, ...FINE, ...(ERRORS['too-many-devices'] as object[]), pod('bad')]));
  expect(out).toMatch(/^FOR +NODE/);
});
