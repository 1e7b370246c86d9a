// Reads the text of the page to objects with positions, and its errors.

import { AllocationError } from '../../../core/base/errors.js';
import { append } from '../../../core/base/lists.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import { resolveFeatures } from '../../../core/features/features.js';
import { ReadError, type ReadLimits } from '../../../core/read/read.js';
import { ContentError, type Diagnostic } from '../../cli/input/content-error.js';
import { InputError } from '../../cli/input/input-error.js';
import { type NumberedSource, type Snapshot, snapshotOf } from '../../cli/input/snapshot.js';
import { linesOf } from '../../cli/message.js';
import { judgeTexts } from '../../cli/validate/judge.js';
import type { Source, Text } from '../../cli/validate/texts.js';
import { MAX_TEXT, type Mark } from '../protocol.js';
import { DocumentReader } from './read-documents.js';

/** The name of the text in messages. The page removes this name. */
const FILE = 'input';

/** The limits of texts, small enough for a hostile link. */
const LIMITS: ReadLimits = { yaml: MAX_TEXT, json: MAX_TEXT };

/** The most marks in the editor; others are only counted. */
const MAX_MARKS = 500;

/** The objects of a text, if it is valid, and its marks. */
export interface ReadInput {
  readonly snapshot?: Snapshot;
  readonly marks: readonly Mark[];
}

/** Returns a reader of texts for {@link readInput}. */
export function inputReader(): DocumentReader {
  return new DocumentReader(FILE, { ...LIMITS, collectDuplicates: true });
}

/** Reads, validates and decodes a text. Errors in the text are shown as marks. */
export function readInput(text: string, options: FeatureOptions, reader: DocumentReader): ReadInput {
  if (text.trim() === '') return { marks: [] };
  let inputText: Text;
  try {
    inputText = { file: FILE, result: reader.read(text) };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { marks: [{ severity: 'error', message: error.message, rule: 'readable-text', line: error.line, column: error.column }] };
  }
  const sources = inputText.result.documents.map((document, number): NumberedSource => ({ text: inputText, document, number, which: 0 }));
  const marks = [...inputText.result.warnings.map(({ message, line, column }): Mark => ({ severity: 'warning', message, line, column }))];
  append(marks, judged(inputText, sources, options));
  if (sources.length === 0 || marks.some(({ severity }) => severity === 'error')) return { marks: limited(marks) };
  try {
    const snapshot = snapshotOf(sources, { libraryGates: resolveFeatures(options) });
    return { snapshot, marks: limited([...marks, ...snapshot.warnings.map((warning) => markOf(warning))]) };
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof InputError || error instanceof AllocationError)) throw error;
    const place = error instanceof ContentError ? error.place : undefined;
    const mark = markOf({ message: error.message, ...(place === undefined ? {} : { place }) }, 'error');
    return { marks: limited([...marks, mark]) };
  }
}

/** Returns the findings of validation. */
function judged(text: Text, sources: readonly Source[], options: FeatureOptions): readonly Mark[] {
  const { findings, notes } = judgeTexts({ files: [FILE], texts: [text], sources, unreadable: [], warnings: [] }, options);
  return [
    ...findings.map(({ severity, message, suggestion, rule, line, column, object, path }): Mark => {
      const place = [object, path].filter((part) => part !== '').join(': ');
      const advice = suggestion === undefined || message.includes(suggestion) ? '' : `: ${suggestion}`;
      return { severity, message: `${place === '' ? '' : `${place}: `}${message}${advice}`, rule, line, column };
    }),
    ...notes.map((message): Mark => ({ severity: 'note', message })),
  ];
}

/** Returns a diagnostic of the commands as a mark. */
export function markOf({ message, place, severity }: Diagnostic, instead: Mark['severity'] = severity ?? 'warning'): Mark {
  const [, line, column] = /:(\d+):(\d+)$/.exec(place ?? '') ?? [];
  return {
    severity: instead,
    message: linesOf(message).join('\n'),
    ...(line === undefined ? {} : { line: Number(line), column: Number(column) }),
  };
}

function limited(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length <= MAX_MARKS) return marks;
  return [...marks.slice(0, MAX_MARKS), { severity: 'note', message: `${marks.length - MAX_MARKS} more are not shown` }];
}
