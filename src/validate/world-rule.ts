// Rules over the whole input: warnings of what can never work, or works otherwise than meant.

import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Fix } from './finding.js';
import type { Subject } from './report.js';
import { Report } from './report.js';
import type { Assignments, Examples, RuleInfo, Surroundings } from './rule.js';
import type { Field } from './tree/field.js';
import type { WorldSlice } from './world/devices.js';
import type { WorldPool } from './world/pools.js';
import type { Reported } from './world/remembered.js';
import type { World } from './world/world.js';

/** An object of an example: the difference to the example of its kind (`examples.ts`), perhaps in another version. */
export type ExampleObject = readonly [kind: string, changes: Assignments, apiVersion?: string];

/** Objects that together break a rule, and some that keep it. */
export interface WorldExamples {
  readonly options?: Examples['options'];
  readonly bad: readonly ExampleObject[];
  readonly good: readonly ExampleObject[];
  /** Other rules that the bad ones break by their nature. */
  readonly also?: readonly string[];
}

/** A rule about values of some types in claims, templates, classes and whatever has pods, which the rest of the input makes wrong. */
export interface WorldRule extends RuleInfo {
  /** The types, by their names in the newest API: `DeviceRequest`. */
  readonly at: readonly string[];
  readonly examples: () => WorldExamples;
  check(value: Field, context: WorldContext): void;
}

/** A rule about the slices of a pool. */
export interface PoolRule extends RuleInfo {
  readonly examples: () => WorldExamples;
  check(pool: WorldPool, context: PoolContext): void;
}

/** The report on one object, with the rest of the input. */
export class WorldContext extends Report {
  readonly world: World;
  #rule: RuleInfo | undefined;
  #recorded: Reported[] | undefined;

  constructor(subject: Subject, world: World, server: Surroundings, checkpoint: Checkpoint) {
    super(subject, server, checkpoint);
    this.world = world;
  }

  override of(rule: RuleInfo): this {
    this.#rule = rule;
    this.world.bounds.asks(rule);
    return super.of(rule);
  }

  override report(at: Field, message: string, suggestion?: string, fix?: Fix): void {
    super.report(at, message, suggestion, fix);
    this.#recorded?.push({ rule: this.#rule as RuleInfo, steps: at.steps, message, suggestion, fix });
  }

  /** The reports that are made meanwhile, with the steps below a field. */
  record(field: Field, judge: () => void): readonly Reported[] {
    const recorded: Reported[] = [];
    this.#recorded = recorded;
    judge();
    this.#recorded = undefined;
    const depth = field.steps.length;
    return recorded.map((each) => ({ ...each, steps: each.steps.slice(depth) }));
  }
}

/** A rule about a pool gets this, and says here what is wrong with its slices. */
export interface PoolContext {
  readonly world: World;
  /** Reports that the rule is broken in a slice, at a field of it. */
  report(slice: WorldSlice, at: Field, message: string, suggestion?: string): void;
}
