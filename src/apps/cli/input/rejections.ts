// Objects that the API server would reject, for commands that use them. Objects that users wrote cause errors. Stored objects
// cause warnings, because an older release or other gates accepted them.

import { isJsonObject } from '../../../core/api/decoder.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { isContainer, type Json, type PathStep } from '../../../core/base/json.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import { textOf } from '../../../validate/objects.js';
import { findRejections } from '../../../validate/rejections.js';
import { isSupportedServer, unknownServer } from '../../../validate/server.js';
import { sentenceLines } from '../print/findings-text.js';
import type { PlacedFinding } from '../validate/finding.js';
import { objectSteps } from '../validate/objects.js';
import type { Source, Text } from '../validate/texts.js';
import { ContentError, type Diagnostic } from './content-error.js';

/**
 * Returns warnings about stored objects and pods of custom resources that the API server rejects, or about an unsupported API server.
 * Throws {@link ContentError} with all errors of other objects.
 */
export async function rejections(
  texts: readonly Text[],
  sources: readonly Source[],
  options: FeatureOptions,
  checkpoint = UNLIMITED,
): Promise<readonly Diagnostic[]> {
  const { kubernetesVersion } = options;
  if (kubernetesVersion !== undefined && !isSupportedServer(options)) return [{ message: notJudged(kubernetesVersion) }];
  const inputValues = sources.map(({ document }) => document.value);
  const all = findRejections(inputValues, options, checkpoint);
  if (all.length === 0) return [];
  // Most inputs need no such check.
  const { withoutIgnored } = await import('../validate/judge.js');
  const { reportedFindings } = withoutIgnored(all, texts, sources);
  const rejectedFindings = reportedFindings.filter(
    ({ found }) => found.finding.severity === 'error' && !isStored(inputValues[found.source], objectSteps(found.steps)),
  );
  const [first, ...others] = rejectedFindings.map(({ placed }) => diagnosticOf(placed));
  if (first !== undefined) throw new ContentError(first, others, ACCEPTANCE);
  return reportedFindings.map(({ placed }) => diagnosticOf(placed));
}

const ACCEPTANCE = 'to use objects that the API server rejects, add --no-validate';

/** Without this warning, users could assume that the objects are valid. */
function notJudged(kubernetesVersion: string): string {
  const remedy = '--no-validate skips this warning';
  return `the input is not validated: ${unknownServer(kubernetesVersion)} (${remedy})`;
}

/** Returns whether an object has a uid, which the API server sets when it stores the object. */
function isStored(document: Json | undefined, steps: readonly PathStep[]): boolean {
  let object = document;
  for (const step of steps) object = isContainer(object) ? (object as { readonly [step: PathStep]: Json })[step] : undefined;
  return isJsonObject(object) && Object.hasOwn(object, 'metadata') && textOf(object['metadata'], 'uid') !== '';
}

function diagnosticOf(finding: PlacedFinding): Diagnostic {
  const { file, line, column, rule } = finding;
  return { message: sentenceLines(finding, ` [${rule}]`), place: `${file}:${line}:${column}` };
}
