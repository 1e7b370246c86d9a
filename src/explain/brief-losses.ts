// Shortens losses for the first line of an explanation, without details that later lines repeat.

import { inList, some } from '../core/base/words.js';
import type { DeviceHolder, Loss } from './explanation.js';
import { abbreviated } from './expressions.js';
import { afterCount, ownerInWords } from './losses.js';

/** The most pods, claims, clauses, values of a clause, and remaining amounts listed; the others are counted. */
const MAX_HOLDERS = 3;
const MAX_CLAUSES = 2;
const MAX_VALUES = 2;
const MAX_AMOUNTS = 3;

/** Longer clauses are cut. */
const MAX_CLAUSE = 100;

/** Losses that the first line merges: they differ only in the remaining amount of a capacity or a counter. */
export interface BriefLoss {
  readonly loss: Loss;
  readonly count: number;
  /** This text follows a number of devices: `allocated to pod train-0`, `do not match the selector`. */
  readonly text: string;
}

/** Returns short losses, in their order. `namespace`: the namespace of the claim. Names in this namespace omit it. */
export function briefly(losses: readonly Loss[], namespace: string): readonly BriefLoss[] {
  // Usually there is one loss, and it occurs on many nodes.
  if (losses.length < 2) return losses.map((loss) => briefOf([loss], namespace));
  const groups = new Map<string, Loss[]>();
  for (const [index, loss] of losses.entries()) {
    const { code, capacity, counter, amounts } = loss;
    const key = JSON.stringify(amounts === undefined ? index : [code, capacity, counter, amounts.wanted]);
    groups.set(key, [...(groups.get(key) ?? []), loss]);
  }
  return Array.from(groups.values(), (group) => briefOf(group as [Loss], namespace));
}

/** Merges equal losses. */
function briefOf(group: readonly [Loss, ...Loss[]], namespace: string): BriefLoss {
  const [loss] = group;
  const count = group.reduce((sum, one) => sum + one.count, 0);
  return { loss, count, text: afterCount(count, textOf(loss, group, namespace)) };
}

function textOf(loss: Loss, group: readonly Loss[], namespace: string): string {
  const { code, holders = [], clauses = [], detail, amounts } = loss;
  if (amounts !== undefined) {
    const left = some([...new Set(group.flatMap((one) => one.amounts?.left ?? []))], MAX_AMOUNTS, ' or ');
    return amountsInWords({ ...loss, amounts: { ...amounts, left } });
  }
  if (code === 'taken') return `allocated${takersBriefly(holders, namespace)}`;
  if (clauses.length === 0) return detail;
  return `do not match ${ownerInWords(loss.selector ?? {})}: ${clausesBriefly(loss)}`;
}

/** Returns how devices exceed a counter, or have too little of a capacity. */
export function amountsInWords({ code, capacity, counter, amounts }: Pick<Loss, 'code' | 'capacity' | 'counter' | 'amounts'>): string {
  const [wanted, left] = [amounts?.wanted, amounts?.left];
  if (counter !== undefined) return `exceed counter ${counter}: needs ${wanted}, ${left} left`;
  const rest = code === 'capacity-too-small' ? `has ${left}` : `${left} left`;
  return `have too little of capacity ${capacity}: requested ${wanted}, ${rest}`;
}

/** Names the pods that use the devices, or the claims if a claim has no known pods. Names from other namespaces include their namespace. */
function takersBriefly(holders: readonly DeviceHolder[], namespace: string): string {
  if (holders.length === 0) return '';
  const near = (name: string): string => (name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name);
  if (holders.some(({ pods }) => pods.length === 0)) return ` to ${named('claim', [...new Set(holders.map(({ claim }) => near(claim)))])}`;
  const pods = holders.flatMap(({ claim, pods: names }) => names.map((name) => near(`${claim.split('/')[0]}/${name}`)));
  return ` to ${named('pod', [...new Set(pods)])}`;
}

function named(noun: string, names: readonly string[]): string {
  return names.length === 1 ? `${noun} ${names[0]}` : `${noun}s ${names.length > MAX_HOLDERS ? some(names, MAX_HOLDERS) : inList(names)}`;
}

/** Lists the clauses of a selector that were false, with the values compared. */
export function clausesBriefly({ clauses = [], count }: Loss): string {
  const words = clauses.map(({ text, seen, count: number }) => {
    const shown = `\`${abbreviated(text, MAX_CLAUSE)}\``;
    const values = seen.map(({ value }) => value);
    if (values.length > 0) return `${shown}, value ${some(values, MAX_VALUES)}`;
    return `${shown} is false${number === count ? '' : ` on ${number}`}`;
  });
  return some(words, MAX_CLAUSES, '; ');
}
