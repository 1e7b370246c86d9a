// `--fix`: applies the fixes of findings file by file, and reports them.

import { entryIn } from '../../../core/base/entry-in.js';
import { count, some } from '../../../core/base/words.js';
import { ReadError } from '../../../core/read/read-error.js';
import type { DocumentFix } from '../edit/fixes.js';
import { STDIN } from '../input/input.js';
import { InputError } from '../input/input-error.js';
import { diagnose, type Streams } from '../streams.js';
import type { PlacedFinding } from './finding.js';
import { fixFile } from './fix-files.js';

/**
 * Applies the fixes of findings, and returns the fixed findings. `inputFiles`: the files and folders of the arguments. A file that cannot be
 * written is reported, and the others are fixed.
 */
export async function makeFixes(
  findings: readonly PlacedFinding[],
  fixes: ReadonlyMap<PlacedFinding, DocumentFix>,
  inputFiles: readonly string[],
  streams: Streams,
): Promise<ReadonlySet<PlacedFinding>> {
  const done = new Set<PlacedFinding>();
  for (const [file, found] of byFile(findings.filter((finding) => fixes.has(finding)))) {
    if (file === STDIN) {
      diagnose(streams, 'warning', 'standard input cannot be fixed: give a file', file);
      continue;
    }
    const fixOf = new Map(found.map((finding) => [fixes.get(finding) as DocumentFix, finding]));
    for (const finding of await fixOne(file, fixOf, inputFiles, streams)) done.add(finding);
  }
  return done;
}

async function fixOne(
  file: string,
  findings: ReadonlyMap<DocumentFix, PlacedFinding>,
  inputFiles: readonly string[],
  streams: Streams,
): Promise<readonly PlacedFinding[]> {
  try {
    const { made, rejectedFixes } = await fixFile(file, [...findings.keys()], inputFiles);
    if (made.length > 0) diagnose(streams, 'note', `rewrote ${count(made.length, 'expression')}`, file);
    for (const { fix, why } of rejectedFixes) {
      const { line, column } = findings.get(fix) as PlacedFinding;
      diagnose(streams, 'warning', `not rewritten: ${why}`, `${file}:${line}:${column}`);
    }
    return made.map((fix) => findings.get(fix) as PlacedFinding);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof ReadError)) throw error;
    diagnose(streams, 'error', `cannot be rewritten: ${error.message}`);
    return [];
  }
}

/** Reports the findings without a fix by rule, so that users notice them. */
export function noteUnfixable(findings: readonly PlacedFinding[], fixes: ReadonlyMap<PlacedFinding, DocumentFix>, streams: Streams): void {
  const byRule = new Map<string, number>();
  let all = 0;
  for (const finding of findings) {
    if (fixes.has(finding)) continue;
    all++;
    byRule.set(finding.rule, (byRule.get(finding.rule) ?? 0) + 1);
  }
  if (all === 0) return;
  const rules = some(
    Array.from(byRule, ([rule, number]) => `${rule} (${number})`),
    MOST_RULES,
  );
  diagnose(streams, 'note', `--fix cannot fix ${count(all, 'finding')}: change these by hand: ${rules}`);
}

/** The most rules in a message; others are only counted. */
const MOST_RULES = 10;

/** Returns findings by file. */
export function byFile(findings: readonly PlacedFinding[]): ReadonlyMap<string, readonly PlacedFinding[]> {
  const files = new Map<string, PlacedFinding[]>();
  for (const finding of findings) entryIn(files, finding.file, (): PlacedFinding[] => []).push(finding);
  return files;
}
