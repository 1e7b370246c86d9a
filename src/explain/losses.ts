// Counts the devices that a request loses, by cause.

import type { PoolDevice } from '../allocator/pools/pool.js';
import { MAX_EXPRESSION_BYTES } from '../cel/syntax/parse.js';
import type { DeviceSelector } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Incremental } from '../core/base/incremental.js';
import { filtering } from '../core/base/lists-in-increments.js';
import { shorten, shownName } from '../core/base/words.js';
import type { Loss, SelectorPlace } from './explanation.js';
import { shortened } from './expressions.js';
import { LOSS_CODES, type LossCode } from './loss-codes.js';

/** The cause of a loss, before counting. */
export interface LossCause extends Omit<Loss, 'count'> {
  /** The allocated devices that use the insufficient resource. */
  readonly takenBy?: readonly PoolDevice[];
}

const RANKS: ReadonlyMap<LossCode, number> = new Map(LOSS_CODES.map((code, rank) => [code, rank]));

/** Returns the position of a cause in the order of the checks. */
export function rankOf({ code }: Pick<Loss, 'code'>): number {
  return RANKS.get(code) ?? LOSS_CODES.length;
}

/**
 * Returns the number of checks that remain for the device that passes the most checks. Returns the maximum if all devices are
 * on other nodes.
 */
export function checksBehind(losses: readonly Pick<Loss, 'code'>[]): number {
  return LOSS_CODES.length - losses.reduce((furthest, loss) => Math.max(furthest, nearness(loss)), -FAR.length);
}

/** Returns losses sorted by how close they are to an allocation, closest first. */
export function nearestFirst<T extends Pick<Loss, 'code'>>(losses: readonly T[]): readonly T[] {
  return losses
    .map((loss, place) => ({ loss, place }))
    .sort((a, b) => nearness(b.loss) - nearness(a.loss) || b.place - a.place)
    .map(({ loss }) => loss);
}

/** Returns the position of the check that rejects a device. A disabled gate ranks last, because it can be enabled. */
function nearness(loss: Pick<Loss, 'code'>): number {
  const far = FAR.indexOf(loss.code);
  if (far >= 0) return far - FAR.length;
  return loss.code === 'gate-off' ? LOSS_CODES.length : rankOf(loss);
}

/** Causes for devices other than the requested ones. Ignored pools may have requested devices. */
const FAR: readonly LossCode[] = ['other-node', 'other-kind', 'class-selector'];

/** Returns losses in the order of the checks. */
export function inOrder(losses: Iterable<Loss>): Loss[] {
  return [...losses].sort((left, right) => rankOf(left) - rankOf(right));
}

/** A loss with the lost devices, and the devices that use the insufficient resource. */
export interface LostDevices {
  readonly loss: Omit<Loss, 'count'>;
  readonly count: number;
  /** Empty if there are too many to store. */
  readonly devices: readonly number[];
  readonly takenBy: ReadonlySet<PoolDevice>;
}

/** Devices grouped by the cause of their loss: code and words. */
export class LossTable {
  readonly #losses = new Map<string, { readonly loss: LostDevices['loss']; devices: number[]; takenBy: Set<PoolDevice> }>();

