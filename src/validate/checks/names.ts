// Checks names as the API server does: labels, subdomains and names composed of them.

import { utf8Length } from '../../cel/values/characters.js';
import { copyText } from '../../core/base/copy-text.js';
import { labelKeyProblems, labelProblems, labelValueProblems, subdomainProblems } from '../../core/base/name-rules.js';
import { invalid, required, tooLong } from '../messages.js';
import { DECLARATIVE_SINCE, type RuleContext, type ServerRelease } from '../rule.js';
import { type Field, shownKey } from '../tree/field.js';

const MOST_BYTES_OF_DRIVER = 63;
const MOST_BYTES_OF_POOL = 253;
const MOST_BYTES_OF_IDENTIFIER = 32;

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const IDENTIFIER_RULE =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' " +
  "(e.g. 'my_name', or 'MY_NAME', or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** Suggestions are derived from texts up to this length. */
const MOST_MENDED = 253;

/** Reports a text that is not a DNS label; an empty text is reported as missing. `what` describes the named thing in that message. */
export function checkLabel(name: Field, context: RuleContext, what = ''): void {
  checkName(name, labelProblems, context, what);
}

/** Reports a text that is not a DNS subdomain; an empty text is reported as missing. `what` describes the named thing in that message. */
export function checkSubdomain(name: Field, context: RuleContext, what = ''): void {
  checkName(name, subdomainProblemsOf, context, what);
}

/** Reports a text that is not a valid label key; an empty text is invalid. */
export function checkLabelKey(key: Field, context: RuleContext): void {
  for (const problem of labelKeyProblems(key.text)) context.report(key, invalid(key.text, problem));
}

/** Reports a text that is not a valid label value. */
export function checkLabelValue(value: Field, context: RuleContext): void {
  for (const problem of labelValueProblems(value.text)) context.report(value, invalid(value.text, problem));
}

/** Reports a text that is not a valid driver name: a DNS subdomain of at most 63 bytes in letters of either case. */
export function checkDriverName(name: Field, context: RuleContext): void {
  reportAll(driverProblems(name.text), name, context);
}

/** Reports a text that is not a valid pool name: DNS subdomains separated by slashes. */
export function checkPoolName(name: Field, context: RuleContext): void {
  const { text } = name;
  if (text === '') return context.report(name, required());
  if (isLonger(text, MOST_BYTES_OF_POOL)) context.report(name, tooLong(MOST_BYTES_OF_POOL));
  const wrong = text.split('/').find((part) => subdomainProblemsOf(part).length > 0);
  for (const problem of wrong === undefined ? [] : subdomainProblemsOf(wrong)) context.report(name, invalid(wrong, problem));
}

/**
 * Reports map keys that are not valid names of attributes or capacities: a C
 * identifier of at most 32 bytes, with an optional driver name before it.
 * Names with several slashes pass, as in the API server.
 */
export function checkQualifiedKeys(map: Field, context: RuleContext): void {
  for (const key of map.map.keys()) {
    if (rightNames.has(key)) continue;
    const problems = qualifiedNameProblems(key);
    if (problems.length === 0) cacheName(key);
    else reportAll(problems, wrongKey(map, key, context), context);
  }
}

/** Returns the field of an invalid key, with the API server's path: since 1.36, the path of the map. */
export function wrongKey(map: Field, key: string, { minor }: ServerRelease, longestShown?: number): Field {
  return map.key(key).as(minor >= 36 ? map.path : `${map.path}[${shownKey(key, longestShown)}]`);
}

/** Reports an attribute name that is invalid or has no domain. */
export function checkFullyQualifiedName(name: Field, context: RuleContext): void {
  if (!name.text.includes('/')) {
    const why = 'a fully qualified name must be a domain and a name separated by a slash';
    const example = IDENTIFIER.test(name.text) ? name.text : 'model';
    return context.report(
      name,
      invalid(name.text, why),
      `put a domain before it, usually the name of the driver: gpu.example.com/${example}`,
    );
  }
  reportAll(qualifiedNameProblems(name.text), name, context);
  checkDomain(name, context);
}

/** Returns whether a text is the name of an attribute with its domain. */
export function isFullyQualifiedName(name: string): boolean {
  return name.includes('/') && qualifiedNameProblems(name).length === 0;
}

