// The kinds that a rule applies to, derived from the types that it checks.

import { kindNames, type Type, typeOf, versionsOf } from '../../../validate/schema/schema.js';

/** Returns the kinds of a release with values of some types. */
export function kindsWith(types: readonly string[], minor: number): readonly string[] {
  const typeNames = new Set(types);
  return kindNames().filter((kind) => {
    const [version] = versionsOf(kind, minor);
    const type = version === undefined ? undefined : typeOf(version.apiVersion, kind, minor);
    return type !== undefined && contains(type, typeNames, new Set());
  });
}

/** Returns whether a type is one of some, or contains one. Types may contain themselves. */
function contains(type: Type, typeNames: ReadonlySet<string>, seen: Set<Type>): boolean {
  if (type.kind === 'list') return contains(type.items, typeNames, seen);
  if (type.kind === 'map') return contains(type.values, typeNames, seen);
  if (type.kind !== 'struct' || seen.has(type)) return false;
  seen.add(type);
  return typeNames.has(type.name) || [...type.fields.values()].some((inner) => contains(inner, typeNames, seen));
}
