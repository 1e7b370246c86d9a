import { describe, expect, it } from 'vitest';
import { claims, storageClass, using } from '../../../bench/limits/inputs/volume-pods.js';
import { filterNodes } from '../../../src/library/pods/index.js';

const nodes = Array.from({ length: 300 }, (_, index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } }));
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' }, spec: { containers: [{ name: 'c' }] } };

describe('the time limit of filterNodes', () => {
  it('ends the call, with the nodes that were tested', () => {
    const input = { pod: using(200), nodes, objects: [storageClass(), ...claims(200)] } as unknown as Parameters<typeof filterNodes>[0];
    expect(filterNodes({ ...input, limits: { milliseconds: 0 } })).toMatchObject({
      kind: 'interrupted',
      by: 'milliseconds',
      passingSoFar: [],
    });
    const whole = filterNodes(input);
    expect([whole.kind, whole.passing.length]).toEqual(['complete', 300]);
    expect(filterNodes({ ...input, limits: {} })).toEqual(whole);
  });

  it('does not affect calls that end earlier', () => {
    expect(filterNodes({ pod, nodes, limits: { milliseconds: 60_000 } })).toEqual(filterNodes({ pod, nodes }));
  });

  it('is checked', () => {
    expect(() => filterNodes({ pod, nodes, limits: { steps: 1 } as never })).toThrow('limits');
    expect(() => filterNodes({ pod, nodes, limits: { milliseconds: -1 } })).toThrow('limits.milliseconds');
  });
});
