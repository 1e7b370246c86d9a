// The words in which formats tell a finding.

import type { PlacedFinding } from '../validate/finding.js';
import { printable } from './terminal-text.js';

/** Tells which object and field a finding is about, and what is wrong. */
export function sentenceOf({ object, path, message }: PlacedFinding): string {
  return [object, path, message].filter((part) => part !== '').join(': ');
}

/** A finding as one line that begins with its place, and one more with help. */
export function placedText(finding: PlacedFinding): string {
  return headOf(finding) + helpOf(finding);
}

/** The line that tells a finding. */
export function headOf(finding: PlacedFinding): string {
  const { file, line, column, severity, rule } = finding;
  return `${printable(file)}:${line}:${column}: ${severity}: ${printableMessage(sentenceOf(finding))} [${rule}]\n`;
}

/** The line that says what to write instead; empty where nobody knows. */
export function helpOf({ suggestion }: PlacedFinding): string {
  return suggestion === undefined ? '' : `  help: ${printableMessage(suggestion)}\n`;
}

/** Other lines of a message are indented with a sign before them: none is taken for the beginning of something else. */
function printableMessage(message: string): string {
  const lines = message.split('\n').map(printable);
  return lines.map((line, index) => (index === 0 ? line : `  ${line.startsWith(' | ') ? '' : ' | '}${line}`)).join('\n');
}
