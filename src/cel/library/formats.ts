// The library of named formats. Source: k8s.io/apiserver pkg/cel/library/format.go.

import { FORMATS, type NamedFormat } from '../named-format.js';
import { NONE, Optional } from '../values.js';
import { type Declaration, declare } from './declaration.js';

export const NAMED_FORMATS: readonly Declaration[] = [
  ...Array.from(FORMATS, ([name, format]) => declare<[]>(`format.${name}`, `format.${name}() Format`, () => format)),
  declare<[string]>('format-named', 'format.named(string) optional_type(Format)', (_, name) => {
    const format = FORMATS.get(name);
    return format === undefined ? NONE : new Optional(format);
  }),
  declare<[NamedFormat, string]>('format-validate', 'Format.validate(string) optional_type(list(string))', (frame, format, text) => {
    frame.work(200 + text.length * 24);
    const problems = format.problems(text);
    return problems.length === 0 ? NONE : new Optional(problems);
  }),
];
