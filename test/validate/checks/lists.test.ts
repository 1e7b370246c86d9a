// Tests lists longer than the API server accepts: neither the object rules nor the rules over the whole input compile their expressions.

import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { SelectorCache } from '../../../src/cel/cache.js';
import { variantOf } from '../../../src/validate/examples.js';
import { validate } from '../../../src/validate/index.js';
import type { Assignments } from '../../../src/validate/rule.js';
import { Expressions } from '../../../src/validate/world/expressions.js';

/** The methods that compile expressions: of the API server, and of the rules over the whole input. */
const compiled = [
  vi.spyOn(SelectorCache.prototype, 'get'),
  vi.spyOn(SelectorCache.prototype, 'derivation'),
  vi.spyOn(Expressions.prototype, 'get'),
  vi.spyOn(Expressions.prototype, 'try'),
];

beforeEach(() => {
  for (const method of compiled) method.mockClear();
});

afterAll(() => {
  for (const method of compiled) method.mockRestore();
});

const EXACTLY = 'spec.devices.requests[0].exactly';
const selectors = (count: number): object[] =>
  Array.from({ length: count }, (_, position) => ({ cel: { expression: `device.driver != "d${position}"` } }));
const derived = (count: number): object[] =>
  Array.from({ length: count }, (_, position) => ({ name: `example.com/a${position}`, expression: `device.driver + "${position}"` }));
const requests = (count: number): object[] =>
  Array.from({ length: count }, (_, position) => ({
    name: `r${position}`,
    exactly: { deviceClassName: 'gpu.example.com', selectors: [{ cel: { expression: `device.driver != "r${position}"` } }] },
  }));

it.each<[kind: string, changes: Assignments, release: string | undefined, length: string]>([
  ['DeviceClass', { 'spec.selectors': selectors(33) }, undefined, 'Too many: 33'],
  ['DeviceClass', { 'spec.selectors': selectors(33) }, '1.35', 'Too many: 33'],
  ['DeviceClass', { 'spec.selectors': selectors(1_001) }, '1.34', 'Too many: 1001'],
  ['ResourceClaim', { [`${EXACTLY}.selectors`]: selectors(33) }, undefined, 'Too many: 33'],
  ['ResourceClaim', { [`${EXACTLY}.selectors`]: selectors(1_001) }, '1.34', 'Too many: 1001'],
  ['ResourceClaim', { 'spec.devices.requests': requests(33) }, undefined, 'Too many: 33'],
  ['ResourceClaim', { [`${EXACTLY}.derivedAttributes`]: derived(1_001) }, undefined, 'Too many: 1001'],
])('no expression is compiled in list %# that is too long', (kind, changes, kubernetesVersion, length) => {
  const class_ = variantOf('DeviceClass', { 'metadata.name': 'other', 'spec.selectors': undefined }) as object;
  const slice = variantOf('ResourceSlice', {}) as object;
  const found = validate([slice, class_, variantOf(kind, changes) as object], kubernetesVersion === undefined ? {} : { kubernetesVersion });
  expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(length));
  for (const method of compiled) expect(method).not.toHaveBeenCalled();
});

it('1.34 judges each selector of a list that is little too long', () => {
  const spec = { 'spec.selectors': [...selectors(33), { cel: { expression: 'x' } }] };
  const found = validate([variantOf('DeviceClass', spec) as object], { kubernetesVersion: '1.34' });
  expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
    'list-length spec.selectors',
    'expression-compiles spec.selectors[33].cel.expression',
  ]);
});

it('claims of a class with too many selectors are not warned of its devices', () => {
  const class_ = variantOf('DeviceClass', { 'spec.selectors': selectors(33) }) as object;
  const claim = variantOf('ResourceClaim', { [`${EXACTLY}.count`]: 2 }) as object;
  const found = validate([variantOf('ResourceSlice', {}) as object, class_, claim]);
  expect(found.map(({ rule }) => rule)).toEqual(['list-length']);
});
