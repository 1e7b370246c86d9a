import { describe, expect, it } from 'vitest';
import { checkedShareID, type NewShareID, randomShareID } from '../../../src/allocator/decode/share-id.js';

/** Returns a function that returns these values one after the other, valid or not. */
function giving(...values: readonly unknown[]): NewShareID {
  const left = values.values();
  return (() => left.next().value) as NewShareID;
}

describe('share IDs that a caller gives', () => {
  it('are passed on', () => {
    const next = checkedShareID(giving('a', 'b'));
    expect([next(), next()]).toEqual(['a', 'b']);
  });

  it.each([
    [7, 'found number'],
    [undefined, 'found undefined'],
    [null, 'found null'],
    [{}, 'found object'],
    ['', 'found an empty one'],
  ])('cannot be %j', (value, found) => {
    expect(() => checkedShareID(giving(value))()).toThrow(
      expect.objectContaining({ code: 'invalid-input', path: 'newShareID', message: expect.stringContaining(found) }),
    );
  });

  it('cannot repeat within an outcome, but in another one', () => {
    const constant: NewShareID = () => 'same';
    const next = checkedShareID(constant);
    expect(next()).toBe('same');
    expect(next).toThrow('newShareID: expected a new string at each call, found "same" again');
    expect(checkedShareID(constant)()).toBe('same');
  });

  it('cut what they repeat in messages', () => {
    const next = checkedShareID(() => 'x'.repeat(10_000));
    next();
    expect(next).toThrow(/^.{100,200}$/);
  });
});

describe('random share IDs', () => {
  it('are UUIDs of version 4, each another one', () => {
    const ids = Array.from({ length: 100 }, randomShareID);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
