// Describes requests that have too few devices even without other requests, for the first line: the devices of the class, and why they are lost.

import { isPlaceholder, type SlotPlan } from '../allocator/encode/slot-plan.js';
import { count, shownName, some } from '../core/base/words.js';
import { type BriefLoss, briefly, clausesBriefly } from './brief-losses.js';
import type { Loss, RequestExplanation } from './explanation.js';
import { afterCount, asPredicate, type LostDevices, nearestFirst } from './losses.js';
import { requestInWords } from './request-names.js';

/** The most causes of a request listed; the others are counted. */
const MAX_LOSSES = 3;

/** The most requests, and alternatives of a request, listed; the others are counted. */
const MAX_REQUESTS = 2;

/** A request or subrequest with its devices. */
export interface ShortRequest {
  /** The index of its request over all claims. */
  readonly requestIndex: number;
  readonly plan: SlotPlan;
  readonly counted: RequestExplanation;
  /** The devices that are left for it; empty if there are too many to store. */
  readonly devices: readonly number[];
  /** The last losses of the request: devices that it loses one by one, by cause. */
  readonly lost: readonly LostDevices[];
  /** The number of requested devices; for a request for all devices, the number that belong to it. */
  readonly needs: bigint;
}

/** Returns the slots of each request without an alternative that has enough devices; empty if every request has one. */
export function unserved(slots: readonly ShortRequest[]): readonly (readonly ShortRequest[])[] {
  const requests = new Map<number, ShortRequest[]>();
  for (const slot of slots) {
    const slotsOfRequest = requests.get(slot.requestIndex);
    if (slotsOfRequest === undefined) requests.set(slot.requestIndex, [slot]);
    else slotsOfRequest.push(slot);
  }
  return [...requests.values()].filter((alternatives) => alternatives.every(lacks));
}

function lacks({ needs, counted, plan }: ShortRequest): boolean {
  if (isPlaceholder(plan)) return false;
  return needs === 0n || BigInt(counted.left) < needs;
}

/** Returns whether fewer devices are left than requested. */
export function isShort({ wanted, left }: Pick<RequestExplanation, 'wanted' | 'left'>): boolean {
  return wanted === 'All' ? left === 0 : BigInt(left) < BigInt(wanted);
}

/** Describes requests that have too few devices. */
export function shortOfDevices(requests: readonly (readonly ShortRequest[])[], isOneClaim: boolean): string {
  const words = requests.slice(0, MAX_REQUESTS).map((alternatives) => {
    const sentences = alternatives.slice(0, MAX_REQUESTS).map((slot) => shortInWords(slot, isOneClaim));
    return withMore(sentences, alternatives.length, 'alternative');
  });
  return withMore(words, requests.length, 'request');
}

function withMore(sentences: readonly string[], all: number, noun: string): string {
  const more = all - sentences.length;
  return `${sentences.join('; ')}${more === 0 ? '' : `; and ${count(more, `more ${noun}`)}`}`;
}

function shortInWords(slot: ShortRequest, isOneClaim: boolean): string {
  const { counted, needs } = slot;
  const { claim, wanted } = counted;
  const owner = isOneClaim ? '' : ` of claim ${claim}`;
  const needed = wanted === 'All' ? (needs === 0n ? 'all devices' : `all ${count(needs, 'device')}`) : count(wanted, 'device');
  return `${requestInWords(counted)}${owner} needs ${needed}, but ${whatThereIs(slot)}`;
}

/** Describes the devices of the class and their losses, closest to an allocation first. */
function whatThereIs({ counted: { claim, total, left, losses }, plan }: ShortRequest): string {
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

/** States that one cause removes all devices of a class. */
function lostAll({ loss, count: number, text }: BriefLoss, ofClass: string): string {
  const all = number === 1 ? `the only one${ofClass}` : `all ${number}${ofClass}`;
  if (loss.code === 'request-selector' && (loss.clauses ?? []).length > 0)
    return `${all} ${afterCount(number, 'do not match')} the selector: ${clausesBriefly(loss)}`;
  return `${all} ${asPredicate(number, text)}`;
}

/** States that no device belongs to the class, with the conditions of the class other than the driver. */
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

/** Describes how many devices of the class are left. */
function howMany(left: number, there: number, ofClass: string): string {
  if (there === 0) return `no device${ofClass} on this node is`;
  if (there === 1 && left === 0) return `the only one${ofClass} is not`;
  return `${left === 0 ? 'none' : `only ${left}`} of the ${there}${ofClass} ${left < 2 ? 'is' : 'are'}`;
}

const UNSEEN: ReadonlySet<Loss['code']> = new Set(['obsolete-pool', 'incomplete-pool', 'invalid-pool', 'no-device-slice']);

/** Returns whether the devices of a loss were never checked for the request. */
function isUnseen({ code }: Loss): boolean {
  return UNSEEN.has(code);
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, loss) => sum + loss.count, 0);
}

/** States that each request has enough devices alone, if the conflict was not searched for. */
export const NOT_TOGETHER = 'each request has enough devices, but they cannot be allocated together';

/** Returns the counts of each request, grouped by claim alternative. */
export function inAlternatives(slots: readonly ShortRequest[]): readonly RequestExplanation[] {
  const all = slots.filter(({ plan }) => !isPlaceholder(plan));
  if (all.every(({ plan }) => plan.alternative === undefined)) return all.map(({ counted }) => counted);
  const places = new Map(all.map(({ plan: { claim } }, place) => [claim, place]));
  const placeOf = ({ plan }: ShortRequest): readonly [number, number] => [places.get(plan.claim) ?? 0, plan.alternative ?? 0];
  return all
    .map((short) => ({ wanting: short, place: placeOf(short) }))
    .sort(({ place: [claim, alternative] }, { place: [otherClaim, other] }) => claim - otherClaim || alternative - other)
    .map(({ wanting: short }) => short.counted);
}
