// Describes findings for all formats. The first line is enough to act on.

import { printable } from '../../../core/base/printable.js';
import { styled } from '../../../core/base/styled-text.js';
import { linesOfIssues } from '../message.js';
import type { PlacedFinding } from '../validate/finding.js';

/** Returns the printable lines of a finding: object, field, error, and correction. `tag` ends the first line. */
export function sentenceLines({ object, path, message, suggestion }: PlacedFinding, tag = ''): readonly string[] {
  const [first = '', ...others] = linesOfMessage(message);
  const sentence = [object, path, `${headline(first, suggestion)}${tag}`].filter((part) => part !== '').join(': ');
  return [sentence, ...others].map(printable);
}

/** Returns the lines of a finding as one text. */
export function sentenceOf(finding: PlacedFinding): string {
  return sentenceLines(finding).join('\n');
}

/** Returns the error and the correction in one line. */
export function headlineOf({ message, suggestion }: PlacedFinding): string {
  return headline(linesOfMessage(message)[0] as string, suggestion);
}

/** Returns a finding as lines with styles. The first line begins with its place and ends with its rule. */
export function placedText(finding: PlacedFinding): string {
  const { file, line, column, severity, rule } = finding;
  const place = styled('place', `${printable(file)}:${line}:${column}:`);
  const [first = '', ...others] = sentenceLines(finding);
  const start = `${place} ${styled(severity, `${severity}:`)} ${first} ${styled('faint', `[${printable(rule)}]`)}`;
  return `${[start, ...others.map(continued)].join('\n')}\n`;
}

/** Matches a message about an expression that does not compile. Only quotes contain text of the input, so no other message can match. */
const HAS_ISSUES = /^Invalid value: "(?:[^"\\]|\\.)*": compilation failed: ERROR: /;

function linesOfMessage(message: string): readonly string[] {
  return HAS_ISSUES.test(message) ? linesOfIssues(message) : [message];
}

/** Returns a line without the regular expression from Kubernetes, and with the suggestion. Examples remain if there is no suggestion. */
function headline(line: string, suggestion: string | undefined): string {
  if (suggestion === undefined) return withoutPattern(line, false);
  const advice = adviceOf(suggestion);
  const isInMessage = [advice, `did you mean ${suggestion}?`, `write ${suggestion}`].some((words) => line.endsWith(words));
  return isInMessage ? line : `${withoutPattern(line, true)}: ${advice}`;
}

const EXAMPLES = ' (e.g. ';
const PATTERN = ", regex used for validation is '";
const PATTERN_END = "')";

function withoutPattern(line: string, dropsExamples: boolean): string {
  const pattern = line.lastIndexOf(PATTERN);
  const end = line.indexOf(PATTERN_END, pattern);
  if (pattern < 0 || end < 0) return line;
  const examples = line.lastIndexOf(EXAMPLES, pattern);
  const after = line.slice(end + PATTERN_END.length);
  return dropsExamples && examples >= 0 ? line.slice(0, examples) + after : `${line.slice(0, pattern)})${after}`;
}

/** Returns a suggestion as text. A plain value becomes a question. */
function adviceOf(suggestion: string): string {
  if (/^-?[0-9]+$/.test(suggestion)) return `did you mean ${suggestion}?`;
  if (!/\s/.test(suggestion)) return `did you mean "${suggestion}"?`;
  return suggestion
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** Marks a continuation line, so that it does not look like a new finding. */
function continued(line: string): string {
  return `  ${line.startsWith(' | ') ? '' : ' | '}${line}`;
}
