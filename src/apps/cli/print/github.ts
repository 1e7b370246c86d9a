// Prints findings as workflow commands of GitHub Actions, which shows them next to the lines of a pull request. Source:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands

import type { FormatContext, PlacedFinding } from '../validate/finding.js';
import { sentenceOf } from './findings-text.js';
import { repositoryPath } from './repository-path.js';

/** Returns one command, as a line. */
export function formatGithub(finding: PlacedFinding, { checkout }: FormatContext): string {
  const { severity, rule, line, column } = finding;
  const file = repositoryPath(finding.file, checkout);
  const properties = Object.entries({ file, line: String(line), col: String(column), title: rule });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',');
  return `::${severity} ${list}::${escapeData(sentenceOf(finding))}\n`;
}

/** A command ends with its line, and `%` begins an escape. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A comma or a colon also ends a property. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
