import { expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.js';

it('reports what changed since a place, in a list of its own', () => {
  const journal = new Journal();
  journal.note(3);
  const { end } = journal;
  journal.note(1);
  journal.note(1);
  expect(journal.since(end)).toEqual([1, 1]);
  journal.since(end)?.push(7);
  expect(journal.since(end)).toEqual([1, 1]);
  expect(journal.since(journal.end)).toEqual([]);
});

it('keeps no names that are longer than those of objects', () => {
  const journal = new Journal<string>();
  Journal.noteName(journal, 'ns/claim');
  const { end } = journal;
  Journal.noteName(journal, 'x'.repeat(2000));
  expect(journal.since(end)).toBeUndefined();
  expect(journal.since(journal.end)).toEqual([]);
});

it('says that anything may have changed to those who missed entries that are forgotten', () => {
  const journal = new Journal();
  journal.note(1);
  const { end } = journal;
  journal.trim(1);
  expect(journal.since(end)).toEqual([]);
  journal.note(2);
  journal.trim(1);
  expect(journal.since(end)).toBeUndefined();
  expect(journal.since(journal.end)).toEqual([]);
  journal.note(4);
  expect(journal.since(end)).toBeUndefined();
});

it('reports whether one of some things may have changed', () => {
  const journal = new Journal<string>();
  journal.note('a');
  const { end } = journal;
  journal.note('b');
  expect([journal.hasAnySince(0, new Set('a')), journal.hasAnySince(end, new Set('a')), journal.hasAnySince(end, new Set('bc'))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(journal.hasAnySince(journal.end, new Set('ab'))).toBe(false);
  journal.noteAll();
  expect(journal.hasAnySince(end, new Set('z'))).toBe(true);
  expect(journal.hasAnySince(journal.end, new Set('z'))).toBe(false);
});
