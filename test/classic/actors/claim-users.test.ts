import { expect, it } from 'vitest';
import { ClaimUsers } from '../../../src/classic/actors/claim-users.js';

it('the pods of a claim are those whose last change named it, in the order in which the pods came', () => {
  const users = new ClaimUsers();
  users.set('ns/first', []);
  users.set('ns/second', ['ns/shared']);
  users.set('ns/first', ['ns/shared', 'ns/own']);
  expect([users.of('ns/shared'), users.of('ns/own'), users.of('ns/other')]).toEqual([['ns/first', 'ns/second'], ['ns/first'], []]);
  users.set('ns/second', []);
  expect(users.of('ns/shared')).toEqual(['ns/first']);
  users.delete('ns/first');
  users.set('ns/first', ['ns/shared']);
  users.set('ns/second', ['ns/shared']);
  expect(users.of('ns/shared')).toEqual(['ns/second', 'ns/first']);
});
