// Label selectors, and requirements on labels, which node selectors share. Source: meta/v1, type LabelSelector, and LabelSelectorAsSelector and
// labels.NewRequirement of k8s.io/apimachinery v0.37.2.

import type { Checkpoint } from '../base/checkpoint.js';
import { largeEntryIn } from '../base/entry-in.js';
import { aggregate, invalidList, invalidString, notSupported, quoted } from '../base/field-error.js';
import type { Incremental } from '../base/incremental.js';
import { parseInt64 } from '../base/integers.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { type Membership, membershipOf } from '../base/membership.js';
import { labelKeyProblems, labelValueProblems } from '../base/name-rules.js';
import { shownName } from '../base/words.js';
import { type DecodedBy, list, map, object, string } from './decoder.js';

const lenient = { lenient: true } as const;

const requirement = object({ key: string, operator: string, values: list(string) }, lenient);

export const labelSelector = object({ matchLabels: map(string), matchExpressions: list(requirement) }, lenient);

/** A selector of objects by their labels. All its requirements must match; without requirements it selects every object. */
export interface LabelSelector extends DecodedBy<typeof labelSelector> {}

/** Selects no object, like an absent selector. */
export const SELECTS_NONE: LabelPredicate = () => false;

/** Selects every object, like a selector without requirements. */
export const SELECTS_ALL: LabelPredicate = () => true;

/** A compiled selector. A selector with an error selects no object. */
export interface ParsedSelector {
  readonly matches: LabelPredicate;
  readonly error?: string;
}

/** Compiles a selector, in increments. The API server accepts some label values that do not compile. */
export function* parsingLabelSelector(selector: LabelSelector | undefined, checkpoint: Checkpoint): Incremental<ParsedSelector> {
  if (selector === undefined) return { matches: SELECTS_NONE };
  const requirements: LabelPredicate[] = [];
  const merged = requirementsIn(selector) > FEW_REQUIREMENTS ? new MergedRequirements() : undefined;
  for (const requirement of requirementsOf(selector)) {
    const { operator } = requirement;
    if (!(SELECTOR_OPERATORS as readonly string[]).includes(operator))
      return { matches: SELECTS_NONE, error: `${quoted(operator)} is not a valid label selector operator` };
    const { matches, errors } = yield* parsingRequirement(requirement, SELECTOR_OPERATORS, '', checkpoint);
    if (errors.length > 0) return { matches: SELECTS_NONE, error: aggregate(errors) };
    if (merged === undefined) requirements.push(matches);
    else yield* merged.adding(requirement, checkpoint);
    if (checkpoint.due()) yield;
  }
  return { matches: merged?.matches ?? matchingEach(requirements) };
}

/** Returns the number of requirements of a selector. */
export function requirementsIn(selector: LabelSelector | undefined): number {
  return selector === undefined ? 0 : selector.matchLabels.size + selector.matchExpressions.length;
}

/** The requirements that are tested in a microsecond. */
const REQUIREMENTS_A_UNIT = 8;

/** Returns the work of one test of selectors, in units of a checkpoint. */
export function workOfTest(...selectors: readonly (LabelSelector | undefined)[]): number {
  return selectors.reduce((sum, selector) => sum + requirementsIn(selector), 1) / REQUIREMENTS_A_UNIT;
}

/** Returns the selector of the objects that each of the selectors matches. */
export function matchingEach(selectors: readonly LabelPredicate[]): LabelPredicate {
  const restricting = selectors.filter((selector) => selector !== SELECTS_ALL);
  const [first, ...others] = restricting;
  if (first === undefined) return SELECTS_ALL;
  return others.length === 0 ? first : (labels) => restricting.every((matches) => matches(labels));
}

/** Returns the selector of the objects with these labels. Their texts are not checked. */
export function havingLabels(required: ReadonlyMap<string, string>): LabelPredicate {
  const all = [...required];
  return all.length === 0 ? SELECTS_ALL : (labels) => all.every(([key, value]) => labels.get(key) === value);
}

function* requirementsOf({ matchLabels, matchExpressions }: LabelSelector): Generator<LabelRequirement> {
  for (const [key, value] of matchLabels) yield { key, operator: 'In', values: [value] };
  yield* matchExpressions;
}

/** A requirement on a label: a key, an operator and values. */
export interface LabelRequirement extends DecodedBy<typeof requirement> {}

/** Returns whether labels match. */
export type LabelPredicate = (labels: Pick<ReadonlyMap<string, string>, 'get' | 'keys'>) => boolean;

/** The operators of label selectors. Node selectors also have Gt and Lt. */
export const SELECTOR_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** A compiled requirement, and its errors. */
export interface ParsedRequirement {
  readonly matches: LabelPredicate;
  readonly errors: readonly string[];
}

