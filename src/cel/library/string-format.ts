// Parses the format strings of `string.format`, version 1, which Kubernetes uses. The checker and the evaluation share it.
// Source: cel-go ext/formatting.go.

import { goQuote } from '../../core/base/go-quote.js';
import { MAX_INT64 } from '../../core/base/integers.js';
import { Failure } from '../values/failure.js';

/** The letter at the end of a clause; `s` for `%s`. */
export type Verb = 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o';

/** Formats the argument of a clause. */
type FormatClause = (verb: Verb, argument: number, precision: number | undefined) => string | Failure;

const VERBS: ReadonlySet<string> = new Set(['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o']);

/**
 * Replaces the clauses of a format string with their arguments. `size` is the number of arguments. With
 * `isChecked`, there are no values yet, and a missing argument is reported after an unexpected end.
 */
export function expandFormat(format: string, size: number, isChecked: boolean, formatClause: FormatClause): string | Failure {
  let text = '';
  let argument = 0;
  for (let at = 0; at < format.length; ) {
    const percent = format.indexOf('%', at);
    text += format.slice(at, percent === -1 ? undefined : percent);
    if (percent === -1) break;
    at = percent + 2;
    if (format[percent + 1] === '%') {
      text += '%';
      continue;
    }
    const missing = argument >= size ? new Failure(`index ${argument} out of range`) : undefined;
    if (missing !== undefined && !isChecked) return missing;
    if (percent + 1 >= format.length) return new Failure('unexpected end of string');
    if (missing !== undefined) return missing;
    const clause = readClause(format, percent + 1);
    if (clause instanceof Failure) return new Failure(`could not parse formatting clause: ${clause.message}`);
    const formatted = formatClause(clause.verb, argument, clause.precision);
    if (formatted instanceof Failure) return new Failure(`error during formatting: ${formatted.message}`);
    text += formatted;
    at = clause.end;
    argument += 1;
  }
  return text;
}

interface Clause {
  readonly verb: Verb;
  readonly precision: number | undefined;
  readonly end: number;
}

function readClause(format: string, start: number): Clause | Failure {
  let end = start;
  let precision: number | undefined;
  if (format[start] === '.') {
    const digits = /[0-9]*/y;
    digits.lastIndex = start + 1;
    const [written = ''] = digits.exec(format) ?? [];
    end = start + 1 + written.length;
    const problem = precisionProblem(written, end >= format.length);
    if (problem !== undefined) return new Failure(`error while parsing precision: ${problem}`);
    precision = Number(written);
  }
  const verb = format[end] as string;
  if (VERBS.has(verb)) return { verb: verb as Verb, precision, end: end + 1 };
  return new Failure(`unrecognized formatting clause "${firstByte(format.slice(end, end + 2))}"`);
}

function precisionProblem(digits: string, isLast: boolean): string | undefined {
  if (isLast) return 'could not find end of precision specifier';
  const failed = (reason: string): string =>
    `error while converting precision to integer: strconv.Atoi: parsing ${goQuote(digits)}: ${reason}`;
  if (digits === '') return failed('invalid syntax');
  return BigInt(digits.replace(/^0+/, '').slice(0, 20) || '0') > MAX_INT64 ? failed('value out of range') : undefined;
}

/** The reference treats the first byte as a character. */
function firstByte(text: string): string {
  return String.fromCharCode(new TextEncoder().encode(text)[0] ?? 0);
}

const CLAUSE_RULES: Readonly<Record<Exclude<Verb, 's' | 'X'>, string>> = {
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
};
const STRING_RULE = 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';

/** Returns the error for an argument whose type a clause does not accept. */
export function wrongArgument(verb: Verb, typeName: string): Failure {
  const rule = verb === 's' ? STRING_RULE : CLAUSE_RULES[verb === 'X' ? 'x' : verb];
  return new Failure(`${rule}, was given ${typeName}`);
}
