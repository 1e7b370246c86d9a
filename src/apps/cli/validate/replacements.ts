// Fixes as data for tools: the ranges and texts that `--fix` would write.

import { type DocumentFix, replacementsOf } from '../edit/fixes.js';
import type { PlacedFinding } from './finding.js';
import { byFile } from './make-fixes.js';
import type { Text } from './texts.js';

/** Returns the findings, with their replacements. */
export function withReplacements(
  findings: readonly PlacedFinding[],
  fixes: ReadonlyMap<PlacedFinding, DocumentFix>,
  texts: readonly Text[],
): readonly PlacedFinding[] {
  if (!findings.some((finding) => fixes.has(finding))) return findings;
  const results = new Map(texts.map(({ file, result }) => [file, result]));
  const fixed = new Map<PlacedFinding, PlacedFinding>();
  for (const [file, found] of byFile(findings.filter((finding) => fixes.has(finding)))) {
    const result = results.get(file);
    if (result === undefined) continue;
    const fixOf = (finding: PlacedFinding): DocumentFix => fixes.get(finding) as DocumentFix;
    const replacements = replacementsOf(result, file, found.map(fixOf));
    for (const finding of found) {
      const fix = replacements.get(fixOf(finding));
      if (fix !== undefined) fixed.set(finding, { ...finding, fix });
    }
  }
  return findings.map((finding) => fixed.get(finding) ?? finding);
}
