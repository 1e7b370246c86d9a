import { describe, expect, it } from 'vitest';
import { createAllocator, type KubernetesObjectJson } from '../../../src/index.js';

const GROUP = 'resource.k8s.io/v1';
const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
const deviceClasses = [{ apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'c' }, spec: {} }];

type Attribute = Readonly<Record<string, string | readonly string[]>>;

function sliceOf(attributes: readonly Attribute[]): object {
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const devices = attributes.map((a, index) => ({ name: `d${index}`, attributes: { a } }));
  return {
    apiVersion: GROUP,
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: { driver: 'd.example.com', nodeName: 'n', pool, devices },
  };
}

/** Returns the devices allocated to a claim for two, by each way to call an allocator or a cluster. */
async function picks(
  kind: 'matchAttribute' | 'distinctAttribute',
  attributes: readonly Attribute[],
): Promise<readonly (readonly string[])[]> {
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c', count: 2 } }];
  const constraints = [{ [kind]: 'd.example.com/a' }];
  const claim = {
    apiVersion: GROUP,
    kind: 'ResourceClaim',
    metadata: { name: 'c', namespace: 'ns' },
    spec: { devices: { requests, constraints } },
  };
  const allocator = await createAllocator({ featureGates: { DRAListTypeAttributes: true } });
  const slice = sliceOf(attributes);
  const input = { node, claims: [claim], deviceClasses, resourceSlices: [slice] } as unknown as Parameters<typeof allocator.allocate>[0];
  const cluster = allocator.cluster();
  cluster.apply([node, ...deviceClasses, slice] as KubernetesObjectJson[]);
  const asked = { claims: input.claims, node: 'n' };
  const filtered = cluster.filter({ claims: input.claims }).outcome('n');
  const outcomes = [allocator.allocate(input), await allocator.allocateAsync(input), cluster.allocate(asked), filtered];
  return outcomes.map((outcome) =>
    outcome?.kind === 'allocated' ? (outcome.allocations[0]?.devices.results ?? []).map(({ device }) => device) : [],
  );
}

// Lengths around the limits from which on numbers replace texts, and the cluster does not compare values.
describe.each([4080, 4095, 4096, 4097, 8192, 20_000, 70_000])('texts of %i characters under a constraint', (length) => {
  const text = 'x'.repeat(length);
  const [begun, ended, longer] = [`y${text.slice(1)}`, `${text.slice(1)}y`, `${text}x`];
  const within = `${text.slice(0, length / 2)}y${text.slice(length / 2 + 1)}`;
  const different = [begun, ended, within, longer, text];

  it('match where they are equal, and else not', async () => {
    const all = [...different, ended].map((string) => ({ string }));
    expect(await picks('matchAttribute', all)).toEqual(Array(4).fill(['d1', 'd5']));
    expect(await picks('matchAttribute', all.slice(0, -1))).toEqual(Array(4).fill([]));
    expect(await picks('distinctAttribute', [{ string: text }, { string: text }, { string: within }])).toEqual(Array(4).fill(['d0', 'd2']));
  });

  it('match as items of lists', async () => {
    expect(await picks('matchAttribute', [{ strings: [begun, ended] }, { strings: [text, within] }, { strings: [longer, begun] }])).toEqual(
      Array(4).fill(['d0', 'd2']),
    );
  });

  it('match only with the same type', async () => {
    const version = `1.0.0-${text}`;
    expect(await picks('matchAttribute', [{ string: version }, { version }, { version }])).toEqual(Array(4).fill(['d1', 'd2']));
    expect(await picks('matchAttribute', [{ string: version }, { version }, { string: 'long string 1' }])).toEqual(Array(4).fill([]));
  });
});
