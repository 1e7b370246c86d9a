// Explains why claims are allocated these devices: first fit selects the first device with which every request can be served. Each selection
// lists the skipped devices with reasons, and a list of alternatives the reasons against earlier ones.

import { ValueReader } from '../allocator/encode/attribute-values.js';
import { readingOf } from '../allocator/encode/constraint-kind.js';
import type { EncodedProblem, EncodeInput } from '../allocator/encode/encode.js';
import { appliesTo, valuesFor } from '../allocator/encode/values.js';
import type { Selection as Picked } from '../allocator/kernel/problem.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import { attributeOf } from '../core/api/constraint-semantics.js';
import { alternativesOf } from '../core/api/device-request.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { append } from '../core/base/lists.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { count, shownName, some } from '../core/base/words.js';
import { clashInWords } from './constraint-words.js';
import type { Loss, PickExplanation } from './explanation.js';
import { afterCount } from './losses.js';
import { nameClaim, nameRequest, requestInShort, requestInWords, shownDevice } from './request-names.js';
import { type ShortRequest, shortOfDevices, unserved } from './short-requests.js';

/** The most causes, and devices of a cause, listed; the others are counted. */
const MAX_CAUSES = 3;
const MAX_DEVICES = 3;

/** The most devices before a selection that are considered individually; the others are counted. */
const MOST_LOOKED_AT = 64;

/** The facts that reasons for selections are derived from. */
export interface SelectionContext {
  readonly input: Pick<EncodeInput, 'view' | 'features' | 'checkpoint' | 'claims'>;
  readonly encoded: Pick<EncodedProblem, 'devices' | 'slots' | 'claims'>;
  readonly slots: readonly ShortRequest[];
}

/** A selection, with the claim and slot that it is for. */
interface Placed {
  readonly slot: ShortRequest;
  readonly device: number;
}

/** Explanations of the allocated devices, and the devices of each request in one line. */
export interface ExplainedSelections {
  readonly picks: readonly PickExplanation[];
  readonly text: string;
}

/** Explains the devices of allocated claims, then the selections of a search in order. */
export function* explainSelections(selections: readonly Picked[], context: SelectionContext): Incremental<ExplainedSelections> {
  const { checkpoint, claims } = context.input;
  const placed = selections.map(({ slot, device }): Placed => ({ slot: context.slots[slot] as ShortRequest, device }));
  const explain = (selection: Placed, index: number): PickExplanation =>
    new SelectionWords(selection, placed.slice(0, index), context).explain();
  const fresh = yield* mapping(placed, explain, checkpoint);
  const explanations: PickExplanation[] = [];
  for (const claim of claims) yield* addAllocated(claim, explanations, checkpoint);
  append(explanations, fresh);
  return { picks: explanations, text: yield* selectionsInWords(explanations, claims.length === 1, checkpoint) };
}

/** Adds the allocated devices of a claim. */
function* addAllocated({ metadata, status }: ResourceClaim, explanations: PickExplanation[], checkpoint: Checkpoint): Incremental<void> {
  const claim = nameClaim({ metadata });
  for (const { request, driver, pool, device } of status.allocation?.results ?? []) {
    explanations.push({ claim, request: shownName(request), device: shownDevice(driver, pool, device), why: 'already allocated' });
    if (checkpoint.due()) yield;
  }
}

function* selectionsInWords(explanations: readonly PickExplanation[], isOneClaim: boolean, checkpoint: Checkpoint): Incremental<string> {
  const byRequest = new Map<string, string[]>();
  for (const { claim, device, ...named } of explanations) {
    entryIn(byRequest, `${isOneClaim ? '' : `${claim}: `}${requestInShort(named)}`, () => []).push(device.device);
    if (checkpoint.due()) yield;
  }
  const words = Array.from(byRequest, ([name, devices]) => `${name} is allocated ${some(devices, MAX_DEVICES)}`);
  return words.length === 0 ? 'no devices are requested' : some(words, MAX_CAUSES, '; ');
}

/** Describes one selection. */
class SelectionWords {
  readonly #selection: Placed;
  /** The selections before this one. */
  readonly #earlier: readonly Placed[];
  readonly #context: SelectionContext;
  readonly #checkpoint: Checkpoint;

  constructor(selection: Placed, earlier: readonly Placed[], context: SelectionContext) {
    this.#selection = selection;
    this.#earlier = earlier;
    this.#context = context;
    this.#checkpoint = context.input.checkpoint;
  }

  explain(): PickExplanation {
    const { slot, device } = this.#selection;
    const { slice, device: selectedDevice } = this.#context.encoded.devices[device] as PoolDevice;
    const name = shownDevice(slice.spec.driver, slice.spec.pool.name, selectedDevice.name);
    const isFirst = !this.#earlier.some(({ slot: other }) => other === slot);
    const alternative = isFirst ? `${this.#whyNotEarlierAlternatives()}${this.#whyNotEarlierClaims()}` : '';
    return { claim: slot.counted.claim, ...nameRequest(slot.plan), device: name, why: `${this.#why()}${alternative}` };
  }