  add({ takenBy = [], ...cause }: LossCause, device: number): void {
    const { key, loss } = entryOf(cause, this.#losses);
    const lost = entryIn(this.#losses, key, () => ({ loss, devices: [] as number[], takenBy: new Set<PoolDevice>() }));
    lost.devices.push(device);
    for (const taker of takenBy) lost.takenBy.add(taker);
  }

  /** Returns the losses in the order of the checks. */
  all(): LostDevices[] {
    const losses = Array.from(this.#losses.values(), (lost) => ({ ...lost, count: lost.devices.length }));
    return losses.sort((left, right) => rankOf(left.loss) - rankOf(right.loss));
  }
}

/** The most causes of one request; further causes are merged by code. */
const MOST_CAUSES = 200;

/** The details of further causes that concern a pool. */
const OTHER_POOLS: Partial<Readonly<Record<LossCode, string>>> = {
  'obsolete-pool': 'in other obsolete pools',
  'incomplete-pool': 'in other incomplete pools',
  'invalid-pool': 'in other invalid pools',
};

/** Returns the key of a cause in a table of causes, and the loss without its count. */
export function entryOf(
  cause: LostDevices['loss'],
  table: ReadonlyMap<string, unknown>,
): { readonly key: string; readonly loss: LostDevices['loss'] } {
  const { code, detail } = cause;
  const key = `${code} ${detail}`;
  if (table.size < MOST_CAUSES || table.has(key)) return { key, loss: cause };
  return { key: code, loss: { code, detail: OTHER_POOLS[code] ?? 'rejected for other reasons' } };
}

/**
 * Separates losses of unrelated devices. A class rejects all devices of one driver, while it accepts devices of another driver.
 * `devices`: of the node.
 */
export function* withOtherKinds(
  lost: readonly LostDevices[],
  devices: readonly PoolDevice[],
  checkpoint: Checkpoint,
): Incremental<readonly LostDevices[]> {
  const isOfClass = ({ loss }: LostDevices): boolean => loss.code === 'class-selector';
  const refused = lost.filter(isOfClass).reduce((sum, { devices: { length } }) => sum + length, 0);
  if (refused === 0 || refused === devices.length) return lost;
  const out = yield* devicesLost(lost.filter(isOfClass), checkpoint);
  const drivers = new Set<string>();
  for (const [index, { slice }] of devices.entries()) {
    if (checkpoint.due()) yield;
    if (!out.has(index)) drivers.add(slice.spec.driver);
  }
  const isOther = (index: number): boolean => !drivers.has(devices[index]?.slice.spec.driver ?? '');
  const others = yield* filtering([...out], isOther, checkpoint);
  const rest: LostDevices[] = [];
  for (const one of lost) {
    const devices = isOfClass(one) ? yield* filtering(one.devices, (index) => !isOther(index), checkpoint) : one.devices;
    rest.push(isOfClass(one) ? { ...one, devices, count: devices.length } : one);
  }
  if (others.length === 0) return lost;
  const loss: LostDevices['loss'] = { code: 'other-kind', detail: 'of another device class' };
  const otherKind: LostDevices = { loss, devices: others, count: others.length, takenBy: new Set() };
  return [otherKind, ...rest.filter((one) => one.devices.length > 0)].sort((left, right) => rankOf(left.loss) - rankOf(right.loss));
}

function* devicesLost(lost: readonly LostDevices[], checkpoint: Checkpoint): Incremental<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const { devices } of lost) {
    for (const index of devices) {
      found.add(index);
      if (checkpoint.due()) yield;
    }
  }
  return found;
}

/** The first words of loss details, in plural and singular. */
const VERBS: readonly (readonly [string, string])[] = [
  ['do not ', 'does not '],
  ['have ', 'has '],
  ['need ', 'needs '],
  ['exceed ', 'exceeds '],
  ['cause ', 'causes '],
  ['skip ', 'skips '],
];

/** Returns the detail of a loss after a number of devices: `do not match class gpu`; for one device, `does not match class gpu`. */
export function afterCount(count: number, detail: string): string {
  const verb = count === 1 ? VERBS.find(([plural]) => detail.startsWith(plural)) : undefined;
  return verb === undefined ? detail : verb[1] + detail.slice(verb[0].length);
}

/** Returns the detail of a loss as the predicate of devices: `do not match class gpu`, `are allocated`. */
export function asPredicate(count: number, detail: string): string {
  const isVerb = VERBS.some((forms) => forms.some((form) => detail.startsWith(form)));
  return isVerb ? afterCount(count, detail) : `${count === 1 ? 'is' : 'are'} ${detail}`;
}

/** Returns the place of a selector of a class, or (undefined) of a request. */
export function selectorPlace(className: string | undefined, selectors: readonly DeviceSelector[], index: number): SelectorPlace {
  const expression = shorten(selectors[index]?.cel?.expression ?? '', MAX_EXPRESSION_BYTES);
  return { ...(className === undefined ? {} : { class: shownName(className) }), index, expression };
}

/** Names the owner of a selector. The selector is identified by its expression or its clauses. */
export function ownerInWords({ class: className }: Pick<SelectorPlace, 'class'>): string {
  return className === undefined ? 'the selector' : `class ${className}`;
}

/** Names a selector, with its expression. */
export function selectorInWords({ class: className, expression }: SelectorPlace): string {
  const quoted = `\`${shortened(expression)}\``;
  return className === undefined ? `the selector ${quoted}` : `class ${className}: ${quoted}`;
}
