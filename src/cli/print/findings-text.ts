// The words in which formats tell a finding: its first line is enough to act on.

import { printable } from '../../base/printable.js';
import { styled } from '../../base/styled-text.js';
import type { PlacedFinding } from '../validate/finding.js';

/** Tells which object and field a finding is about, what is wrong and what to write instead. `tag` ends the first line. */
export function sentenceOf({ object, path, message, suggestion }: PlacedFinding, tag = ''): string {
  const { first, rest } = linesOf(message);
  return [object, path, `${toldShort(first, suggestion)}${tag}`].filter((part) => part !== '').join(': ') + rest;
}

/** Tells what is wrong and what to write instead, in one line. */
export function headlineOf({ message, suggestion }: PlacedFinding): string {
  return toldShort(linesOf(message).first, suggestion);
}

/** A finding as lines with marks of styles, of which the first begins with its place and ends with its rule. */
export function placedText(finding: PlacedFinding): string {
  const { file, line, column, severity, rule } = finding;
  const place = styled('place', `${printable(file)}:${line}:${column}:`);
  const [first = '', ...others] = linesOfMessage(sentenceOf(finding));
  return `${[`${place} ${styled(severity, `${severity}:`)} ${first} ${styled('faint', `[${printable(rule)}]`)}`, ...others].join('\n')}\n`;
}

function linesOf(message: string): { readonly first: string; readonly rest: string } {
  const end = message.indexOf('\n');
  return end < 0 ? { first: message, rest: '' } : { first: message.slice(0, end), rest: message.slice(end) };
}

/** A line without the regular expression that Kubernetes names, and with what to write. Examples stay where there is nothing better. */
function toldShort(line: string, suggestion: string | undefined): string {
  if (suggestion === undefined) return withoutPattern(line, false);
  const advice = adviceOf(suggestion);
  const isTold = [advice, `did you mean ${suggestion}?`, `write ${suggestion}`].some((words) => line.endsWith(words));
  return isTold ? line : `${withoutPattern(line, true)}: ${advice}`;
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

/** A suggestion as words: one that is a value and no sentence is asked about. */
function adviceOf(suggestion: string): string {
  if (/^-?[0-9]+$/.test(suggestion)) return `did you mean ${suggestion}?`;
  if (!/\s/.test(suggestion)) return `did you mean "${suggestion}"?`;
  return suggestion
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** Other lines of a message are indented with a sign before them: none is taken for the beginning of something else. */
function linesOfMessage(message: string): readonly string[] {
  const lines = message.split('\n').map(printable);
  return lines.map((line, index) => (index === 0 ? line : `  ${line.startsWith(' | ') ? '' : ' | '}${line}`));
}
