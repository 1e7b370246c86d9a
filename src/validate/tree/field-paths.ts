// Provides field paths for findings about objects that are no longer available.

import { Field } from './field.js';
import { struct } from './transform.js';

/** The root of an object whose values do not matter, only its field paths. */
export const PLACE = Field.root(struct({}));