  /** Returns why earlier whole alternatives of the claim were not used, for the first selection of the claim. Empty if none exist. */
  #whyNotEarlierClaims(): string {
    const { plan } = this.#selection.slot;
    if (plan.alternative === undefined || this.#earlier.some(({ slot }) => slot.plan.claim === plan.claim)) return '';
    const reasons = Array.from({ length: plan.alternative }, (_, index) => {
      const slotsOfAlternative = this.#context.slots.filter((slot) => slot.plan.claim === plan.claim && slot.plan.alternative === index);
      const short = unserved(slotsOfAlternative);
      return short.length > 0
        ? shortOfDevices(short, true)
        : `alternative ${index} has enough devices for each request, but not together with the other requests`;
    });
    return reasons.map((reason) => `; ${reason}`).join('');
  }

  /** Returns why earlier alternatives of the request were not used; empty if none exist. */
  #whyNotEarlierAlternatives(): string {
    const { slot } = this.#selection;
    const earlier = this.#context.slots.filter(
      ({ requestIndex, plan }) =>
        requestIndex === slot.requestIndex &&
        plan.alternative === slot.plan.alternative &&
        (plan.subrequestIndex ?? 0) < (slot.plan.subrequestIndex ?? 0),
    );
    if (earlier.length === 0) return '';
    const reasons = earlier.map((alternative) => {
      if (unserved([alternative]).length > 0) return shortOfDevices([[alternative]], true);
      return `${alternative.counted.request} has enough devices, but not together with the other requests`;
    });
    return `; earlier alternatives do not fit: ${reasons.join('; ')}`;
  }

  #why(): string {
    const { slot, device } = this.#selection;
    if (slot.plan.all !== undefined) return 'the request allocates every device that matches';
    const causes = [...this.#passedOver(), ...this.#lost()];
    const [first] = causes;
    if (first === undefined) return device === 0 ? 'first device' : 'first available device';
    return `first device that works; skipped: ${some(causes, MAX_CAUSES)}`;
  }

  /** Lists the devices before the selection that cannot be selected at all. */
  #lost(): string[] {
    const { slot, device } = this.#selection;
    const { losses } = slot.counted;
    // The losses of accessible devices come last, in the order of `lost`.
    const lossesOfSlot = losses.slice(losses.length - slot.lost.length);
    return slot.lost.flatMap(({ devices }, index) => {
      const before = countBelow(devices, device);
      return before === 0 ? [] : [`${before} ${afterCount(before, (lossesOfSlot[index] as Loss).detail)}`];
    });
  }

  /**
   * Lists the devices before the selection that could be selected alone. They are already selected, or incompatible with
   * earlier or later selections.
   */
  #passedOver(): string[] {
    const { slot, device } = this.#selection;
    const before = countBelow(slot.devices, device);
    const looked = slot.devices.slice(0, Math.min(before, MOST_LOOKED_AT));
    const byReason = new Map<string, string[]>();
    for (const [index, other] of looked.entries()) {
      this.#checkpoint.step();
      const reason = this.#reasonFor(other);
      if (reason === undefined) continue;
      const names = byReason.get(reason) ?? [];
      byReason.set(reason, names);
      names.push(this.#nameOf(looked[index] as number));
    }
    const words = Array.from(byReason, ([reason, names]) => `${some(names, MAX_DEVICES)} (${reason})`);
    const more = before - looked.length;
    return more === 0 ? words : [...words, count(more, 'more device')];
  }

  /** Returns why first fit skipped a device; undefined if another selection of the request has it. */
  #reasonFor(device: number): string | undefined {
    const taken = this.#earlier.find((selection) => selection.device === device);
    if (taken?.slot === this.#selection.slot) return undefined;
    if (taken !== undefined) return `allocated to ${requestInWords(taken.slot.counted)}`;
    return this.#clash(device) ?? 'leaves no devices for the rest';
  }

  /** Returns the constraint that a device breaks together with earlier selections; undefined if it breaks none. */
  #clash(device: number): string | undefined {
    const { input, encoded } = this.#context;
    const { plan } = this.#selection.slot;
    const claim = encoded.claims.find((one) => one.claim === plan.claim)?.claim;
    const constraints = claim === undefined ? [] : (alternativesOf(claim.spec)[plan.alternative ?? 0]?.constraints ?? []);
    for (const constraint of constraints) {
      if (!appliesTo(constraint, plan)) continue;
      const others = this.#earlier.filter(({ slot }) => slot.plan.claim === plan.claim && appliesTo(constraint, slot.plan));
      const reader = new ValueReader(readingOf(constraint), input.features, this.#checkpoint);
      const attribute = attributeOf(constraint);
      const deviceValues = new Set(inOneGo(valuesFor(plan, attribute, device, input, reader)));
      const values = others.map(({ slot, device: earlierDevice }) =>
        inOneGo(valuesFor(slot.plan, attribute, earlierDevice, input, reader)),
      );
      const clash =
        others.length === 0 ? undefined : clashInWords(constraint, deviceValues, values, () => this.#nameOf(others[0]?.device ?? 0));
      if (clash !== undefined) return clash;
    }
    return undefined;
  }

  #nameOf(device: number): string {
    return shownName((this.#context.encoded.devices[device] as PoolDevice).device.name);
  }
}

/** Returns the number of devices that precede a device in search order. Requires: `devices` is in search order. */
function countBelow(devices: readonly number[], device: number): number {
  let [low, high] = [0, devices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((devices[middle] as number) < device) low = middle + 1;
    else high = middle;
  }
  return low;
}
