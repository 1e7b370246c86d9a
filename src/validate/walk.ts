// Goes over a decoded object by its schema, and has every value judged by the rules of its type.

import type { Field } from './field.js';
import type { Rule } from './rule.js';
import type { Type } from './schema/schema.js';

/** Has a value judged by a rule. */
export type Judge = (rule: Rule, value: Field) => void;

/** Rules by the names of the types that they judge, in their order. */
export function rulesByType(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const byType = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const type of rule.at) {
      const others = byType.get(type);
      if (others === undefined) byType.set(type, [rule]);
      else others.push(rule);
    }
  }
  return byType;
}

/** Judges a value and everything in it. A struct is judged where it is given, before what it contains. */
export function walk(value: Field, type: Type, rules: ReadonlyMap<string, readonly Rule[]>, judge: Judge): void {
  if (!value.isSet) return;
  switch (type.kind) {
    case 'struct':
      for (const rule of rules.get(type.name) ?? []) judge(rule, value);
      for (const [name, inner] of type.fields) walk(value.child(name), inner, rules, judge);
      break;
    case 'list':
      for (const item of value.items) walk(item, type.items, rules, judge);
      break;
    case 'map':
      for (const entry of value.entries) walk(entry, type.values, rules, judge);
      break;
    default:
  }
}
