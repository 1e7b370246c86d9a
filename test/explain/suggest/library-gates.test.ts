// Suggestions that need gates of this library: each is applied to the submitted claim, which is then allocated.

import { expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { input, solve } from '../../support/allocate.js';
import { claim, device, request, selectors } from '../../support/objects.js';
import { withSuggestion } from '../../support/suggestions.js';

type Question = Parameters<typeof solve>[0];

const gates = { DRAListTypeAttributes: true, XAttributeSemantics: true, XFirstOfDevices: true };
const allocator = await createAllocator({ featureGates: gates });

function texts(question: Question): readonly string[] {
  const { suggestions } = allocator.explain(question);
  for (const suggestion of suggestions)
    expect(solve(withSuggestion(question, suggestion), allocator), suggestion.text).toBeInstanceOf(Array);
  return suggestions.map(({ text }) => text);
}

const rails = (name: string, ...strings: readonly string[]): object => device(name, {}, { attributes: { rail: { strings } } });
const two = [request('r', { count: 2 })];
const matching = (matchSemantics: object): Question =>
  input(two, [rails('a', 'x', 'y', 'z'), rails('b', 'y', 'z', 'w')], {
    constraints: [{ matchAttribute: 'd.example.com/rail', matchSemantics }],
  });

it('want fewer values in common, as many as there are', () => {
  const found = texts(matching({ mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 4 } } }));
  expect(found).toContain('require 2 values in common instead of 4 in the constraint matchAttribute d.example.com/rail');
});

it('compare lists as sets, and take scalars for lists of one', () => {
  const constraint = { matchAttribute: 'd.example.com/rail', semantics: { mode: 'Identical' } };
  const turned = input(two, [rails('a', 'x', 'y'), rails('b', 'y', 'x')], { constraints: [constraint] });
  expect(texts(turned)).toContain('compare lists as sets (listMode) in the constraint matchAttribute d.example.com/rail');
  const scalar = input(two, [rails('a', 'x'), device('b', { rail: 'x' })], { constraints: [constraint] });
  expect(texts(scalar)).toContain(
    'accept scalars as lists of one value (coerceScalarToList) in the constraint matchAttribute d.example.com/rail',
  );
});

it('are about what stands in whole alternatives of a claim', () => {
  const kind = (name: string): ReturnType<typeof selectors> => selectors(`device.attributes["d.example.com"].kind == "${name}"`);
  const alternatives = [
    { requests: [request('big', { ...kind('big'), count: 3 }), request('nic', kind('nic'))] },
    { requests: [request('small', kind('smal'))], constraints: [{ matchAttribute: 'd.example.com/knid' }] },
  ];
  const asked = { ...claim('c', []), spec: { firstOfDevices: alternatives } };
  const devices = [device('a', { kind: 'big' }), device('b', { kind: 'big' }), device('n', { kind: 'nic' })];
  const question = { ...input([], devices), claims: [asked] as never };
  expect(texts(question)[0]).toBe('request 2 devices instead of 3 in request big of alternative 0');
  const other = { ...input([], [device('s', { kind: 'small' })]), claims: [asked] as never };
  expect(texts(other)[0]).toBe(
    'write d.example.com/kind instead of d.example.com/knid as matchAttribute of alternative 1, and write "small" instead of "smal" for kind in the selector of request small of alternative 1',
  );
});
