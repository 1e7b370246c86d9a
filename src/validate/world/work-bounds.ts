// Limits the work of rules over the whole input in a call. It also reports rules that a limit stopped, because a stopped rule
// looks like a rule without findings.

import type { LocatedFinding } from '../finding.js';
import type { RuleInfo } from '../rule.js';
import type { WorldObject } from './subject.js';

/** This is reported when a work limit is reached, not by checking values. */
export const incompleteAnalysis: RuleInfo = {
  id: 'incomplete-analysis',
  severity: 'warning',
  says: 'Rules over the whole input stopped early because of a work limit',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
};

/** A work limit for all rules, and the text that reports it. */
interface BoundOnWork {
  readonly most: number;
  readonly says: string;
}

const BOUNDS = {
  /** Evaluated pairs of a selector and a device. */
  trials: { most: 4_000_000, says: 'selectors were tried on devices 4000000 times, which is the limit' },
  /** Steps of evaluations, about 10 ns each. */
  evaluation: { most: 200_000_000, says: 'the evaluation of selectors reached the limit of 200000000 steps' },
  /** Evaluations that end at their individual limit. One such evaluation is enough for a report. */
  selector: { most: 0, says: 'a selector exceeded the work limit on a device' },
  /** Devices that rules check, over all distinct claims: about a second. */
  looks: { most: 100_000_000, says: 'rules read devices 100000000 times, which is the limit' },
  /** Names compared to find similar ones. Comparing two long names takes about ten microseconds. */
  names: { most: 20_000, says: 'names were compared 20000 times, which is the limit' },
} as const satisfies Readonly<Record<string, BoundOnWork>>;

type Bound = keyof typeof BOUNDS;

/** The first object at which a limit was reached, and the rules affected from there on. */
interface Ended {
  readonly object: WorldObject;
  readonly rules: Set<string>;
}

/** Counts the work of a call and records the rules that a limit stopped. */
export class WorkBounds {
  readonly #left: Record<Bound, number>;
  readonly #ended = new Map<Bound, Ended>();
  #object: WorldObject | undefined;
  #rule = '';

  constructor() {
    this.#left = Object.fromEntries(Object.entries(BOUNDS).map(([bound, { most }]) => [bound, most])) as Record<Bound, number>;
  }

  /** Sets the object that is validated from now on. */
  judges(object: WorldObject): void {
    this.#object = object;
  }

  /** Sets the rule that causes the following work. */
  asks(rule: RuleInfo): void {
    this.#rule = rule.id;
  }

  /** Counts completed work. */
  charge(bound: Bound, amount: number): void {
    this.#left[bound] -= amount;
  }

  /** Reserves work. Returns false if the limit is reached; the current rule is then recorded as stopped. */
  spend(bound: Bound, amount: number): boolean {
    const left = this.#left[bound] - amount;
    this.#left[bound] = left;
    if (left < 0) this.#note(bound);
    return left >= 0;
  }

  /** Returns one finding per limit reached, at the first object affected. */
  findings(): readonly (readonly [position: number, finding: LocatedFinding])[] {
    const { id, severity } = incompleteAnalysis;
    return [...this.#ended].map(([bound, { object, rules }]) => {
      const message = `${BOUNDS[bound].says}; these rules checked this object and later ones only in part: ${[...rules].sort().join(', ')}`;
      const suggestion = 'validate fewer objects at a time, each time with all slices and classes';
      const finding = { severity, rule: id, message, object: object.shown, path: '', suggestion };
      return [object.position, { finding, source: object.inputObject.source, steps: object.inputObject.steps }];
    });
  }

  #note(bound: Bound): void {
    const endedBound = this.#ended.get(bound);
    if (endedBound !== undefined) endedBound.rules.add(this.#rule);
    else if (this.#object !== undefined) this.#ended.set(bound, { object: this.#object, rules: new Set([this.#rule]) });
  }
}
