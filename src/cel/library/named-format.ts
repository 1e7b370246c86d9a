// Defines the formats of `format.named(...)`: the valid texts, and the reference's messages for invalid ones.
// Sources: k8s.io/apiserver pkg/cel/library/format.go; k8s.io/apimachinery pkg/util/validation; k8s.io/kube-openapi pkg/validation/strfmt.

import { label1035Problems, labelKeyProblems, labelProblems, labelValueProblems, subdomainProblems } from '../../core/base/name-rules.js';
import { isDate } from '../values/timestamp.js';
import { requestUriProblem } from '../values/url.js';

/** A format. `regexSize` is the length of its regular expression in the reference's cost. */
export class NamedFormat {
  readonly name: string;
  readonly regexSize: number;
  /** Returns the problems of a text; empty if the text has the format. */
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

/** A prefix of a name may end with a dash. The reference also replaces the character before the dash. */
const asPrefix =
  (problems: (text: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    problems(text.length > 1 && text.endsWith('-') ? `${dropLastByte(text.slice(0, -1))}a` : text);

/** The remaining bytes of a multi-byte character are invalid in a name. */
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

/** All formats, by the name that selectors use. */
export const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  ['dns1123Label', new NamedFormat('DNS1123Label', 30, labelProblems)],
  ['dns1123Subdomain', new NamedFormat('DNS1123Subdomain', 60, (text) => subdomainProblems(text, 'characters'))],
  ['dns1035Label', new NamedFormat('DNS1035Label', 30, label1035Problems)],
  ['qualifiedName', new NamedFormat('QualifiedName', 60, labelKeyProblems)],
  ['dns1123LabelPrefix', new NamedFormat('DNS1123LabelPrefix', 30, asPrefix(labelProblems))],
  [
    'dns1123SubdomainPrefix',
    new NamedFormat(
      'DNS1123SubdomainPrefix',
      60,
      asPrefix((text) => subdomainProblems(text, 'characters')),
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
