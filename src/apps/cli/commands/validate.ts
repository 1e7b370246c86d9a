// `validate`: finds objects that an API server would reject, or that can never work.

import { count } from '../../../core/base/words.js';
import { objectsIn } from '../../../validate/objects.js';
import { incompleteAnalysis } from '../../../validate/world/work-bounds.js';
import { didYouMean, UsageError } from '../arguments.js';
import type { FindingFormat } from '../finding-formats.js';
import { EMPTY_INPUT, InputError } from '../input/input-error.js';
import { type SkippedWords, skippedKinds } from '../input/skipped-kinds.js';
import type { ValidateSettings } from '../options.js';
import { formatFindings } from '../print/findings.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import type { PlacedFinding } from '../validate/finding.js';
import { type Judged, judgeTexts } from '../validate/judge.js';
import { makeFixes, noteUnfixable } from '../validate/make-fixes.js';
import { withReplacements } from '../validate/replacements.js';
import { ALL_RULES, readableText, ruleOf } from '../validate/rules.js';
import { readTexts, type Texts } from '../validate/texts.js';
import { warnAboutInput } from './common.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function validate(settings: ValidateSettings, streams: Streams, version: string, progress: Progress): Promise<ExitCode> {
  for (const id of [...settings.rules, ...settings.ignored]) checkRule(id);
  const texts = await readTexts(settings.files, settings.recursive, streams.stdin);
  warnAboutInput(texts, streams);
  if (texts.sources.length === 0 && texts.unreadable.length === 0) throw new InputError(EMPTY_INPUT);
  const judged = judgeOnTerminal(texts, settings, progress);
  const requestedFindings = judged.findings.filter((finding) => isRequested(finding, settings));
  const fixed = settings.fix ? await makeFixes(requestedFindings, judged.fixes, settings.files, streams) : NONE;
  const left = requestedFindings.filter((finding) => !fixed.has(finding));
  if (settings.fix) noteUnfixable(left, judged.fixes, streams);
  const findings = !settings.fix && FORMATS_WITH_FIXES.has(settings.output) ? withReplacements(left, judged.fixes, texts.texts) : left;
  const showsLines = streams.terminal?.showsData === true;
  const context = { version, now: new Date(), showsLines, checkout: process.env['GITHUB_WORKSPACE'] };
  const text = formatFindings({ ...judged, findings }, settings.output, context);
  streams.out(text, { isStyled: settings.output === 'text', hasCommands: settings.output === 'github' });
  const { warnings, note } = skippedKinds(judged.skipped, SKIPPED);
  for (const { message, place } of warnings) diagnose(streams, 'warning', message, place);
  for (const each of [...(note === undefined ? [] : [note]), ...judged.notes]) diagnose(streams, 'note', each);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  streams.err(`${summaryOf(judged, errors, findings.length - errors)}\n`);
  if (texts.unreadable.length > 0) return EXIT.input;
  return errors > 0 ? EXIT.finding : EXIT.good;
}

const NONE: ReadonlySet<PlacedFinding> = new Set();

const SKIPPED: SkippedWords = {
  withClaims: 'not validated, although they have resourceClaims',
  others: 'not validated',
  remedy: 'their types are not built in: validate a Pod with the same spec instead',
};

/** The formats that include the replacements of `--fix`. */
const FORMATS_WITH_FIXES: ReadonlySet<FindingFormat> = new Set(['json', 'sarif']);

function checkRule(id: string): void {
  if (ruleOf(id) !== undefined) return;
  const names = ALL_RULES.map((rule) => rule.id);
  throw new UsageError(`no rule "${id}"${didYouMean(id, names) || ": run 'dra-allocator rules' for a list"}`);
}

function judgeOnTerminal(texts: Texts, settings: ValidateSettings, progress: Progress): Judged {
  const { kubernetesVersion, featureGates, lenient } = settings;
  const all = progress.isSeen ? objectsOf(texts) : 0;
  const onObject = (before: number): void => progress.update(() => `${before} of ${all} objects`);
  return judgeTexts(texts, { kubernetesVersion, featureGates, lenient, onObject: progress.isSeen ? onObject : undefined });
}

function objectsOf({ sources }: Texts): number {
  let objects = 0;
  for (const _ of objectsIn(sources.map(({ document }) => document.value))) objects++;
  return objects;
}

/**
 * A text that cannot be read always has a finding, because its contents were not validated. An unreadable text is always
 * printed, since its contents were not validated. An incomplete analysis is always printed as a warning.
 */
function isRequested({ rule, severity }: PlacedFinding, settings: ValidateSettings): boolean {
  if (rule === readableText.id) return true;
  const isRuleSelected = settings.rules.length === 0 || settings.rules.includes(rule) || rule === incompleteAnalysis.id;
  if (settings.ignored.includes(rule) || !isRuleSelected) return false;
  return severity === 'error' || settings.severity === 'warning';
}

function summaryOf({ objects, ignored }: Judged, errors: number, warnings: number): string {
  const parts = [count(objects.length, 'object'), count(errors, 'error'), count(warnings, 'warning')];
  return [...parts, ...(ignored === 0 ? [] : [`${ignored} ignored`])].join(', ');
}
