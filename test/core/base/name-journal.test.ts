import { expect, it } from 'vitest';
import { NameJournal, NameSet } from '../../../src/core/base/name-journal.js';

function setOf(...names: string[]): NameSet {
  const set = new NameSet();
  for (const name of names) set.add(name);
  return set;
}

it('reports whether one of some names changed since a place, whatever marks they share', () => {
  // Some hundred names have but 32 marks.
  const names = Array.from({ length: 300 }, (_, index) => `ns/pod-${index}-gpu`);
  for (const [index, name] of names.entries()) {
    const journal = new NameJournal(256);
    journal.note('ns/before');
    const { end } = journal;
    journal.note(name);
    journal.note(names[(index + 1) % 300] as string);
    const own = [setOf(name), setOf('ns/x', name), setOf('ns/before'), setOf(names[(index + 2) % 300] as string), setOf()];
    expect(own.map((set) => journal.hasAnySince(end, set))).toEqual([true, true, false, false, false]);
    expect(own.map((set) => journal.hasAnySince(journal.end, set))).toEqual([false, false, false, false, false]);
  }
});

it('says that anything may have changed once names are forgotten, or one is not kept', () => {
  const journal = new NameJournal(2);
  const looked = setOf('ns/a');
  journal.note('ns/b');
  const { end } = journal;
  journal.note('ns/c');
  expect(journal.hasAnySince(end, looked)).toBe(false);
  journal.note('ns/d');
  expect([journal.hasAnySince(end, looked), journal.hasAnySince(journal.end, looked)]).toEqual([true, false]);
  const later = journal.end;
  journal.note('x'.repeat(2000));
  expect([journal.hasAnySince(later, looked), journal.hasAnySince(journal.end, looked)]).toEqual([true, false]);
});

it('takes up names that were looked up and that changed since it was asked', () => {
  const journal = new NameJournal(256);
  const looked = setOf('ns/a');
  const { end } = journal;
  journal.note('ns/b');
  expect(journal.hasAnySince(end, looked)).toBe(false);
  looked.add('ns/b');
  expect(journal.hasAnySince(end, looked)).toBe(true);
  journal.note('ns/c');
  expect([journal.hasAnySince(end, setOf('ns/c')), journal.hasAnySince(end, setOf('ns/d'))]).toEqual([true, false]);
});
