// Enumerates all selections in plain order: by claim, request, alternative and device. The first event is the answer.
// A branch continues while the selected devices satisfy each constraint that no further device can repair.

import { type AttributeJson, isMet, isRefused, type Semantics } from './meaning.js';

/** A device of the single pool. */
export interface DeviceSpec {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeJson>>;
  /** Several selections may share it. */
  readonly isShareable: boolean;
  /** A selector that reads it fails. */
  readonly isBroken: boolean;
}

/** A request, or one of its alternatives. */
export interface SlotSpec {
  readonly name: string;
  /** `all`: every device. */
  readonly count: number | 'all';
  /** Its selector reads each device. */
  readonly reads: boolean;
}

export interface RequestSpec {
  readonly name: string;
  readonly isPrioritized: boolean;
  readonly slots: readonly SlotSpec[];
}

export interface ConstraintSpec {
  readonly attribute: string;
  readonly semantics: Semantics;
  /** Names of requests, or of alternatives as `request/alternative`; empty: all requests. */
  readonly requests: readonly string[];
}

export interface ClaimSpec {
  readonly requests: readonly RequestSpec[];
  readonly constraints: readonly ConstraintSpec[];
}

export interface WorldSpec {
  readonly devices: readonly DeviceSpec[];
  readonly claims: readonly ClaimSpec[];
}

/** The answer: the selections as texts, `none` if no selection exists, or an error at a device. */
export type Answer = readonly string[] | 'none' | { readonly code: string; readonly device: string };

interface Picked {
  readonly claim: number;
  readonly request: RequestSpec;
  readonly slot: SlotSpec;
  readonly device: DeviceSpec;
}

class Failure extends Error {
  readonly code: string;
  readonly device: string;

  constructor(code: string, device: string) {
    super(code);
    this.code = code;
    this.device = device;
  }
}

function concerns({ requests }: ConstraintSpec, request: RequestSpec, slot: SlotSpec): boolean {
  return requests.length === 0 || requests.includes(request.name) || requests.includes(nameOf(request, slot));
}

function nameOf(request: RequestSpec, slot: SlotSpec): string {
  return request.isPrioritized ? `${request.name}/${slot.name}` : request.name;
}

export function bruteForce(world: WorldSpec): Answer {
  try {
    return new BruteForce(world).answer();
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, device: error.device };
    throw error;
  }
}

class BruteForce {
  readonly #world: WorldSpec;
  readonly #picks: Picked[] = [];

  constructor(world: WorldSpec) {
    this.#world = world;
  }

  answer(): Answer {
    if (!this.#from(0, 0)) return 'none';
    return this.#picks.map(({ claim, request, slot, device }) => `${claim} ${nameOf(request, slot)} ${device.name}`);
  }

  #from(claim: number, ordinal: number): boolean {
    const own = this.#world.claims[claim];
    if (own === undefined) return true;
    const request = own.requests[ordinal];
    if (request === undefined) return this.#from(claim + 1, 0);
    return request.slots.some((slot) => this.#isLeft(claim, ordinal, slot) && this.#slot(claim, ordinal, slot, 0, 0));
  }

  /** Returns whether a slot may be entered: each constraint that no later selection can repair is satisfied. */
  #isLeft(claim: number, ordinal: number, slot: SlotSpec): boolean {
    const { constraints, requests } = this.#world.claims[claim] as ClaimSpec;
    return constraints.every((constraint) => {
      const mayCome = concerns(constraint, requests[ordinal] as RequestSpec, slot) || this.#isOpenAfter(claim, ordinal, constraint);
      const mayHaveEnded = requests
        .slice(0, ordinal + 1)
        .some((request) => request.slots.some((one) => concerns(constraint, request, one)));
      return mayCome || !mayHaveEnded || constraint.semantics.mode !== 'EmptyIntersection' || this.#isMet(claim, constraint);
    });
  }

  #isOpenAfter(claim: number, ordinal: number, constraint: ConstraintSpec): boolean {
    const { requests } = this.#world.claims[claim] as ClaimSpec;
    return requests.slice(ordinal + 1).some((request) => request.slots.some((slot) => concerns(constraint, request, slot)));
  }

  #isMet(claim: number, constraint: ConstraintSpec): boolean {
    const own = this.#picks.filter((picked) => picked.claim === claim && concerns(constraint, picked.request, picked.slot));
    return isMet(
      own.map(({ device }) => device.attributes[constraint.attribute]),
      constraint.semantics,
    );
  }

  #slot(claim: number, ordinal: number, slot: SlotSpec, index: number, start: number): boolean {
    const { devices, claims } = this.#world;
    const request = claims[claim]?.requests[ordinal] as RequestSpec;
    const count = slot.count === 'all' ? devices.length : slot.count;
    if (count === 0) return false;
    if (index === count) return this.#from(claim, ordinal + 1);
    const candidates = slot.count === 'all' ? [index] : devices.map((_, at) => at).slice(start);
    for (const at of candidates) {
      const device = devices[at] as DeviceSpec;
      if (!device.isShareable && this.#picks.some((picked) => picked.device === device)) continue;
      if (slot.reads && device.isBroken) throw new Failure('cel-runtime-error', device.name);
      this.#picks.push({ claim, request, slot, device });
      const isFine = this.#isFine(claim, ordinal, index + 1 === count);
      if (!isFine && slot.count === 'all') throw new Failure('constraint-refuses-all', device.name);
      if (isFine && this.#slot(claim, ordinal, slot, index + 1, at + 1)) return true;
      this.#picks.pop();
    }
    return false;
  }

  /** Returns whether a branch continues after a selection. `isLast`: it is the last one of its slot. */
  #isFine(claim: number, ordinal: number, isLast: boolean): boolean {
    const { constraints } = this.#world.claims[claim] as ClaimSpec;
    const { request, slot, device } = this.#picks.at(-1) as Picked;
    return constraints.every((constraint) => {
      if (!concerns(constraint, request, slot)) return true;
      const { attribute, semantics } = constraint;
      if (isRefused(device.attributes[attribute], semantics)) return false;
      const isOpen = !isLast || this.#isOpenAfter(claim, ordinal, constraint);
      return (semantics.mode === 'EmptyIntersection' && isOpen) || this.#isMet(claim, constraint);
    });
  }
}
