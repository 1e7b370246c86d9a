// Requests that have too few devices by themselves, in the words of the first line: how many there are of the class, and what becomes of them.

import { type SlotPlan, standsForNothing } from '../allocator/encode/slot-plan.js';
import { count, shownName, some } from '../core/base/words.js';
import { type BriefLoss, briefly, clausesBriefly } from './brief-losses.js';
import type { Loss, RequestExplanation } from './explanation.js';
import { afterCount, asPredicate, type LostDevices, nearestFirst } from './losses.js';
import { requestInWords } from './request-names.js';

/** More causes of one request are only counted. */
const MAX_LOSSES = 3;

/** More requests, and more alternatives of one, are only counted. */
const MAX_REQUESTS = 2;

/** A request or subrequest with the devices that it must have. */
export interface Wanting {
  /** The place of its request among those of all claims. */
  readonly requestIndex: number;
  readonly plan: SlotPlan;
  readonly counted: RequestExplanation;
  /** The devices that are left for it; empty where there are too many to be stored. */
  readonly devices: readonly number[];
  /** The devices that it loses for themselves, by cause: the last of its losses. */
  readonly lost: readonly LostDevices[];
  /** Devices requested; of a request for all devices those that belong to it. */
  readonly needs: bigint;
}

/** The requests none of whose alternatives has enough devices, with their slots; empty: each has. */
export function unserved(slots: readonly Wanting[]): readonly (readonly Wanting[])[] {
  const requests = new Map<number, Wanting[]>();
  for (const slot of slots) {
    const own = requests.get(slot.requestIndex);
    if (own === undefined) requests.set(slot.requestIndex, [slot]);
    else own.push(slot);
  }
  return [...requests.values()].filter((alternatives) => alternatives.every(lacks));
}

function lacks({ needs, counted, plan }: Wanting): boolean {
  if (standsForNothing(plan)) return false;
  return needs === 0n || BigInt(counted.left) < needs;
}

/** Returns whether fewer devices are left than a request or subrequest requests. */
export function isShort({ wanted, left }: Pick<RequestExplanation, 'wanted' | 'left'>): boolean {
  return wanted === 'All' ? left === 0 : BigInt(left) < BigInt(wanted);
}

/** Says of requests that there are too few devices for them. */
export function shortOfDevices(requests: readonly (readonly Wanting[])[], isOneClaim: boolean): string {
  const words = requests.slice(0, MAX_REQUESTS).map((alternatives) => {
    const told = alternatives.slice(0, MAX_REQUESTS).map((slot) => shortInWords(slot, isOneClaim));
    return withMore(told, alternatives.length, 'alternative');
  });
  return withMore(words, requests.length, 'request');
}

function withMore(told: readonly string[], all: number, noun: string): string {
  const more = all - told.length;
  return `${told.join('; ')}${more === 0 ? '' : `; and ${count(more, `more ${noun}`)}`}`;
}

function shortInWords(slot: Wanting, isOneClaim: boolean): string {
  const { counted, needs } = slot;
  const { claim, wanted } = counted;
  const owner = isOneClaim ? '' : ` of claim ${claim}`;
  const needed = wanted === 'All' ? (needs === 0n ? 'all devices' : `all ${count(needs, 'device')}`) : count(wanted, 'device');
  return `${requestInWords(counted)}${owner} needs ${needed}, but ${whatThereIs(slot)}`;
}

