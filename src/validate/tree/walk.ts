// Visits a decoded object by its schema and applies the rules for each value's type. It skips values without rules.

import type { Report } from '../report.js';
import { DECLARATIVE_SINCE, type RuleInfo } from '../rule.js';
import { Reach } from '../schema/reach.js';
import type { Type } from '../schema/schema.js';
import type { Field } from './field.js';

/** A rule about values of certain types, which writes into a report. */
interface WalkedRule<R extends Report> extends RuleInfo {
  readonly at: readonly string[];
  readonly declarative?: true;
  check(value: Field, report: R): void;
}

/** Validates objects by rules. */
export class Walk<R extends Report> {
  readonly #rules: ReadonlyMap<string, readonly WalkedRule<R>[]>;
  /** The types whose values have rules. */
  readonly #reach = new Reach((name) => this.#rules.has(name));
  /** The walk that continues where handwritten rules stop. */
  readonly #declarative: Walk<R>;

  constructor(rules: readonly WalkedRule<R>[]) {
    this.#rules = rulesByType(rules);
    const declarative = rules.filter((rule) => rule.declarative === true);
    this.#declarative = declarative.length < rules.length ? new Walk(declarative) : this;
  }

  /** Validates a value and its contents, each struct before its fields. Skips absent values. */
  judge(value: Field, type: Type, report: R): void {
    if (!value.isSet) return;
    const stop = report.stopOf(value);
    if (stop === undefined) this.#judge(value, type, report);
    else if (stop === 'handwritten' && report.minor >= DECLARATIVE_SINCE) this.#declarative.#judge(value, type, report);
  }

  /** Returns whether values of a type have rules. */
  looksAt(type: Type): boolean {
    return this.#reach.leadsFrom(type);
  }

  #judge(value: Field, type: Type, report: R): void {
    switch (type.kind) {
      case 'struct':
        for (const rule of this.#rules.get(type.name) ?? NO_RULES) rule.check(value, report.of(rule));
        for (const [name, inner] of this.#reach.stepsOf(type)) {
          if (value.fields[name] !== undefined) this.judge(value.child(name), inner, report);
        }
        break;
      case 'list':
        for (let position = 0; position < value.size; position++) {
          report.checkpoint.step();
          this.judge(value.index(position), type.items, report);
        }
        break;
      case 'map':
        for (const entry of value.entries) {
          report.checkpoint.step();
          this.judge(entry, type.values, report);
        }
        break;
      default:
    }
  }
}

const NO_RULES: readonly never[] = [];

/** Returns the rules by the names of the types that they check, in their order. */
function rulesByType<T extends { readonly at: readonly string[] }>(rules: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const byType = new Map<string, T[]>();
  for (const rule of rules) {
    for (const type of rule.at) {
      const others = byType.get(type);
      if (others === undefined) byType.set(type, [rule]);
      else others.push(rule);
    }
  }
  return byType;
}
