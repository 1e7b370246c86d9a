// Mutations as text: the result of each step.

import { expect, it, describe as suite } from 'vitest';
import { isAsked, readAnswers, SERVERS } from './answers.mjs';
import { describe, mutated, Raw } from './mutation.mjs';
import { makeCases, parsePath } from './mutations.mjs';

const object = { metadata: { name: 'a', labels: { x: 'y' } }, spec: { items: [{ name: 'i', value: 1 }, { name: 'j' }], texts: ['t'] } };

suite('a mutation', () => {
  it.each([
    [[{ op: 'set', path: ['spec', 'items', 0, 'value'], value: new Raw('1e400') }], '"value":1e400'],
    [[{ op: 'remove', path: ['spec', 'items', 0] }], '"items":[{"name":"j"}]'],
    [[{ op: 'twice', path: ['metadata', 'name'] }], '"metadata":{"name":"a","labels":{"x":"y"},"name":"a"}'],
    [[{ op: 'copy', path: ['spec', 'texts', 0] }], '"texts":["t","t"]'],
    [[{ op: 'fill', path: ['spec', 'texts'], count: 3 }], '"texts":["t0","t1","t2"]'],
    [[{ op: 'fill', path: ['spec', 'items'], count: 2 }], '"items":[{"name":"i0","value":1},{"name":"i1","value":1}]'],
    [[{ op: 'fill', path: ['metadata', 'labels'], count: 2 }], '"labels":{"x0":"y","x1":"y"}'],
    [[{ op: 'rename', path: ['metadata', 'name'], key: 'nam' }], '"metadata":{"nam":"a","labels"'],
  ] as const)('%j', (steps, part) => {
    expect(mutated(object, steps)).toContain(part);
  });

  it('leaves the base as it is, and tells itself in one line', () => {
    const before = JSON.stringify(object);
    mutated(object, [{ op: 'remove', path: ['spec'] }]);
    expect(JSON.stringify(object)).toBe(before);
    expect(describe([{ op: 'set', path: ['metadata', 'labels', 'a/b'], value: '' }])).toBe('set metadata.labels[a/b] = ""');
    expect(parsePath('metadata.labels["a/b"][2].c')).toEqual(['metadata', 'labels', 'a/b', 2, 'c']);
  });
});

suite('the cases', () => {
  const cases = makeCases();

  it('are many, of every kind', () => {
    const kinds = new Set(cases.map(({ kind }) => kind));
    for (const kind of [
      'ResourceClaim',
      'ResourceClaimTemplate',
      'DeviceClass',
      'ResourceSlice',
      'DeviceTaintRule',
      'ResourceQuota',
      'Pod',
      'PodGroup',
    ])
      expect(kinds).toContain(kind);
    expect(cases.length).toBeGreaterThan(10_000);
  });

  it.each(SERVERS.map((server) => [server.name, server] as const))('have the answers of %s', (_, server) => {
    const answers = readAnswers(server);
    const missing = cases.filter((one) => isAsked(server, one) && !answers.has(one.id));
    expect(missing.map(({ base, steps }) => `${base.name}: ${describe(steps)}`)).toEqual([]);
  });
});
