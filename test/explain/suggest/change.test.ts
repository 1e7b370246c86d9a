import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import type { Json } from '../../../src/core/base/json.js';
import { areInConflict, byTarget, type Change, type Operation, withOperations } from '../../../src/explain/suggest/change.js';
import { claim, request, selectors } from '../../support/objects.js';

const object = decodeResourceClaim(
  claim('c', [request('r', selectors('a && b')), request('q', { count: 2, capacity: { requests: { memory: '1Gi' } } })], {
    constraints: [{ matchAttribute: 'd/a' }, { matchAttribute: 'd/b' }, { matchAttribute: 'd/c' }],
  }) as Json,
  new DecodeContext(),
);

const change = (operation: Operation): Change => ({ target: { kind: 'ResourceClaim', object }, operation });
const remove = (...path: (string | number)[]): Change => change({ op: 'remove', path: ['spec', 'devices', ...path] });
const rewrite = (start: number, end: number): Change =>
  change({
    op: 'rewrite',
    path: ['spec', 'devices', 'requests', 0, 'exactly', 'selectors', 0, 'cel', 'expression'],
    edits: [{ start, end, text: '' }],
  });
const tolerate = (key: string): Change =>
  change({ op: 'append', path: ['spec', 'devices', 'requests', 0, 'exactly', 'tolerations'], value: { key }, json: { key } });

function changed(...changes: Change[]): typeof object {
  const { operations } = byTarget(changes).get(object) as { operations: readonly Operation[] };
  return withOperations(object, operations);
}

describe('changes of an object', () => {
  it('find their places whatever their order', () => {
    const { constraints } = changed(remove('constraints', 0), remove('constraints', 2)).spec.devices;
    expect(constraints).toEqual([object.spec.devices.constraints[1]]);
    const before = JSON.stringify(object.spec.devices.constraints);
    expect(JSON.stringify(object.spec.devices.constraints)).toBe(before);
  });

  it('change fields, lists, entries of maps and parts of texts', () => {
    const count = change({ op: 'replace', path: ['spec', 'devices', 'requests', 1, 'exactly', 'count'], value: 1n, json: 1 });
    const capacity = remove('requests', 1, 'exactly', 'capacity', 'requests', 'memory');
    const [first, second] = changed(rewrite(0, 2), rewrite(2, 5), tolerate('a'), tolerate('b'), count, capacity).spec.devices.requests;
    expect(first?.exactly?.selectors[0]?.cel?.expression).toBe('b');
    expect(first?.exactly?.tolerations).toEqual([{ key: 'a' }, { key: 'b' }]);
    expect(second?.exactly).toMatchObject({ count: 1n, capacity: { requests: new Map() } });
  });

  it.each([
    ['two constraints', remove('constraints', 0), remove('constraints', 1), false],
    ['one constraint twice', remove('constraints', 0), remove('constraints', 0), true],
    ['a request and what is in it', remove('requests', 0), rewrite(0, 2), true],
    ['two parts of a text', rewrite(0, 2), rewrite(2, 5), false],
    ['one part of a text', rewrite(0, 3), rewrite(2, 5), true],
    ['two items for a list', tolerate('a'), tolerate('b'), false],
    ['a request and an item for a list in it', remove('requests', 0), tolerate('a'), true],
  ])('of %s can be made together or not', (_, one, other, expected) => {
    expect(areInConflict([one], [other])).toBe(expected);
    expect(areInConflict([other], [one])).toBe(expected);
  });
});
