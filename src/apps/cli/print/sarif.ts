// Prints findings as SARIF 2.1.0, which code scanning reads. Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Json } from '../../../core/base/json.js';
import type { Replacement } from '../edit/fixes.js';
import type { FormatContext, PlacedFinding, Report } from '../validate/finding.js';
import { ALL_RULES, type ListedRule } from '../validate/rules.js';
import { sentenceOf } from './findings-text.js';
import { formatJson } from './json.js';
import { repositoryPath } from './repository-path.js';

/** Returns a report as a SARIF log with one run. */
export function formatSarif({ findings, notes }: Report, { version, checkout }: FormatContext): string {
  const indices = new Map(ALL_RULES.map(({ id }, index) => [id, index]));
  return formatJson({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dra-allocator', version, rules: ALL_RULES.map(asRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notes.map(asNotification) }],
        results: findings.map((finding) =>
          asResult({ ...finding, file: repositoryPath(finding.file, checkout) }, indices.get(finding.rule) ?? -1),
        ),
      },
    ],
  });
}

function asRule({ id, severity, says, link }: ListedRule): Json {
  const help = link === undefined ? {} : { helpUri: link };
  return { id, shortDescription: { text: says }, ...help, defaultConfiguration: { level: severity } };
}

function asResult(finding: PlacedFinding, ruleIndex: number): Json {
  const { rule, severity, file, line, column, object, path, fix } = finding;
  const name = [object, path].filter((part) => part !== '').join(': ');
  const logical = name === '' ? {} : { logicalLocations: [{ fullyQualifiedName: name }] };
  const artifactLocation = { uri: uriOf(file) };
  const physicalLocation = { artifactLocation, region: { startLine: line, startColumn: column } };
  const fixes = fix === undefined ? {} : { fixes: [{ artifactChanges: [{ artifactLocation, replacements: [asReplacement(fix)] }] }] };
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: sentenceOf(finding) },
    locations: [{ physicalLocation, ...logical }],
    ...fixes,
  };
}

function asReplacement({ start, end, text }: Replacement): Json {
  const deletedRegion = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return { deletedRegion, insertedContent: { text } };
}

function asNotification(text: string): Json {
  return { level: 'note', message: { text } };
}

/** Returns a URI reference of a file, relative for a relative path. */
function uriOf(file: string): string {
  const text = file.replace(/\p{Surrogate}/gu, '\ufffd');
  if (isAbsolute(text)) return pathToFileURL(text).href;
  return text.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
