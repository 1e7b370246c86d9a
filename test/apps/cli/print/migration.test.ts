import { expect, test } from 'vitest';
import { formatMigration } from '../../../../src/apps/cli/print/migration.js';
import { readText } from '../../../../src/core/read/read.js';

const note = (object: string, into: number | undefined, path = 'spec') =>
  ({ code: 'count', object, path, message: `of ${object}`, into }) as const;

test('each object stands behind its notes, and those about what nothing stands for are on the way', () => {
  const objects = [{ kind: 'A' }, { kind: 'B' }, { kind: 'C' }];
  const notes = [note('x', undefined), note('b', 1), note('b', 1, ''), note('y', undefined)];
  expect(formatMigration({ objects, notes })).toBe(`kind: A
---
# x, which has no counterpart:
#   spec: of x (count)
# b:
#   spec: of b (count)
#   of b (count)
kind: B
---
kind: C
# y, which has no counterpart:
#   spec: of y (count)
`);
});

test('comments stay on their lines, whatever names are in them', () => {
  const hostile = ['\n- b: c', '\u001b[31m', '\u2028kind: D', '\r\nkind: E'].map((name) => note(name, 0));
  const text = formatMigration({ objects: [{ kind: 'A' }], notes: hostile });
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual(['kind: A', '']);
  expect(readText(text, 'out.yaml').documents.map(({ value }) => value)).toEqual([{ kind: 'A' }]);
});
