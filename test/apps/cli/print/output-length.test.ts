// Prints answers that repeat long texts of the input. Unlimited, the output would exceed the longest string, or need gigabytes.

import { expect, test } from 'vitest';
import { formatJson } from '../../../../src/apps/cli/print/json.js';
import { formatTable } from '../../../../src/apps/cli/print/table.js';
import { formatYaml, formatYamlDocuments } from '../../../../src/apps/cli/print/yaml.js';
import type { AllocationError } from '../../../../src/core/base/errors.js';
import type { Json } from '../../../../src/core/base/json.js';

const LONG = 'x'.repeat(1 << 20);
const items: readonly Json[] = Array.from({ length: 1000 }, (_, index) => ({ name: `c${index}`, config: [{ [LONG]: LONG }] }));

test.each<[string, () => string]>([
  ['JSON', () => formatJson({ items })],
  ['a YAML document', () => formatYaml({ items })],
  ['YAML documents', () => formatYamlDocuments(items)],
  ['a table', () => formatTable(['A', 'B'], [...items.map(() => ['a', LONG])])],
])('%s that is too long is an error with the next step', (_, format) => {
  const found = ((): unknown => {
    try {
      return format();
    } catch (error) {
      return error;
    }
  })() as AllocationError;
  expect([found.code, found.message]).toEqual([
    'input-too-large',
    'the answer has more than 134217728 characters: name fewer objects, or choose another --output',
  ]);
});

test('a long cell makes no other row long', () => {
  const rows = [...Array.from({ length: 2000 }, (_, index) => [`c${index}`, 'gpu']), [LONG, 'gpu']];
  const lines = formatTable(['CLAIM', 'CLASS'], rows, { hasHeadings: false }).split('\n');
  expect(lines[0]?.length).toBe(600 + '   gpu'.length);
  expect(lines[2000]).toBe(`${LONG}   gpu`);
});
