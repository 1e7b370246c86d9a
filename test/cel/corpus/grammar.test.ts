import { expect, it } from 'vitest';
import { declaredFunctions, overloadsOf } from '../../../src/cel/library/declarations.js';
import { ALL_RULES } from './grammar/expression.js';
import { words } from './grammar/words.js';

/** The functions of authorizers, which device expressions cannot reach. */
const OF_AUTHORIZERS: readonly string[] = [
  ...['path', 'group', 'serviceAccount', 'resource', 'subresource', 'namespace', 'fieldSelector', 'labelSelector'],
  ...['check', 'errored', 'error', 'allowed', 'reason'],
];

it('has a rule for each function, so that generated expressions call it', () => {
  const names = declaredFunctions().filter((name) => /^[\w.]+$/.test(name) && overloadsOf(name)?.some(({ declared }) => declared));
  const formats = new Set(words('formatName', '').map((word) => `format.${word}`));
  const texts = ALL_RULES.map(({ text }) => text);
  const isCalled = (name: string): boolean => texts.some((text) => text.includes(`${name}(`)) || formats.has(name);
  expect(names.filter((name) => !isCalled(name))).toEqual(OF_AUTHORIZERS);
});