/** The devices of the class, and what becomes of them: the losses that are nearest to an allocation first. */
function whatThereIs({ counted: { claim, total, left, losses }, plan }: Wanting): string {
  const here = losses.filter(({ code }) => code !== 'other-node' && code !== 'other-kind');
  const refused = here.filter(({ code }) => code === 'class-selector');
  const others = here.filter(({ code }) => code !== 'class-selector');
  const deviceClassName = shownName(plan.selection.deviceClassName);
  const ofClass = deviceClassName === '' ? '' : ` of class ${deviceClassName}`;
  const causes = briefly(nearestFirst(others), claim.split('/')[0] ?? '');
  const [only, ...more] = causes;
  if (only !== undefined && more.length === 0 && left === 0 && !isUnseen(only.loss)) return lostAll(only, ofClass);
  if (only !== undefined) {
    const there = left + sumOf(others.filter((loss) => !isUnseen(loss)));
    const words = causes.map(({ count: number, text }) => `${number} ${text}`);
    return `${howMany(left, there, ofClass)} available: ${some(words, MAX_LOSSES, '; ')}`;
  }
  if (left > 0) return `there ${left === 1 ? 'is' : 'are'} only ${left}${ofClass}`;
  if (refused.length > 0) return noneOfClass(refused, ofClass);
  return total === 0 ? 'no ResourceSlice of the cluster has a device' : 'this node has no devices';
}

/** Says that all devices of a class are lost by one cause. */
function lostAll({ loss, count: number, text }: BriefLoss, ofClass: string): string {
  const all = number === 1 ? `the only one${ofClass}` : `all ${number}${ofClass}`;
  if (loss.code === 'request-selector' && (loss.clauses ?? []).length > 0)
    return `${all} ${afterCount(number, 'do not match')} the selector: ${clausesBriefly(loss)}`;
  return `${all} ${asPredicate(number, text)}`;
}

/** Says that no device is of the class, with what it asks for next to a driver: that they are of another driver is no news. */
function noneOfClass(refused: readonly Loss[], ofClass: string): string {
  const missing = refused.find((loss) => loss.missingDriver !== undefined);
  if (missing !== undefined) return `no ResourceSlice has driver ${missing.missingDriver}, which its class requires`;
  const devices = sumOf(refused);
  const none = devices === 1 ? 'the only device on this node does not match' : `none of the ${devices} devices on this node matches`;
  const causes = refused.flatMap((loss) => {
    const clauses = (loss.clauses ?? []).filter(({ text }) => !text.startsWith('device.driver'));
    return clauses.length === 0 ? [] : [clausesBriefly({ ...loss, clauses })];
  });
  return `${none}${ofClass === '' ? '' : ofClass.replace(' of', '')}${causes.length === 0 ? '' : `: ${some(causes, MAX_LOSSES, '; ')}`}`;
}

/** The number of devices that are left of those of the class. */
function howMany(left: number, there: number, ofClass: string): string {
  if (there === 0) return `no device${ofClass} on this node is`;
  if (there === 1 && left === 0) return `the only one${ofClass} is not`;
  return `${left === 0 ? 'none' : `only ${left}`} of the ${there}${ofClass} ${left < 2 ? 'is' : 'are'}`;
}

const UNSEEN: ReadonlySet<Loss['code']> = new Set(['obsolete-pool', 'incomplete-pool', 'invalid-pool', 'no-device-slice']);

/** Tells of devices of which nobody knows what requests would say of them. */
function isUnseen({ code }: Loss): boolean {
  return UNSEEN.has(code);
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, loss) => sum + loss.count, 0);
}

/** Says that requests have enough devices one by one, where nobody looked for what keeps them apart. */
export const NOT_TOGETHER = 'each request has enough devices, but they cannot be allocated together';

/** The counts of each request; those of an alternative of a claim stand together. */
export function inAlternatives(slots: readonly Wanting[]): readonly RequestExplanation[] {
  const all = slots.filter(({ plan }) => !standsForNothing(plan));
  if (all.every(({ plan }) => plan.alternative === undefined)) return all.map(({ counted }) => counted);
  const places = new Map(all.map(({ plan: { claim } }, place) => [claim, place]));
  const placeOf = ({ plan }: Wanting): readonly [number, number] => [places.get(plan.claim) ?? 0, plan.alternative ?? 0];
  return all
    .map((wanting) => ({ wanting, place: placeOf(wanting) }))
    .sort(({ place: [claim, alternative] }, { place: [otherClaim, other] }) => claim - otherClaim || alternative - other)
    .map(({ wanting }) => wanting.counted);
}
