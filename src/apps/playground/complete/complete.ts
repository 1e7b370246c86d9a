// Completions for a place in the text: fields and values of the kinds, attributes of its devices, and functions of selectors.

import type { FeatureOptions } from '../../../core/features/features.js';
import { serverOf } from '../../../validate/server.js';
import type { CompletionOption, Completions } from '../protocol.js';
import { celCompletions } from './cel.js';
import { fieldCompletions, typeAt } from './fields.js';
import { namesIn } from './names.js';
import { objectsAtCursor } from './object-at-cursor.js';
import { type FieldPlace, type Place, placeAt, type ValuePlace } from './place.js';
import { keyCompletions, type ValueContext, valueCompletions } from './values.js';

/** Longer texts are not searched at each keystroke. */
const MAX_TEXT = 4_000_000;

/** Returns the completions at an offset; undefined if no completion exists. Never throws. */
export function complete(text: string, offset: number, options: FeatureOptions): Completions | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const getContext = (): ValueContext => contextAt(text, offset, place, options);
  if (place.kind === 'field') return { from: place.from, to: place.to, options: atField(place, getContext, options) };
  if (place.key === 'expression') return celCompletions(place, getContext().names, options);
  return { from: place.from, to: place.to, options: atValue(place, getContext(), options) };
}

/** Returns the names of the text: of all readable documents, and of the current document without the line of the cursor. */
function contextAt(text: string, offset: number, { levels }: Place, options: FeatureOptions): ValueContext {
  const names = namesIn(text);
  const objects = objectsAtCursor(text, offset);
  for (const object of objects) names.add(object);
  return { names, currentObjects: objects, levels, minor: serverOf(options).minor };
}

/** Returns completions for a key, or for a list item that is not a mapping. */
function atField(place: FieldPlace, getContext: () => ValueContext, options: FeatureOptions): readonly CompletionOption[] {
  const type = typeAt(place, options);
  if (type?.kind === 'map') return keyCompletions(place, place.siblings, getContext(), options);
  if (place.path.at(-1) !== '[]' || type === undefined || type.kind === 'struct') return fieldCompletions(place, options);
  return valueCompletions({ ...place, path: place.path.slice(0, -2) }, place.path.at(-2) ?? '', getContext(), options);
}

function atValue(place: ValuePlace, context: ValueContext, options: FeatureOptions): readonly CompletionOption[] {
  return valueCompletions(place, place.key, context, options);
}