/** Compiles a requirement on a label, in increments. `operators`: the accepted operators. `path`: the start of paths in errors. */
export function* parsingRequirement(
  requirement: LabelRequirement,
  operators: readonly string[],
  path: string,
  checkpoint: Checkpoint,
): Incremental<ParsedRequirement> {
  const { key, operator, values } = requirement;
  if (!operators.includes(operator)) return { matches: () => false, errors: [notSupported(`${path}operator`, operator, operators)] };
  const keyProblems = labelKeyProblems(key);
  const errors = keyProblems.length === 0 ? [] : [invalidString(`${path}key`, key, keyProblems.join('; '))];
  const ofCount = checkCount(operator, values, `${path}values`);
  if (ofCount !== undefined) errors.push(ofCount);
  const isComparison = operator === 'Gt' || operator === 'Lt';
  const ofValues: string[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as string;
    if (isComparison && integerOf(value) === undefined)
      errors.push(invalidString(`${path}values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    const problems = labelValueProblems(value);
    if (problems.length > 0) ofValues.push(invalidString(`${path}values[${index}][${shownName(key)}]`, value, problems.join('; ')));
    if (checkpoint.due()) yield;
  }
  const listed = yield* membershipOf(values, checkpoint);
  return { matches: requirementPredicate(requirement, listed), errors: errors.concat(ofValues) };
}

/** Returns the error in the number of values. */
function checkCount(operator: string, values: readonly string[], path: string): string | undefined {
  const { length } = values;
  if (operator === 'In' || operator === 'NotIn')
    return length > 0 ? undefined : invalidList(path, values, "for 'in', 'notin' operators, values set can't be empty");
  if (operator === 'Exists' || operator === 'DoesNotExist')
    return length === 0 ? undefined : invalidList(path, values, 'values set must be empty for exists and does not exist');
  return length === 1 ? undefined : invalidList(path, values, "for 'Gt', 'Lt' operators, exactly one value is required");
}

/**
 * Returns the predicate of a requirement. A missing label satisfies only NotIn and DoesNotExist; a label that is not an int64 satisfies neither
 * Gt nor Lt.
 */
function requirementPredicate({ key, operator, values }: LabelRequirement, listed: Membership): LabelPredicate {
  const bound = integerOf(values[0] ?? '');
  return (labels) => {
    const value = labels.get(key);
    if (operator === 'DoesNotExist') return value === undefined;
    if (value === undefined) return operator === 'NotIn';
    if (operator === 'Exists') return true;
    if (operator === 'In' || operator === 'NotIn') return listed.has(value) === (operator === 'In');
    const number = integerOf(value);
    return number !== undefined && bound !== undefined && (operator === 'Gt' ? number > bound : number < bound);
  };
}

function integerOf(text: string): bigint | undefined {
  const integer = parseInt64(text);
  return typeof integer === 'bigint' ? integer : undefined;
}

/** More requirements than these are merged. */
export const FEW_REQUIREMENTS = 16;

/** The requirements on one label. */
interface LabelRules {
  isRequired: boolean;
  isForbidden: boolean;
  readonly excluded: LargeMap<string, true>;
  /** The number of lists of accepted values, and of the lists with each value. */
  lists: number;
  readonly listed: LargeMap<string, number>;
  above: bigint | undefined;
  below: bigint | undefined;
}

/**
 * A test iterates over the labels of an object, and not over the requirements. A test costs the labels of an object, and not
 * the requirements.
 */
export class MergedRequirements {
  readonly #rules = new LargeMap<string, LabelRules>(numberOfText);
  readonly #required: string[] = [];

  /** Adds a requirement that compiles without errors. */
  *adding({ key, operator, values }: LabelRequirement, checkpoint: Checkpoint): Incremental<void> {
    const rules = largeEntryIn(this.#rules, key, noRules);
    if (operator === 'DoesNotExist') rules.isForbidden = true;
    else if (operator === 'NotIn') yield* settingEach(values, () => true, rules.excluded, checkpoint);
    else if (!rules.isRequired) {
      rules.isRequired = true;
      this.#required.push(key);
    }
    const bound = integerOf(values[0] ?? '');
    if (operator === 'Gt') rules.above = largest(bound, rules.above);
    else if (operator === 'Lt') rules.below = smallest(bound, rules.below);
    else if (operator === 'In') {
      const before = rules.lists++;
      // A value that an earlier list lacks is never accepted.
      yield* settingEach(values, (count = 0) => (count === before ? before + 1 : count), rules.listed, checkpoint);
    }
  }

  readonly matches: LabelPredicate = (labels) => {
    if (this.#required.some((key) => labels.get(key) === undefined)) return false;
    for (const key of labels.keys()) {
      const rules = this.#rules.get(key);
      if (rules !== undefined && !accepts(rules, labels.get(key) as string)) return false;
    }
    return true;
  };
}

function noRules(): LabelRules {
  const [excluded, listed] = [new LargeMap<string, true>(numberOfText), new LargeMap<string, number>(numberOfText)];
  return { isRequired: false, isForbidden: false, excluded, lists: 0, listed, above: undefined, below: undefined };
}

function* settingEach<T>(
  keys: readonly string[],
  change: (before: T | undefined) => T,
  map: LargeMap<string, T>,
  checkpoint: Checkpoint,
): Incremental<void> {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    map.set(key, change(map.get(key)));
    if (checkpoint.due()) yield;
  }
}

function largest(left: bigint | undefined, right: bigint | undefined): bigint | undefined {
  return left === undefined || (right !== undefined && right > left) ? right : left;
}

function smallest(left: bigint | undefined, right: bigint | undefined): bigint | undefined {
  return left === undefined || (right !== undefined && right < left) ? right : left;
}

function accepts({ isForbidden, excluded, lists, listed, above, below }: LabelRules, value: string): boolean {
  if (isForbidden || excluded.get(value) === true || (lists > 0 && listed.get(value) !== lists)) return false;
  if (above === undefined && below === undefined) return true;
  const number = integerOf(value);
  return number !== undefined && (above === undefined || number > above) && (below === undefined || number < below);
}
