import { expect, it } from 'vitest';
import { ClaimUsers } from '../../../src/classic/actors/claim-users.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { inIncrements } from '../../support/increments.js';

it('the pods of a claim are those whose last change named it, in the order in which the pods came', () => {
  const users = new ClaimUsers();
  inOneGo(users.setting('ns/first', []));
  inOneGo(users.setting('ns/second', ['ns/shared']));
  inOneGo(users.setting('ns/first', ['ns/shared', 'ns/own']));
  expect([users.of('ns/shared'), users.of('ns/own'), users.of('ns/other')]).toEqual([['ns/first', 'ns/second'], ['ns/first'], []]);
  inOneGo(users.setting('ns/second', []));
  expect(users.of('ns/shared')).toEqual(['ns/first']);
  inOneGo(users.deleting('ns/first'));
  inOneGo(users.setting('ns/first', ['ns/shared']));
  inOneGo(users.setting('ns/second', ['ns/shared']));
  expect(users.of('ns/shared')).toEqual(['ns/second', 'ns/first']);
});

it('the claims of a pod are recorded and removed in increments', () => {
  const users = new ClaimUsers();
  const claims = Array.from({ length: 50 }, (_, index) => `ns/c${index}`);
  expect(inIncrements(() => users.setting('ns/pod', claims)).pauses).toBe(50);
  expect(inIncrements(() => users.deleting('ns/pod')).pauses).toBe(50);
});
