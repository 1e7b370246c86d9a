// Advises on expressions that do not compile: the probable intention, or the release that supports the feature. It uses the
// messages, which are the messages of the reference, and the text at their places. Other files in help/ contain the advice by
// kind of mistake.

import type { Incremental } from '../../core/base/incremental.js';
import type { Environment } from '../environment.js';
import type { Issue } from '../errors.js';
import { unknownField, unknownName, wrongMacro } from './names.js';
import { ATTRIBUTE, Place } from './place.js';
import { noBackquotes, wrongSyntax } from './syntax.js';
import { noCondition, noFields, wrongPattern, wrongTypes } from './types.js';

export { helpForResultType } from './types.js';

/** More sentences would distract from the first one. */
const MAX_SENTENCES = 3;

/** Later issues often have the same cause. Or no person wrote the expression. */
const MAX_ISSUES = 20;

/** Returns the most helpful sentences about the errors of an expression; empty if there is no advice. */
export function* helpForIssues(expression: string, issues: readonly Issue[], environment: Environment): Incremental<readonly string[]> {
  const looked = issues.slice(0, MAX_ISSUES);
  const placeOf = ({ at }: Issue): Place => new Place(expression, at);
  // An unavailable macro leaves its variables undeclared, and advice on these would mislead.
  const missing = new Set<string>();
  for (const issue of looked) {
    const sentence = missingName(issue.message, placeOf(issue), environment);
    if (sentence !== undefined) missing.add(sentence);
    yield;
  }
  if (missing.size > 0) return [...missing].slice(0, MAX_SENTENCES);
  const sentences = new Set<string>();
  let isSyntaxHelped = false;
  for (const issue of looked) {
    if (sentences.size >= MAX_SENTENCES) break;
    // After a syntax error, the parser continues and reports consequential errors, so only the first one has advice.
    const isSyntax = issue.message.startsWith('Syntax error');
    if (isSyntax && isSyntaxHelped) continue;
    const sentence = helpFor(placeOf(issue), issue.message, environment);
    yield;
    if (sentence === undefined) continue;
    sentences.add(sentence);
    isSyntaxHelped ||= isSyntax;
  }
  return [...sentences];
}

const UNKNOWN_NAME = /^undeclared reference to '(.*)' \(in container ''\)$/;

/** Returns the release or gate with which a new expression may use a name, or the correct call of the intended macro. */
function missingName(message: string, place: Place, environment: Environment): string | undefined {
  const name = UNKNOWN_NAME.exec(message)?.[1];
  if (name === undefined) return undefined;
  const missing = environment.whyMissing(name);
  return missing === undefined ? wrongMacro(name, place, environment) : `${name} ${missing}`;
}

type Helper = (match: readonly string[], place: Place, environment: Environment) => string | undefined;

function helpFor(place: Place, message: string, environment: Environment): string | undefined {
  for (const [pattern, helper] of HELPERS) {
    const match = pattern.exec(message);
    if (match !== null) return helper(match, place, environment);
  }
  return undefined;
}

const HELPERS: readonly (readonly [RegExp, Helper])[] = [
  [/^undefined field '(.*)'$/, ([, field = ''], _place, environment) => unknownField(field, environment)],
  [UNKNOWN_NAME, ([, name = ''], place, environment) => unknownName(name, place, environment)],
  [
    /^found no matching overload for '(.*)' applied to '(.*)'$/s,
    ([, name = '', types = ''], place, environment) => wrongTypes(name, types, place, environment),
  ],
  [/^Syntax error: .*$/s, ([message = ''], place) => wrongSyntax(message, place)],
  [/^unsupported syntax: '`'$/, (_match, place) => noBackquotes(place)],
  [/^reserved identifier: if$/, () => 'write a choice as CONDITION ? VALUE : VALUE'],
  [/^invalid argument to has\(\) macro$/, () => `has() accepts a field, as in has(${ATTRIBUTE})`],
  [/^invalid matches argument$/, (_match, place) => wrongPattern(place)],
  [/^expected type 'bool' but found '(.*)'$/, ([, type = '']) => noCondition(type)],
  [/^expression of type 'any' cannot be range of a comprehension/, (_match, _place, environment) => noLists(environment)],
  [/^type '(.*)' does not support field selection$/, ([, type = ''], place) => noFields(type, place)],
  [/^unexpected failed resolution of '(.*)'$/, ([, type = ''], place) => noFields(type, place)],
];

/** List attributes were introduced with this function. */
function noLists(environment: Environment): string | undefined {
  const missing = environment.whyMissing('includes');
  return missing === undefined ? undefined : `a list attribute ${missing}`;
}
