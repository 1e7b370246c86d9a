// The first line of an explanation: the cause, before all counts.

import type { EndedBy } from '../base/checkpoint.js';
import type { AllocationError } from '../base/errors.js';
import { count, some } from '../base/words.js';
import type { SlotPlan } from '../encode/slot-plan.js';
import type { InterruptedBy } from '../evaluate/limits.js';
import type { Rejection } from '../filters/filter.js';
import type { Loss, RequestExplanation, UnavailableClaim } from './explanation.js';
import { type LostDevices, nearestFirst } from './losses.js';

/** More causes of one request are only counted. */
const MAX_LOSSES = 3;

/** More requests are only counted. */
const MAX_REQUESTS = 2;

/** A request or subrequest with the devices that it must have. */
export interface Wanting {
  /** The place of its request among those of all claims. */
  readonly requestIndex: number;
  readonly plan: SlotPlan;
  readonly counted: RequestExplanation;
  /** The devices that are left for it; empty where there are too many to be kept. */
  readonly devices: readonly number[];
  /** The devices that it loses for themselves, by cause. */
  readonly lost: readonly LostDevices[];
  /** Devices wanted; of a request for all devices those that belong to it. */
  readonly needs: bigint;
}

/** Says by which limit a call ended before there was anything to say. */
export function endInWords(by: EndedBy): string {
  return by === 'milliseconds'
    ? 'the time was up before there was an explanation'
    : 'the call was called off before there was an explanation';
}

/** Says by which limit an answer is missing. */
export function interruptionInWords(by: InterruptedBy): string {
  const limit = {
    milliseconds: 'the time was up',
    signal: 'the call was called off',
    steps: 'the limit of steps was met',
    selector: 'a selector took more work than its limit allows',
  }[by];
  return `interrupted: ${limit}; this does not mean that nothing fits`;
}

/** Advice of Kubernetes for all errors of this kind. */
const ADVICE = '. consider using CEL optional chaining';

/** The fields of an attribute in a ResourceSlice, which selectors do not have. */
const NO_FIELD = /^no such key: (bool|int|string|version|bools|ints|strings|versions)$/;

/** An error in words: without the name of the claim where there is but one, and with what its author may have meant instead of what only CEL knows. */
export function errorInWords({ message, claim, code }: AllocationError, help: readonly string[], isOneClaim: boolean): string {
  const own = [`claim ${claim}: `, `claim ${claim}, `].find((start) => isOneClaim && message.startsWith(start));
  const rest = own === undefined ? message : message.slice(own.length);
  switch (code) {
    case 'unknown-device-class':
      return rest.replace(
        /could not retrieve device class ([^:]+): deviceclass\.resource\.k8s\.io "[^"]*" not found$/,
        'there is no class $1',
      );
    case 'too-many-devices':
      return rest.replace(
        /adding (\d+) devices exceeds the claim limit of (\d+), with (\d+) already accounted for$/,
        'a claim may have $2 devices; $3 are asked for before, and $1 more here',
      );
    case 'cel-runtime-error':
      return selectorErrorInWords(rest, help);
    default:
      return rest;
  }
}

function selectorErrorInWords(message: string, help: readonly string[]): string {
  const [where = '', ...why] = message.split(': CEL runtime error: ');
  if (why.length === 0) return message;
  const reason = why.join(': ').split(ADVICE)[0] as string;
  const field = NO_FIELD.exec(reason)?.[1];
  const meant = field === undefined ? help : [`an attribute is its value: leave out .${field}`];
  return `${where} fails: ${meant.length === 0 ? reason : meant.join('; ')}`;
}

/** The reasons of the scheduler's filters, and what to do about them. */
export function rejectionsInWords(rejections: readonly Rejection[]): string {
  return rejections.map(rejectionInWords).join('; ');
}

