// The work that rules over the whole input may do in a call. A rule that a bound ends says nothing of the rest, which looks like finding nothing: so that is told.

import type { LocatedFinding } from '../finding.js';
import type { RuleInfo } from '../rule.js';
import type { WorldObject } from './subject.js';

/** Told by whoever counts the work, not by checking values. */
export const incompleteAnalysis: RuleInfo = {
  id: 'incomplete-analysis',
  severity: 'warning',
  says: 'Rules over the whole input stopped early because of a work limit',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
};

/** A bound: how much of something all rules together may do, and how that is told. */
interface BoundOnWork {
  readonly most: number;
  readonly says: string;
}

const BOUNDS = {
  /** Pairs of a selector and a device that are considered. */
  trials: { most: 4_000_000, says: 'selectors were tried on devices 4000000 times, the limit' },
  /** Steps of evaluations, of about 10 ns. */
  evaluation: { most: 200_000_000, says: 'evaluating selectors took 200000000 steps, the limit' },
  /** Evaluations that end at a limit of their own, of which there need be one only. */
  selector: { most: 0, says: 'a selector exceeded the work limit on a device' },
  /** Devices that rules check, over all claims that differ: about a second. */
  looks: { most: 100_000_000, says: 'rules read devices 100000000 times, the limit' },
  /** Names that are compared to find the one that was meant; comparing two long ones takes some ten microseconds. */
  names: { most: 20_000, says: 'names were compared 20000 times, the limit' },
} as const satisfies Readonly<Record<string, BoundOnWork>>;

/** One of the bounds. */
type Bound = keyof typeof BOUNDS;

/** The first object for which a bound was reached, and the rules that had to do without, from there on. */
interface Ended {
  readonly object: WorldObject;
  readonly rules: Set<string>;
}

/** Counts the work of a call, and who had to do without. */
export class WorkBounds {
  readonly #left: Record<Bound, number>;
  readonly #ended = new Map<Bound, Ended>();
  #object: WorldObject | undefined;
  #rule = '';

  constructor() {
    this.#left = Object.fromEntries(Object.entries(BOUNDS).map(([bound, { most }]) => [bound, most])) as Record<Bound, number>;
  }

  /** Says which object is judged from now on. */
  judges(object: WorldObject): void {
    this.#object = object;
  }

  /** Says for which rule work is done from now on. */
  asks(rule: RuleInfo): void {
    this.#rule = rule.id;
  }

  /** Counts work that is done. */
  charge(bound: Bound, amount: number): void {
    this.#left[bound] -= amount;
  }

  /** Announces work. False: the bound is reached, and the rule that asks has to do without, which is noted. */
  spend(bound: Bound, amount: number): boolean {
    const left = this.#left[bound] - amount;
    this.#left[bound] = left;
    if (left < 0) this.#note(bound);
    return left >= 0;
  }

  /** The findings about rules that had to do without, each at the first object for which that was so. */
  findings(): readonly (readonly [position: number, finding: LocatedFinding])[] {
    const { id, severity } = incompleteAnalysis;
    return [...this.#ended].map(([bound, { object, rules }]) => {
      const message = `${BOUNDS[bound].says}; from this object on, these rules check only a part: ${[...rules].sort().join(', ')}`;
      const suggestion = 'validate fewer objects at a time, each time with all slices and classes';
      const finding = { severity, rule: id, message, object: object.shown, path: '', suggestion };
      return [object.position, { finding, source: object.given.source, steps: object.given.steps }];
    });
  }

  #note(bound: Bound): void {
    const known = this.#ended.get(bound);
    if (known !== undefined) known.rules.add(this.#rule);
    else if (this.#object !== undefined) this.#ended.set(bound, { object: this.#object, rules: new Set([this.#rule]) });
  }
}
