// Completions for a place of the text: fields and values of the kinds, attributes of the devices in it, and functions of selectors.

import type { FeatureOptions } from '../../features/features.js';
import type { Completions } from '../protocol.js';
import { celCompletions } from './cel.js';
import { fieldCompletions, valueCompletions } from './fields.js';
import { namesIn } from './names.js';
import { placeAt } from './place.js';

/** Longer texts are not gone through at each letter. */
const MAX_TEXT = 4_000_000;

/** Completes at an offset; undefined: nothing is known there. Throws nothing for any text. */
export function complete(text: string, offset: number, options: FeatureOptions): Completions | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const { from, to } = place;
  if (place.kind === 'field') return { from, to, options: fieldCompletions(place, options) };
  if (place.key === 'expression') return celCompletions(place, namesIn(text), options);
  return { from, to, options: valueCompletions(place, namesIn(text), options) };
}
