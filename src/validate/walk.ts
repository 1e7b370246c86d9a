// Goes over a decoded object by its schema, and has every value judged by the rules of its type. Values without rules in them are not looked at.

import type { Field } from './field.js';
import type { Report } from './report.js';
import { DECLARATIVE_SINCE, type RuleInfo } from './rule.js';
import type { StructType, Type } from './schema/schema.js';

/** A field in which values may be judged. */
type Step = readonly [name: string, type: Type];

/** A rule about values of some types, which writes into a report of some kind. */
interface WalkedRule<R extends Report> extends RuleInfo {
  readonly at: readonly string[];
  readonly declarative?: true;
  check(value: Field, report: R): void;
}

/** Judges objects by rules. */
export class Walk<R extends Report> {
  readonly #rules: ReadonlyMap<string, readonly WalkedRule<R>[]>;
  readonly #steps = new Map<StructType, readonly Step[]>();
  readonly #isJudged = new Map<Type, boolean>();
  /** The walk that goes on where the other rules stop. */
  readonly #declarative: Walk<R>;

  constructor(rules: readonly WalkedRule<R>[]) {
    this.#rules = rulesByType(rules);
    const declarative = rules.filter((rule) => rule.declarative === true);
    this.#declarative = declarative.length < rules.length ? new Walk(declarative) : this;
  }

  /** Judges a value and everything in it. A struct is judged where it is given, before what it contains. */
  judge(value: Field, type: Type, report: R): void {
    if (!value.isSet) return;
    const stop = report.stopOf(value);
    if (stop === undefined) this.#judge(value, type, report);
    else if (stop === 'handwritten' && report.minor >= DECLARATIVE_SINCE) this.#declarative.#judge(value, type, report);
  }

  /** Tells whether anything in values of a type is judged. */
  looksAt(type: Type): boolean {
    return this.#hasRules(type);
  }

  #judge(value: Field, type: Type, report: R): void {
    switch (type.kind) {
      case 'struct':
        for (const rule of this.#rules.get(type.name) ?? []) rule.check(value, report.of(rule));
        for (const [name, inner] of this.#stepsOf(type)) this.judge(value.child(name), inner, report);
        break;
      case 'list':
        for (const item of value.items) {
          report.checkpoint.step();
          this.judge(item, type.items, report);
        }
        break;
      case 'map':
        for (const entry of value.entries) this.judge(entry, type.values, report);
        break;
      default:
    }
  }

  #stepsOf(type: StructType): readonly Step[] {
    let steps = this.#steps.get(type);
    if (steps === undefined) {
      steps = [...type.fields].filter(([, inner]) => this.#hasRules(inner));
      this.#steps.set(type, steps);
    }
    return steps;
  }

  /** Tells whether values of a type, or values in them, are judged. Types that contain themselves count as judged. */
  #hasRules(type: Type): boolean {
    const known = this.#isJudged.get(type);
    if (known !== undefined) return known;
    this.#isJudged.set(type, true);
    const has = this.#hasOwnRules(type);
    this.#isJudged.set(type, has);
    return has;
  }

  #hasOwnRules(type: Type): boolean {
    if (type.kind === 'list') return this.#hasRules(type.items);
    if (type.kind === 'map') return this.#hasRules(type.values);
    if (type.kind !== 'struct') return false;
    return this.#rules.has(type.name) || [...type.fields.values()].some((inner) => this.#hasRules(inner));
  }
}

/** Rules by the names of the types that they judge, in their order. */
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
