import { expect, it } from 'vitest';
import { Seats } from '../../../src/classic/actors/seats.js';
import { Clock } from '../../../src/classic/clock.js';
import { Store } from '../../../src/classic/store.js';
import { Random } from '../../../src/core/base/random.js';
import { Pauses } from '../../../src/platform/pauses.js';

function newSeats(): Seats {
  const [clock, random] = [new Clock(), new Random(1)];
  const store = new Store(clock, random);
  const shared = { store, clock, random, naming: 'generated', queueingHints: false, pauses: new Pauses() } as const;
  return new Seats({}, { claims: new Map(), ended: new Map() }, shared);
}

const NAMES = ['kubelet', 'resourceclaim-controller', 'scheduler', 'garbage-collector'];

it('a restarted actor is another one, lists everything again, and its work is aborted', () => {
  const seats = newSeats();
  const seat = seats.of('scheduler');
  const { actor, abort } = seat;
  for (const watch of actor.watches) for (const _ of watch.delivering());
  expect(actor.watches.some(({ next }) => next !== undefined)).toBe(false);
  seats.restart(seat);
  expect(abort.signal.aborted).toBe(true);
  expect(seats.of('scheduler').actor).not.toBe(actor);
  expect(seat.actor.watches.every(({ next }) => next === 0)).toBe(true);
});

it('an actor receives all its lists before the next actor has its turn', () => {
  const seats = newSeats();
  const turns: string[] = [];
  for (;;) {
    const { seat, watch } = seats.nextInTurn(seats.choices().filter((choice) => choice.watch !== undefined)) ?? {};
    if (seat === undefined || watch === undefined) break;
    if (turns.at(-1) !== seat.name) turns.push(seat.name);
    for (const _ of watch.delivering());
  }
  expect(turns).toEqual(NAMES);
});

it('names that no actor or watch has are errors', () => {
  const seats = newSeats();
  expect(seats.names).toEqual(NAMES);
  expect(() => seats.of('driver none')).toThrow('actor');
  expect(() => seats.watchOf('scheduler', 'Secret')).toThrow('type');
});
