// Completions for a place in the text: fields and values of the kinds, attributes of its devices, and functions of selectors.

import type { FeatureOptions } from '../../../core/features/features.js';
import { serverOf } from '../../../validate/server.js';
import type { CompletionOption, Completions } from '../protocol.js';
import { objectsAround } from './around-object.js';
import { celCompletions } from './cel.js';
import { fieldCompletions, typeAt } from './fields.js';
import { namesIn } from './names.js';
import { type FieldPlace, type Place, placeAt, type ValuePlace } from './place.js';
import { type Known, keyCompletions, valueCompletions } from './values.js';

/** Longer texts are not searched at each keystroke. */
const MAX_TEXT = 4_000_000;

/** Returns the completions at an offset; undefined if there are none. Never throws. */
export function complete(text: string, offset: number, options: FeatureOptions): Completions | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const known = (): Known => knownAt(text, offset, place, options);
  if (place.kind === 'field') return { from: place.from, to: place.to, options: atField(place, known, options) };
  if (place.key === 'expression') return celCompletions(place, known().names, options);
  return { from: place.from, to: place.to, options: atValue(place, known(), options) };
}

/** Returns the names of the text: of all readable documents, and of the current document without the line of the cursor. */
function knownAt(text: string, offset: number, { levels }: Place, options: FeatureOptions): Known {
  const names = namesIn(text);
  const around = objectsAround(text, offset);
  for (const object of around) names.add(object);
  return { names, around, levels, minor: serverOf(options).minor };
}

/** Returns completions for a key, or for a list item that is no mapping. */
function atField(place: FieldPlace, known: () => Known, options: FeatureOptions): readonly CompletionOption[] {
  const type = typeAt(place, options);
  if (type?.kind === 'map') return keyCompletions(place, place.siblings, known(), options);
  if (place.path.at(-1) !== '[]' || type === undefined || type.kind === 'struct') return fieldCompletions(place, options);
  return valueCompletions({ ...place, path: place.path.slice(0, -2) }, place.path.at(-2) ?? '', known(), options);
}

function atValue(place: ValuePlace, known: Known, options: FeatureOptions): readonly CompletionOption[] {
  return valueCompletions(place, place.key, known, options);
}
