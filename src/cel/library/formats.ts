// Implements the library of named formats. Source: k8s.io/apiserver pkg/cel/library/format.go.

import { NONE, Optional } from '../values/values.js';
import { CONSTANT, type Declaration, declare } from './declaration.js';
import { FORMATS, type NamedFormat } from './named-format.js';
import { hashOf } from './work.js';

/** The work of validating a text: a constant, and per character; a URI takes longest. */
const VALIDATION_WORK = 200;
const VALIDATED = 1;
const VALIDATED_URI = 2.5;
const validating = (format: NamedFormat, text: string): number =>
  VALIDATION_WORK + text.length * (format === FORMATS.get('uri') ? VALIDATED_URI : VALIDATED);

export const NAMED_FORMATS: readonly Declaration[] = [
  ...Array.from(FORMATS, ([name, format]) => declare<[]>(`format.${name}`, `format.${name}() Format`, CONSTANT, () => format)),
  declare<[string]>('format-named', 'format.named(string) optional_type(Format)', hashOf, (_, name) => {
    const format = FORMATS.get(name);
    return format === undefined ? NONE : new Optional(format);
  }),
  declare<[NamedFormat, string]>(
    'format-validate',
    'Format.validate(string) optional_type(list(string))',
    validating,
    (_, format, text) => {
      const problems = format.problems(text);
      return problems.length === 0 ? NONE : new Optional(problems);
    },
  ),
];
