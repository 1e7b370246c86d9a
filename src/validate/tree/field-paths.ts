// Fields of objects that are not at hand any more: places for findings.

import { Field } from './field.js';
import { struct } from './transform.js';

/** The root of an object of which only the places of its fields matter. */
export const PLACE = Field.root(struct({}));
