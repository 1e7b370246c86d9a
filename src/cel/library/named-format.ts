// The formats of `format.named(...)`: what a text must look like, and what the reference says of one that does not.
// Sources: k8s.io/apiserver pkg/cel/library/format.go; k8s.io/apimachinery pkg/util/validation; k8s.io/kube-openapi pkg/validation/strfmt.

import { isDate } from '../values/timestamp.js';
import { requestUriProblem } from '../values/url.js';

/** A format. `regexSize` is what the reference takes for the length of its regular expression when it counts cost. */
export class NamedFormat {
  readonly name: string;
  readonly regexSize: number;
  /** Lists the problems of a text; a text that has the format has none. */
  readonly problems: (text: string) => readonly string[];

  constructor(name: string, regexSize: number, problems: (text: string) => readonly string[]) {
    this.name = name;
    this.regexSize = regexSize;
    this.problems = problems;
  }

  toString(): string {
    return this.name;
  }
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const LABEL_1035_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const KEY_RULE = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const regexHint = (rule: string, regex: string, ...examples: readonly string[]): string =>
  `${rule} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${regex}')`;

const size = (text: string): number => new TextEncoder().encode(text).length;
const tooLong = (text: string, limit: number, unit: string): string[] =>
  size(text) > limit ? [`must be no more than ${limit} ${unit}`] : [];

// The longest text that has the format; only as much of a text is looked at as decides.
const isLabel = (text: string): boolean => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
const isSubdomain = (text: string): boolean => text.split('.').every(isLabel);
const isKey = (text: string): boolean => /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(text);

function labelProblems(text: string): string[] {
  const problems = tooLong(text, 63, 'characters');
  if (isLabel(text)) return problems;
  return [...problems, isSubdomain(text) ? 'must not contain dots' : regexHint(LABEL_RULE, LABEL, 'my-name', '123-abc')];
}

function label1035Problems(text: string): string[] {
  const problems = tooLong(text, 63, 'characters');
  if (isLabel(text) && /^[a-z]/.test(text)) return problems;
  return [...problems, regexHint(LABEL_1035_RULE, LABEL_1035, 'my-name', 'abc-123')];
}

/** `unit`: the reference has this rule twice, in different words. */
function subdomainProblems(text: string, unit = 'characters'): string[] {
  const problems = tooLong(text, 253, unit);
  return isSubdomain(text) ? problems : [...problems, regexHint(SUBDOMAIN_RULE, SUBDOMAIN, 'example.com')];
}

function qualifiedNameProblems(text: string): string[] {
  const hint = regexHint(KEY_RULE, KEY, 'MyName', 'my.name', '123-abc');
  const parts = text.split('/', 3);
  if (parts.length > 2) return [`a valid label key ${hint} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const prefixProblems = prefix === '' ? ['must be non-empty'] : prefix === undefined ? [] : subdomainProblems(prefix, 'bytes');
  const nameProblems = name === '' ? ['must be non-empty'] : tooLong(name, 63, 'bytes');
  if (!isKey(name)) nameProblems.push(hint);
  return [...prefixProblems.map((problem) => `prefix part ${problem}`), ...nameProblems.map((problem) => `name part ${problem}`)];
}

function labelValueProblems(text: string): string[] {
  const problems = tooLong(text, 63, 'bytes');
  return text === '' || isKey(text) ? problems : [...problems, regexHint(VALUE_RULE, `(${KEY})?`, 'MyValue', 'my_value', '12345')];
}

/** A name to which something will be added may end with a dash; the reference drops the character before the dash, too. */
const asPrefix =
  (problems: (text: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    problems(text.length > 1 && text.endsWith('-') ? `${dropLastByte(text.slice(0, -1))}a` : text);

/** The bytes that remain of a longer character are no character of a name. */
function dropLastByte(text: string): string {
  const last = [...text].at(-1) ?? '';
  return text.slice(0, text.length - last.length) + (last > '\x7f' ? '\ufffd' : '');
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u;

function isDateText(text: string): boolean {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  return year !== undefined && isDate(Number(year), Number(month), Number(day));
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t', 2);
  const [, hours = '', minutes = '', seconds = ''] = TIME.exec(time ?? '') ?? [];
  return hours !== '' && isDateText(date) && hours <= '23' && minutes <= '59' && seconds <= '59';
}

const unless =
  (holds: (text: string) => boolean, problem: string) =>
  (text: string): readonly string[] =>
    holds(text) ? [] : [problem];

function uriProblems(text: string): string[] {
  const problem = requestUriProblem(text);
  return problem === undefined ? [] : [problem];
}

const TIME_REGEX_SIZE = 71;

/** All formats by the name that selectors use. */
export const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  ['dns1123Label', new NamedFormat('DNS1123Label', 30, labelProblems)],
  ['dns1123Subdomain', new NamedFormat('DNS1123Subdomain', 60, (text) => subdomainProblems(text))],
  ['dns1035Label', new NamedFormat('DNS1035Label', 30, label1035Problems)],
  ['qualifiedName', new NamedFormat('QualifiedName', 60, qualifiedNameProblems)],
  ['dns1123LabelPrefix', new NamedFormat('DNS1123LabelPrefix', 30, asPrefix(labelProblems))],
  [
    'dns1123SubdomainPrefix',
    new NamedFormat(
      'DNS1123SubdomainPrefix',
      60,
      asPrefix((text) => subdomainProblems(text)),
    ),
  ],
  ['dns1035LabelPrefix', new NamedFormat('DNS1035LabelPrefix', 30, asPrefix(label1035Problems))],
  ['labelValue', new NamedFormat('LabelValue', 40, labelValueProblems)],
  ['uri', new NamedFormat('URI', 1_103, uriProblems)],
  [
    'uuid',
    new NamedFormat(
      'uuid',
      70,
      unless((text) => UUID.test(text), 'does not match the UUID format'),
    ),
  ],
  [
    'byte',
    new NamedFormat(
      'byte',
      84,
      unless((text) => BASE64.test(text), 'invalid base64'),
    ),
  ],
  ['date', new NamedFormat('date', TIME_REGEX_SIZE, unless(isDateText, 'invalid date'))],
  ['datetime', new NamedFormat('datetime', TIME_REGEX_SIZE, unless(isDateTime, 'invalid datetime'))],
]);
