// Validates texts to findings with positions, without findings that comments ignore.

import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { formatPath, type Json, type PathStep } from '../../../core/base/json.js';
import { count } from '../../../core/base/words.js';
import type { Position, SourceDocument } from '../../../core/read/read.js';
import { placeOfKey } from '../../../validate/decode/repeated-keys.js';
import type { LocatedFinding } from '../../../validate/finding.js';
import { nameOf, objectsIn } from '../../../validate/objects.js';
import { duplicateField } from '../../../validate/rules/decode/duplicate-field.js';
import { unknownField } from '../../../validate/rules/decode/unknown-field.js';
import { DECODING_RULES } from '../../../validate/rules/decode.js';
import { serverOf } from '../../../validate/server.js';
import { findAll, type JudgeOptions } from '../../../validate/validate.js';
import type { DocumentFix } from '../edit/fixes.js';
import type { SkippedObject } from '../input/skipped-kinds.js';
import type { PlacedFinding, Report } from './finding.js';
import { Ignores } from './ignores.js';
import { objectSteps, sortObjects } from './objects.js';
import type { Source, Text, Texts } from './texts.js';

/** Rules whose errors end the validation of an object. After an unknown field, the other fields are validated. */
const ENDS_DECODING: ReadonlySet<string> = new Set(
  DECODING_RULES.filter(({ id, severity }) => severity === 'error' && id !== unknownField.id).map(({ id }) => id),
);

/** The result of a run, with findings in the order of files, lines and columns. */
export interface Judged extends Report {
  /** The number of findings that comments ignore. */
  readonly ignored: number;
  /** The fixes of findings. */
  readonly fixes: ReadonlyMap<PlacedFinding, DocumentFix>;
  /** The objects of kinds that are not validated. */
  readonly skipped: readonly SkippedObject[];
}

/** Validates the objects of texts. Throws AllocationError for invalid options. */
export function judgeTexts({ files, texts, sources, unreadable }: Texts, options: JudgeOptions): Judged {
  const inputValues = sources.map(({ document }) => document.value);
  const all = [...findAll(inputValues, options, UNLIMITED), ...duplicates(inputValues, sources, serverOf(options).minor)];
  const { reportedFindings, comments } = withoutIgnored(all, texts, sources);
  const findings = inOrder([...unreadable, ...reportedFindings.map(({ placed }) => placed), ...comments], files);
  const fixes = new Map<PlacedFinding, DocumentFix>();
  for (const { found, placed } of reportedFindings) {
    const { source, steps, fix } = found;
    if (fix !== undefined) fixes.set(placed, { document: (sources[source] as Source).number, steps, fix });
  }
  return {
    findings,
    fixes,
    ignored: all.length - reportedFindings.length,
    files,
    notes: notesOn(all),
    ...sortObjects(sources, all, options),
  };
}

/** Returns notes on objects that could not be decoded, and so were only partly validated. */
function notesOn(all: readonly LocatedFinding[]): readonly string[] {
  const undecoded = new Set(all.filter(endsDecoding).map(({ source, steps }) => `${source} ${objectSteps(steps).join()}`)).size;
  if (undecoded === 0) return [];
  return [`${count(undecoded, 'object')} could not be decoded: other rules were not checked for ${undecoded === 1 ? 'it' : 'them'}`];
}

function endsDecoding({ finding }: LocatedFinding): boolean {
  return finding.severity === 'error' && ENDS_DECODING.has(finding.rule);
}

/** A finding, and its form with a position. */
interface ReportedFinding {
  readonly found: LocatedFinding;
  readonly placed: PlacedFinding;
}

/** Returns the findings that no comment ignores, and findings about the comments themselves. */
export function withoutIgnored(
  all: readonly LocatedFinding[],
  texts: readonly Text[],
  sources: readonly Source[],
): { readonly reportedFindings: readonly ReportedFinding[]; readonly comments: readonly PlacedFinding[] } {
  const ignores = new Map<Text, Ignores>(texts.map((text) => [text, new Ignores(text)]));
  const starts = new Starts();
  const reportedFindings: ReportedFinding[] = [];
  for (const found of all) {
    const { text, document } = sources[found.source] as Source;
    const placed = placedFinding(found, text, document);
    if (ignores.get(text)?.ignores(placed, starts.of(document, found.steps)) !== true) reportedFindings.push({ found, placed });
  }
  const undecoded = new Set(all.filter(endsDecoding).map(({ source }) => sources[source]?.text));
  const comments = [...ignores].flatMap(([text, each]) => each.finish(!undecoded.has(text)));
  return { reportedFindings, comments };
}

/** Limit of repeated keys that are reported, since each short document of a large file can have some. */
const MOST_DUPLICATES = 10_000;

/** Returns repeated keys, which only the reader of a text can detect. Unknown fields have another finding. */
function* duplicates(inputValues: readonly Json[], sources: readonly Source[], minor: number): Generator<LocatedFinding> {
  const { id } = duplicateField;
  let left = MOST_DUPLICATES;
  for (const [source, { document }] of sources.entries()) {
    if (document.duplicates.length === 0 || left === 0) continue;
    const objects = new Map<string, { readonly json: Json; readonly name: string }>();
    for (const { json, steps } of objectsIn([inputValues[source] as Json]))
      objects.set(steps.join(), { json, name: nameOf(json, objects.size) });
    for (const { path, line, column } of document.duplicates) {
      const object = objectSteps(path);
      const pathInObject = path.slice(object.length);
      const { json, name } = objects.get(object.join()) ?? { json: null, name: '' };
      const place = placeOfKey(json, pathInObject, minor);
      if (place === 'unknown' || left === 0) continue;
      left--;
      const field = formatPath(pathInObject);
      const [severity, why] = place === 'known' ? (['error', ''] as const) : (['warning', ', and the last one counts'] as const);
      const message = `duplicate field ${JSON.stringify(field)}: it is already in this object${why}`;
      yield { finding: { severity, rule: id, message, object: name, path: field, line, column }, source, steps: path };
    }
  }
}

function placedFinding({ finding, steps }: LocatedFinding, text: Text, document: SourceDocument): PlacedFinding {
  const { line, column } = placeOf(finding, document, steps);
  return { ...finding, file: text.file, line, column, lineText: text.result.lineText(line) ?? '' };
}

function placeOf({ line, column }: LocatedFinding['finding'], document: SourceDocument, steps: readonly PathStep[]): Position {
  if (line !== undefined && column !== undefined) return { line, column };
  return document.locate(steps) ?? { line: 1, column: 1 };
}

/** The start positions of objects, computed once for all findings of each. */
class Starts {
  readonly #documents = new Map<SourceDocument, Map<string, Position | undefined>>();

  of(document: SourceDocument, steps: readonly PathStep[]): Position | undefined {
    const object = objectSteps(steps);
    const key = object.join();
    const starts = entryIn(this.#documents, document, () => new Map<string, Position | undefined>());
    if (!starts.has(key)) starts.set(key, document.locate(object));
    return starts.get(key);
  }
}

function inOrder(findings: readonly PlacedFinding[], files: readonly string[]): readonly PlacedFinding[] {
  const ranks = new Map(files.map((file, rank) => [file, rank]));
  const rank = ({ file }: PlacedFinding): number => ranks.get(file) ?? 0;
  return findings.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
}
