// Fields of the kinds, as the API has them, and values for those whose values are names of the text or words of the API.

import type { FeatureOptions } from '../../features/features.js';
import { innerType, kindNames, type Type, typeOf, versionsOf } from '../../validate/schema/schema.js';
import { serverOf } from '../../validate/server.js';
import type { CompletionOption } from '../protocol.js';
import type { Names } from './names.js';
import type { FieldPlace, ValuePlace } from './place.js';

/** The fields that a mapping can still have. */
export function fieldCompletions(
  { apiVersion, kindName, path, siblings }: FieldPlace,
  options: FeatureOptions,
): readonly CompletionOption[] {
  const type = typeAt(apiVersion, kindName, path, options);
  if (type?.kind !== 'struct') {
    const isRoot = path.length === 0 && kindName === '';
    return isRoot
      ? ['apiVersion', 'kind', 'metadata', 'spec'].filter((name) => !siblings.has(name)).map((name) => fieldOf(name, undefined))
      : [];
  }
  return Array.from(type.fields, ([name, own]) => fieldOf(name, own)).filter(({ label }) => !siblings.has(label));
}

function fieldOf(label: string, type: Type | undefined): CompletionOption {
  const detail = type === undefined ? '' : wordsOf(type);
  const isInline = type === undefined || !['struct', 'list', 'map'].includes(type.kind);
  return { label, type: 'property', apply: isInline ? `${label}: ` : `${label}:`, ...(detail === '' ? {} : { detail }) };
}

/** The type in a word or two. */
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

function typeAt(apiVersion: string, kind: string, path: readonly string[], options: FeatureOptions): Type | undefined {
  const { minor, ownGates } = serverOf(options);
  let type: Type | undefined = typeOf(apiVersion, kind, minor, ownGates);
  for (const step of path) type = type === undefined ? undefined : innerType(type, step === '[]' ? 0 : step);
  return type;
}

/** The words that the API has for a field. Source: the types of k8s.io/api resource/v1 and core/v1. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['allocationMode', ['ExactCount', 'All']],
  ['operator', ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Equal']],
  ['effect', ['NoSchedule', 'NoExecute', 'None', 'PreferNoSchedule']],
]);

/** The kinds whose names stand in a field. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['deviceClassName', 'DeviceClass'],
  ['resourceClaimTemplateName', 'ResourceClaimTemplate'],
  ['resourceClaimName', 'ResourceClaim'],
  ['nodeName', 'Node'],
]);

/** The values that a field can have. */
export function valueCompletions(place: ValuePlace, names: Names, options: FeatureOptions): readonly CompletionOption[] {
  const { key, kindName, apiVersion, path } = place;
  const { minor } = serverOf(options);
  const enums = (values: Iterable<string>): readonly CompletionOption[] => Array.from(values, (label) => ({ label, type: 'enum' }));
  if (key === 'kind' && path.length === 0) return enums(kindNames());
  if (key === 'apiVersion' && path.length === 0) return enums(versionsIn(kindName, minor));
  const reference = REFERENCES.get(key);
  if (reference !== undefined) return enums(names.objects.get(reference) ?? []);
  if (key === 'matchAttribute' || key === 'distinctAttribute') return attributes(names);
  if (key === 'driver') return enums(names.drivers);
  const words = WORDS.get(key);
  if (words !== undefined) return enums(words);
  return typeAt(apiVersion, kindName, [...path, key], options)?.kind === 'bool' ? enums(['true', 'false']) : [];
}

function versionsIn(kind: string, minor: number): ReadonlySet<string> {
  const kinds = kind === '' ? kindNames() : [kind];
  return new Set(kinds.flatMap((each) => versionsOf(each, minor).map(({ apiVersion }) => apiVersion)));
}

function attributes({ fullAttributes, attributes: known }: Names): readonly CompletionOption[] {
  return fullAttributes.map((label) => {
    const slash = label.indexOf('/');
    const values = known.get(label.slice(0, slash))?.get(label.slice(slash + 1));
    return { label, type: 'property', detail: `${values?.size ?? 0} values` };
  });
}
