// Losses in the few words that the first line of an explanation has room for: without what stands below it anyway.

import { inList, some } from '../core/base/words.js';
import type { DeviceHolder, Loss } from './explanation.js';
import { abbreviated } from './expressions.js';
import { ownerInWords } from './losses.js';

/** More pods, claims, clauses of selectors, values of one, and amounts that are left are only counted. */
const MAX_HOLDERS = 3;
const MAX_CLAUSES = 2;
const MAX_VALUES = 2;
const MAX_AMOUNTS = 3;

/** A clause is shown whole where it is as long as this at most. */
const MAX_CLAUSE = 100;

/** Losses that the first line tells as one: they differ in what is left of a capacity or a counter. */
export interface BriefLoss {
  readonly loss: Loss;
  readonly count: number;
  /** Goes on from a number of devices, and from `are`: `taken by pod train-0`. */
  readonly text: string;
}

/** Losses in brief, in their order. `namespace`: of the claim that they are told to. */
export function briefly(losses: readonly Loss[], namespace: string): readonly BriefLoss[] {
  // Mostly there is nothing to put together, on each of many nodes.
  if (losses.length < 2) return losses.map((loss) => ({ loss, count: loss.count, text: textOf(loss, losses, namespace) }));
  const alike = new Map<string, Loss[]>();
  for (const [index, loss] of losses.entries()) {
    const { code, capacity, counter, amounts } = loss;
    const key = JSON.stringify(amounts === undefined ? index : [code, capacity, counter, amounts.wanted]);
    alike.set(key, [...(alike.get(key) ?? []), loss]);
  }
  return Array.from(alike.values(), (group) => {
    const [loss] = group as [Loss];
    return { loss, count: group.reduce((sum, { count }) => sum + count, 0), text: textOf(loss, group, namespace) };
  });
}

function textOf(loss: Loss, alike: readonly Loss[], namespace: string): string {
  const { code, holders = [], clauses = [], detail, amounts } = loss;
  if (amounts !== undefined) {
    const left = some([...new Set(alike.flatMap((one) => one.amounts?.left ?? []))], MAX_AMOUNTS, ' or ');
    return `refused by ${amountsInWords({ ...loss, amounts: { ...amounts, left } })}`;
  }
  if (code === 'taken') return `taken${takersBriefly(holders, namespace)}`;
  if (clauses.length === 0) return detail;
  return `refused by ${ownerInWords(loss.selector ?? {})}: ${clausesBriefly(loss)}`;
}

/** A capacity or a counter with the amount of it that is wanted, and what there is. */
export function amountsInWords({ code, capacity, counter, amounts }: Pick<Loss, 'code' | 'capacity' | 'counter' | 'amounts'>): string {
  const what = counter === undefined ? `capacity ${capacity}` : `counter ${counter}`;
  return `${what}: wants ${amounts?.wanted}, ${code === 'capacity-too-small' ? `has ${amounts?.left}` : `${amounts?.left} left`}`;
}

/** The pods that have devices; where none is known of one of them, the claims. Those of another namespace are told with theirs. */
function takersBriefly(holders: readonly DeviceHolder[], namespace: string): string {
  if (holders.length === 0) return '';
  const near = (name: string): string => (name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name);
  if (holders.some(({ pods }) => pods.length === 0)) return ` by ${named('claim', [...new Set(holders.map(({ claim }) => near(claim)))])}`;
  const pods = holders.flatMap(({ claim, pods: names }) => names.map((name) => near(`${claim.split('/')[0]}/${name}`)));
  return ` by ${named('pod', [...new Set(pods)])}`;
}

function named(noun: string, names: readonly string[]): string {
  return names.length === 1 ? `${noun} ${names[0]}` : `${noun}s ${names.length > MAX_HOLDERS ? some(names, MAX_HOLDERS) : inList(names)}`;
}

/** The clauses of a selector that were false, with what they saw. */
export function clausesBriefly({ clauses = [], count }: Loss): string {
  const words = clauses.map(({ text, seen, count: number }) => {
    const shown = `\`${abbreviated(text, MAX_CLAUSE)}\``;
    const values = seen.map(({ value }) => value);
    if (values.length > 0) return `${shown} saw ${some(values, MAX_VALUES)}`;
    return `${shown} is false${number === count ? '' : ` on ${number}`}`;
  });
  return some(words, MAX_CLAUSES, '; ');
}
