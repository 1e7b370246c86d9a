// Our filters and scores are queried what upstream's own tests ask the scheduler's.

import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from './scheduler/left-out.js';
import { type RecordedTest, readRecords } from './scheduler/records.js';
import { replay } from './scheduler/replay.js';

const { header, all, tests } = readRecords();

function isLeftOut({ test }: RecordedTest): boolean {
  return LEFT_OUT.some((entry) => entry.tests.some((place) => covers(place, test)));
}

function covers(place: string, test: string): boolean {
  return place.endsWith('/') ? test.startsWith(place) : test === place;
}

it('has all tests that were recorded', () => {
  expect(all).toBe(header.tests);
  expect(tests.length).toBeGreaterThan(400);
});

const replayed = tests.filter((each) => !isLeftOut(each));

it.each([...new Set(replayed.map(groupOf))])('%s has the answers of the plugins', (group) => {
  const wrong = replayed.filter((each) => groupOf(each) === group).flatMap(wrongAnswers);
  expect(wrong).toEqual([]);
});

/** The Go function that a test is a case of. */
function groupOf({ test }: RecordedTest): string {
  return test.split('/', 2).join('/');
}

function wrongAnswers({ test, records }: RecordedTest): string[] {
  if (records.length === 0) return [`${test}: nothing was recorded`];
  return records.flatMap((recorded) => {
    try {
      replay(recorded);
      return [];
    } catch (error) {
      return [`${test}, ${recorded.call}: ${error instanceof Error ? error.message : error}`];
    }
  });
}

describe('the list of what is left out', () => {
  it('names each test once', () => {
    const places = LEFT_OUT.flatMap((entry) => entry.tests);
    for (const { test } of tests) expect(places.filter((place) => covers(place, test)).length, test).toBeLessThan(2);
  });

  it('has no place without tests, and no test that could be replayed', () => {
    for (const place of LEFT_OUT.flatMap((entry) => entry.tests)) {
      const covered = tests.filter(({ test }) => covers(place, test));
      expect(covered, place).not.toEqual([]);
      for (const each of covered) expect(wrongAnswers(each), each.test).not.toEqual([]);
    }
  });
});
