// Completions for a place of the text: fields and values of the kinds, attributes of the devices in it, and functions of selectors.

import type { FeatureOptions } from '../../../core/features/features.js';
import { serverOf } from '../../../validate/server.js';
import type { CompletionOption, Completions } from '../protocol.js';
import { objectsAround } from './around-object.js';
import { celCompletions } from './cel.js';
import { fieldCompletions, typeAt } from './fields.js';
import { namesIn } from './names.js';
import { type FieldPlace, type Place, placeAt, type ValuePlace } from './place.js';
import { type Known, keyCompletions, valueCompletions } from './values.js';

/** Longer texts are not gone through at each letter. */
const MAX_TEXT = 4_000_000;

/** Completes at an offset; undefined: nothing is known there. Throws nothing for any text. */
export function complete(text: string, offset: number, options: FeatureOptions): Completions | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const known = (): Known => knownAt(text, offset, place, options);
  if (place.kind === 'field') return { from: place.from, to: place.to, options: atField(place, known, options) };
  if (place.key === 'expression') return celCompletions(place, known().names, options);
  return { from: place.from, to: place.to, options: atValue(place, known(), options) };
}

/** The names of the text: of all documents that can be read, and of the one that is written without the line of the cursor. */
function knownAt(text: string, offset: number, { levels }: Place, options: FeatureOptions): Known {
  const names = namesIn(text);
  const around = objectsAround(text, offset);
  for (const object of around) names.add(object);
  return { names, around, levels, minor: serverOf(options).minor };
}

/** Completes a key, or an item of a list that is no mapping. */
function atField(place: FieldPlace, known: () => Known, options: FeatureOptions): readonly CompletionOption[] {
  const type = typeAt(place, options);
  if (type?.kind === 'map') return keyCompletions(place, place.siblings, known(), options);
  if (place.path.at(-1) !== '[]' || type === undefined || type.kind === 'struct') return fieldCompletions(place, options);
  return valueCompletions({ ...place, path: place.path.slice(0, -2) }, place.path.at(-2) ?? '', known(), options);
}

function atValue(place: ValuePlace, known: Known, options: FeatureOptions): readonly CompletionOption[] {
  return valueCompletions(place, place.key, known, options);
}
