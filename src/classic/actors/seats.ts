// The seats of the actors of a simulation. After a restart, a new actor occupies the seat. Finds the next steps of the actors.

import { oneOf } from '../../core/base/arguments.js';
import { ApiClient } from '../api-client.js';
import type { Driver, DriverFactory } from '../driver.js';
import type { Watch } from '../informer.js';
import type { Actor, Surroundings } from './actor.js';
import { DriverController } from './driver-controller.js';
import { GarbageCollector } from './garbage-collector.js';
import { Kubelet, type NodeState } from './kubelet.js';
import { ResourceClaimController } from './resource-claim-controller.js';
import { Scheduler } from './scheduler.js';

/** A running actor, and the function that creates its successor after a restart. */
export interface Seat {
  readonly name: string;
  readonly make: (world: Surroundings) => Actor;
  actor: Actor;
  client: ApiClient;
  abort: AbortController;
}

/** Something that can happen now. */
export interface Choice {
  readonly seat: Seat;
  /** Undefined if the actor works. */
  readonly watch: Watch | undefined;
}

/** The surroundings that all actors share. */
type Shared = Omit<Surroundings, 'client' | 'signal'>;

/** All actors of a simulation, in the order of their turns. */
export class Seats {
  readonly #shared: Shared;
  readonly #seats: readonly Seat[];
  #turn = 0;

  constructor(drivers: Readonly<Record<string, DriverFactory>>, nodeState: NodeState, shared: Shared) {
    this.#shared = shared;
    this.#seats = makersOf(drivers, nodeState).map(([name, make]) => this.#seated(name, make));
  }

  get names(): readonly string[] {
    return this.#seats.map(({ name }) => name);
  }

  /** The actors that run now. */
  get actors(): readonly Actor[] {
    return this.#seats.map(({ actor }) => actor);
  }

  /** Throws AllocationError if no actor has the name. */
  of(name: string): Seat {
    oneOf(this.names)(name, 'actor');
    return this.#seats.find((each) => each.name === name) as Seat;
  }

  /** The watch of an actor for a type. Throws AllocationError if it has none. */
  watchOf(actor: string, type: string): Watch {
    const { watches } = this.of(actor).actor;
    oneOf(watches.map((each) => each.type))(type, 'type');
    return watches.find((each) => each.type === type) as Watch;
  }

  /** Ends an actor, and creates its successor. */
  restart(seat: Seat): void {
    seat.abort.abort();
    Object.assign(seat, this.#seated(seat.name, seat.make));
  }

  choices(): readonly Choice[] {
    return this.#seats.flatMap((seat) => {
      const watches = seat.actor.watches.filter(({ next }) => next !== undefined);
      // An actor works only after it has listed everything.
      const isReady = seat.actor.isReady && !watches.some(({ next }) => next === 0);
      return [...watches.map((watch) => ({ seat, watch })), ...(isReady ? [{ seat, watch: undefined }] : [])];
    });
  }

  /** An actor is notified of all changes in their order before it works. After that, it is the turn of the next actor. */
  nextInTurn(choices: readonly Choice[]): Choice | undefined {
    for (let offset = 0; offset < this.#seats.length; offset++) {
      const place = (this.#turn + offset) % this.#seats.length;
      const seatChoices = choices.filter(({ seat }) => seat === this.#seats[place]);
      const watchChoices = seatChoices
        .filter(({ watch }) => watch !== undefined)
        .sort((a, b) => (a.watch?.next ?? 0) - (b.watch?.next ?? 0));
      const choice = watchChoices[0] ?? seatChoices[0];
      if (choice === undefined) continue;
      this.#turn = choice.watch === undefined ? place + 1 : place;
      return choice;
    }
    return undefined;
  }

  #seated(name: string, make: Seat['make']): Seat {
    const client = new ApiClient(this.#shared.store);
    const abort = new AbortController();
    return { name, make, client, abort, actor: make({ ...this.#shared, client, signal: abort.signal }) };
  }
}

function makersOf(drivers: Readonly<Record<string, DriverFactory>>, nodeState: NodeState): readonly (readonly [string, Seat['make']])[] {
  const factories = Object.entries(drivers);
  return [
    [
      'kubelet',
      (world) => {
        const plugins = new Map<string, Driver>(factories.map(([name, factory]) => [name, factory(world.client)]));
        return new Kubelet(plugins, nodeState, world);
      },
    ],
    ['resourceclaim-controller', (world) => new ResourceClaimController(world)],
    ['scheduler', (world) => new Scheduler(world)],
    ...factories.map(
      ([name, factory]) => [`driver ${name}`, (world: Surroundings) => new DriverController(name, factory(world.client), world)] as const,
    ),
    ['garbage-collector', (world) => new GarbageCollector(world)],
  ];
}