/** Reports a domain whose only fault is upper-case letters, which declarative validation rejects. */
function checkDomain(name: Field, context: RuleContext): void {
  const [domain = '', , ...rest] = name.text.split('/', 3);
  const lower = domain.toLowerCase();
  if (rest.length > 0 || domain === lower || context.minor < DECLARATIVE_SINCE) return;
  for (const problem of subdomainProblemsOf(lower).length > 0 ? [] : subdomainProblemsOf(domain)) {
    context.report(name, invalid(name.text, `prefix: ${problem}`), name.text.replace(domain, lower));
  }
}

/** Returns whether a text exceeds a number of bytes in UTF-8. */
export function isLonger(text: string, mostBytes: number): boolean {
  // A UTF-16 code unit becomes one to three bytes.
  return text.length * 3 > mostBytes && (text.length > mostBytes || utf8Length(text) > mostBytes);
}

const subdomainProblemsOf = (text: string): readonly string[] => subdomainProblems(text, 'characters');

function checkName(name: Field, problemsOf: (text: string) => readonly string[], context: RuleContext, what: string): void {
  if (name.text === '') return context.report(name, required(what));
  reportProblems(name, name.text, problemsOf, context);
}

/** Reports the problems of a text at a field, and suggests a similar text without problems. */
export function reportProblems(at: Field, text: string, problemsOf: (text: string) => readonly string[], context: RuleContext): void {
  const problems = problemsOf(text);
  if (problems.length === 0) return;
  const mended = mend(text.toLowerCase(), /[^a-z0-9.]+/g, '-');
  const suggestion = problemsOf(mended).length === 0 ? mended : undefined;
  for (const problem of problems) context.report(at, invalid(text, problem), suggestion);
}

/** Caches valid qualified names: slices repeat a few names many times. */
const rightNames = new Set<string>();
const MOST_CACHED_NAMES = 1024;
const LONGEST_CACHED_NAME = 96;

function cacheName(name: string): void {
  if (name.length > LONGEST_CACHED_NAME) return;
  if (rightNames.size === MOST_CACHED_NAMES) rightNames.clear();
  rightNames.add(copyText(name));
}

/** One problem of a name, and optionally the name that was probably meant. */
interface Problem {
  readonly message: string;
  readonly suggestion?: string;
}

function reportAll(problems: readonly Problem[], at: Field, context: RuleContext): void {
  for (const { message, suggestion } of problems) context.report(at, message, suggestion);
}

function driverProblems(text: string): readonly Problem[] {
  if (text === '') return [{ message: required('the name of a driver, such as gpu.example.com') }];
  const mended = mend(text.toLowerCase(), /[^a-z0-9.]+/g, '-');
  const suggestion = subdomainProblemsOf(mended).length === 0 ? { suggestion: mended } : {};
  const problems = subdomainProblemsOf(text.toLowerCase()).map((problem) => ({ message: invalid(text, problem), ...suggestion }));
  return isLonger(text, MOST_BYTES_OF_DRIVER) ? [{ message: tooLong(MOST_BYTES_OF_DRIVER) }, ...problems] : problems;
}

function qualifiedNameProblems(name: string): readonly Problem[] {
  const [first = '', second, ...rest] = name.split('/', 3);
  if (rest.length > 0) return [];
  if (second === undefined) return identifierProblems(first);
  return [
    ...(first === '' ? [{ message: invalid('', 'the domain must not be empty') }] : whole(driverProblems(first), '', `/${second}`)),
    ...(second === '' ? [{ message: invalid('', 'the name must not be empty') }] : whole(identifierProblems(second), `${first}/`, '')),
  ];
}

/** Extends the suggestions for a part of a name to the whole name. */
function whole(problems: readonly Problem[], before: string, after: string): readonly Problem[] {
  return problems.map(({ message, suggestion }) =>
    suggestion === undefined ? { message } : { message, suggestion: before + suggestion + after },
  );
}

function identifierProblems(text: string): readonly Problem[] {
  const problems: Problem[] = isLonger(text, MOST_BYTES_OF_IDENTIFIER) ? [{ message: tooLong(MOST_BYTES_OF_IDENTIFIER) }] : [];
  if (IDENTIFIER.test(text)) return problems;
  const mended = mend(text, /[^A-Za-z0-9_]+/g, '_');
  const message = invalid(text, IDENTIFIER_RULE);
  return [...problems, IDENTIFIER.test(mended) ? { message, suggestion: mended } : { message }];
}

/** Replaces invalid characters and removes them at both ends. Returns an empty string for texts that are too long for a suggestion. */
function mend(text: string, wrong: RegExp, right: string): string {
  if (text.length > MOST_MENDED) return '';
  return text
    .replace(wrong, right)
    .split(right)
    .filter((part, position, parts) => part !== '' || (position > 0 && position < parts.length - 1))
    .join(right);
}
