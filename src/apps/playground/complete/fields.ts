// Completions of fields, from the types of the API.

import type { FeatureOptions } from '../../../core/features/features.js';
import { innerType, type Type, typeOf } from '../../../validate/schema/schema.js';
import { serverOf } from '../../../validate/server.js';
import type { CompletionOption } from '../protocol.js';

/** The place of a value: its object, and the keys on its path. */
export interface TypedPlace {
  readonly apiVersion: string;
  readonly kindName: string;
  readonly path: readonly string[];
}

/** Returns the type at a place; undefined if the kind has no such field. */
export function typeAt({ apiVersion, kindName, path }: TypedPlace, options: FeatureOptions): Type | undefined {
  const { minor, libraryGates } = serverOf(options);
  let type: Type | undefined = typeOf(apiVersion, kindName, minor, libraryGates);
  for (const step of path) type = type === undefined ? undefined : innerType(type, step === '[]' ? 0 : step);
  return type;
}

/** Returns the struct and the field of a key, as `DeviceConstraint.requests`; undefined if the key belongs to no struct. */
export function fieldAt(place: TypedPlace, key: string, options: FeatureOptions): string | undefined {
  const type = typeAt(place, options);
  return type?.kind === 'struct' ? `${type.name}.${key}` : undefined;
}

/** Returns the fields that a mapping lacks. */
export function fieldCompletions(
  place: TypedPlace & { readonly siblings: ReadonlySet<string> },
  options: FeatureOptions,
): readonly CompletionOption[] {
  const { kindName, path, siblings } = place;
  const type = typeAt(place, options);
  if (type?.kind === 'struct') {
    return Array.from(type.fields, ([name, fieldType]) => fieldOf(name, fieldType)).filter(({ label }) => !siblings.has(label));
  }
  const isRoot = path.length === 0 && kindName === '';
  return isRoot
    ? ['apiVersion', 'kind', 'metadata', 'spec'].filter((name) => !siblings.has(name)).map((name) => fieldOf(name, undefined))
    : [];
}

function fieldOf(label: string, type: Type | undefined): CompletionOption {
  const detail = type === undefined ? '' : wordsOf(type);
  return { label, type: 'property', apply: isNested(type) ? `${label}:` : `${label}: `, ...(detail === '' ? {} : { detail }) };
}

function isNested(type: Type | undefined): boolean {
  return type !== undefined && ['struct', 'list', 'map'].includes(type.kind);
}

/** Returns a type in one or a few words. */
function wordsOf(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list of ${wordsOf(type.items)}`;
    case 'map':
      return 'map';
    case 'struct':
      return 'object';
    default:
      return type.kind;
  }
}
