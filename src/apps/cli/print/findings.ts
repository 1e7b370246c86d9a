// Prints findings as text for people, and as JSON, JUnit, SARIF and workflow commands for tools.

import type { Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import { styled } from '../../../core/base/styled-text.js';
import type { FindingFormat } from '../finding-formats.js';
import type { FormatContext, PlacedFinding, Report } from '../validate/finding.js';
import { placedText } from './findings-text.js';
import { formatGithub } from './github.js';
import { formatJson } from './json.js';
import { formatJunit } from './junit.js';
import { formatSarif } from './sarif.js';

/** Returns a report as text. The format `text` has styles. */
export function formatFindings(report: Report, format: FindingFormat, context: FormatContext): string {
  switch (format) {
    case 'text':
      return report.findings.map((finding) => formatText(finding, context.showsLines)).join('');
    case 'json':
      return formatJson(report.findings.map(asJson));
    case 'junit':
      return formatJunit(report, context);
    case 'sarif':
      return formatSarif(report, context);
    case 'github':
      return report.findings.map((finding) => formatGithub(finding, context)).join('');
  }
}

/** Returns the fields of a finding in reading order. */
function asJson({ severity, rule, message, object, path, file, line, column, suggestion, fix }: PlacedFinding): Json {
  const place = { severity, rule, message, object, path, file, line, column };
  const fixed = fix === undefined ? {} : { fix: { file, start: { ...fix.start }, end: { ...fix.end }, text: fix.text } };
  return { ...place, ...(suggestion === undefined ? {} : { suggestion }), ...fixed };
}

function formatText(finding: PlacedFinding, showsLines: boolean): string {
  return placedText(finding) + (showsLines ? excerpt(finding) : '');
}

/** The characters of an excerpt before and after the place. */
const BEFORE = 60;
const AFTER = 60;

/** Returns the line of a finding with a caret below its place. */
function excerpt({ line, column, lineText, severity }: PlacedFinding): string {
  if (lineText === '') return '';
  const start = column - 1 > BEFORE ? column - 1 - BEFORE : 0;
  const isCut = lineText.length > column + AFTER;
  const before = (start > 0 ? '...' : '') + oneLine(lineText.slice(start, column - 1));
  const after = oneLine(lineText.slice(column - 1, column + AFTER)) + (isCut ? '...' : '');
  const number = String(line);
  const blank = ' '.repeat(number.length);
  const [edge, below] = [styled('faint', `${number} |`), styled('faint', `${blank} |`)];
  return `  ${edge} ${before}${after}\n  ${below} ${' '.repeat(before.length)}${styled(severity, '^')}\n`;
}

function oneLine(text: string): string {
  return printable(text.replaceAll('\t', ' '));
}
