import { describe, expect, test } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { causeOf } from '../../src/planning/cause.js';
import { type CordonedNodes, causeText, withCordons } from '../../src/planning/cordon-cause.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', resources: { requests: { cpu: '8' } } }] },
};
const cordoned = (name: string, cpu = '8'): object => ({
  ...node(name, {}, { allocatable: { cpu, pods: '10' } }),
  spec: { unschedulable: true },
});
const small = (name: string): object => node(name, {}, { allocatable: { cpu: '4', pods: '10' } });

/** The cause of the pod on these nodes, of which some are cordoned by events. */
function cause(nodes: readonly object[], events: CordonedNodes = new Map()): string {
  const cluster = allocator.cluster();
  cluster.apply(nodes as never);
  const explanation = cluster.explain({ pod } as never);
  const { text, node: name } = withCordons(causeOf(explanation), explanation, events);
  return causeText(text, name);
}

describe('the cause names', () => {
  test('the node that it is about', () => {
    expect(cause([small('a'), small('b')])).toMatch(/^node a: Insufficient cpu/);
  });

  test('a node that is cordoned, with what to do where the input cordoned it', () => {
    expect(cause([cordoned('a')])).toBe('node a is cordoned: uncordon it');
    expect(cause([cordoned('a'), cordoned('b')])).toBe('nodes a and b are cordoned: uncordon one of them');
  });

  test('a node that an event drains or cordons', () => {
    expect(cause([cordoned('a')], new Map([['a', 'drain']]))).toBe('node a is being drained');
    expect(
      cause(
        [cordoned('a'), cordoned('b'), cordoned('c')],
        new Map([
          ['a', 'drain'],
          ['b', 'cordon'],
        ] as const),
      ),
    ).toBe('node a is being drained, node b is cordoned by an event, node c is cordoned: uncordon it');
  });

  test('no node where there is none', () => {
    expect(cause([])).toBe('there is no node');
  });
});