function rejectionInWords({ code, message, detail }: Rejection): string {
  switch (code) {
    case 'node-unschedulable':
      return 'the node is cordoned: uncordon it';
    case 'untolerated-taint':
      return `the node has the taint ${detail ?? message}: let the pod tolerate it, or take it off the node`;
    case 'node-affinity':
      return "the node does not match the pod's node selector or node affinity: change these, or the labels of the node";
    case 'insufficient-resource':
      return `${message}${detail === undefined ? '' : ` (${detail})`}: ask for less in the pod, or take pods off the node`;
    default:
      return detail === undefined ? message : `${message} (${detail})`;
  }
}

/** A claim that has its devices. */
export function unavailableInWords({ claim, reason }: UnavailableClaim): string {
  return `claim ${claim} is allocated already, and ${reason}`;
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

function lacks({ needs, counted }: Wanting): boolean {
  return needs === 0n || BigInt(counted.left) < needs;
}

/** Says of requests that there are too few devices for them. */
export function shortOfDevices(requests: readonly (readonly Wanting[])[], isOneClaim: boolean): string {
  const told = requests.slice(0, MAX_REQUESTS).map((alternatives) => alternatives.map((slot) => shortInWords(slot, isOneClaim)).join('; '));
  const more = requests.length - told.length;
  return `${told.join('; ')}${more === 0 ? '' : `; and ${count(more, 'more request')}`}`;
}

function shortInWords({ counted, needs, plan }: Wanting, isOneClaim: boolean): string {
  const { claim, request, wanted, left, losses } = counted;
  const owner = isOneClaim ? '' : ` of claim ${claim}`;
  const wants = wanted === 'All' ? (needs === 0n ? 'all devices' : `all ${count(needs, 'device')}`) : count(wanted, 'device');
  const { deviceClassName } = plan.selection;
  const ofClass = deviceClassName === '' ? '' : ` of class ${deviceClassName}`;
  return `request ${request}${owner} wants ${wants}${ofClass}, and ${whatThereIs(left, losses)}`;
}

/** The devices of the class, and what becomes of them: the losses that are nearest to an allocation first. */
function whatThereIs(left: number, losses: readonly Loss[]): string {
  const here = losses.filter(({ code }) => code !== 'other-node' && code !== 'other-kind');
  const refused = here.filter(({ code }) => code === 'class-selector');
  const others = here.filter(({ code }) => code !== 'class-selector' && !UNSEEN.has(code));
  const unseen = here.filter(({ code }) => UNSEEN.has(code));
  const [only, ...more] = [...others, ...unseen];
  if (only !== undefined && more.length === 0 && left === 0 && unseen.length === 0) return `${allOf(only.count)} ${only.detail}`;
  const causes = inWords([...others, ...unseen]);
  if (causes !== '') return `${howMany(left, left + sumOf(others))} be picked: ${causes}`;
  if (left > 0) return `there ${left === 1 ? 'is' : 'are'} only ${left} here`;
  return refused.length === 0 ? 'there is none here' : `none of the ${sumOf(refused)} here is: ${inWords(refused)}`;
}

function allOf(devices: number): string {
  return devices === 1 ? 'the only one here is' : `all ${devices} here are`;
}

/** The number of devices that are left of those of the class. */
function howMany(left: number, there: number): string {
  if (there === 0) return 'none here can';
  if (there === 1 && left === 0) return 'the only one here cannot';
  return `${left === 0 ? 'none' : `only ${left}`} of the ${there} here can`;
}

/** Devices of which nobody knows what requests would say of them. */
const UNSEEN: ReadonlySet<Loss['code']> = new Set(['obsolete-pool', 'incomplete-pool', 'invalid-pool', 'no-device-slice']);

function inWords(losses: readonly Loss[]): string {
  const words = nearestFirst(losses).map((loss) => `${loss.count} ${loss.detail}`);
  return some(words, MAX_LOSSES);
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, loss) => sum + loss.count, 0);
}

/** Says that requests have enough devices one by one, where nobody looked for what keeps them apart. */
export const NOT_TOGETHER = 'each request has enough devices by itself, but they cannot be had all at a time';
