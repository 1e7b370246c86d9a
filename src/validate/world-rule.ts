// Defines rules over the whole input, which warn about configurations that can never work or do not work as intended.

import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Fix } from './finding.js';
import type { Subject } from './report.js';
import { Report } from './report.js';
import type { Assignments, Examples, RuleInfo, Surroundings } from './rule.js';
import type { Field } from './tree/field.js';
import type { WorldSlice } from './world/devices.js';
import type { WorldPool } from './world/pools.js';
import type { Reported } from './world/report-cache.js';
import type { World } from './world/world.js';

/** An object of an example, as changes to the example of its kind (`examples.ts`), optionally in another version. */
export type ExampleObject = readonly [kind: string, changes: Assignments, apiVersion?: string];

/** Objects that together break a rule, and objects that follow it. */
export interface WorldExamples {
  readonly options?: Examples['options'];
  readonly bad: readonly ExampleObject[];
  readonly good: readonly ExampleObject[];
  /** Other rules that the bad objects necessarily break. */
  readonly also?: readonly string[];
}

/** A rule about values in claims, templates, classes and pod owners that are wrong in combination with the other objects. */
export interface WorldRule extends RuleInfo {
  /** The types by their names in the newest API: `DeviceRequest`. */
  readonly at: readonly string[];
  readonly examples: () => WorldExamples;
  check(value: Field, context: WorldContext): void;
}

/** A rule about the slices of a pool. */
export interface PoolRule extends RuleInfo {
  readonly examples: () => WorldExamples;
  check(pool: WorldPool, context: PoolContext): void;
}

/** The report on one object, with access to the rest of the input. */
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

  /** Returns the reports made while `judge` runs, with their steps relative to a field. */
  record(field: Field, judge: () => void): readonly Reported[] {
    const recorded: Reported[] = [];
    this.#recorded = recorded;
    judge();
    this.#recorded = undefined;
    const depth = field.steps.length;
    return recorded.map((each) => ({ ...each, steps: each.steps.slice(depth) }));
  }
}

/** The context of a rule about a pool, which accepts reports on the pool's slices. */
export interface PoolContext {
  readonly world: World;
  /** Reports that a field of a slice breaks the rule. */
  report(slice: WorldSlice, at: Field, message: string, suggestion?: string): void;
}
