// `merge`: joins the shards of a sweep to the output of a single process.

import { AllocationError } from '../../../core/base/errors.js';
import { decodeShard, Merging, nameMissing } from '../../../planning/shard.js';
import { ContentError, type Diagnostic } from '../input/content-error.js';
import { readInputs } from '../input/input.js';
import { parseInput } from '../input/parse.js';
import { decodingDocument } from '../input/snapshot.js';
import { formatSweep } from '../print/sweep.js';
import type { MergeSettings } from '../simulate/settings.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { warnAboutInput } from './common.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function merge(settings: MergeSettings, streams: Streams, progress: Progress): Promise<ExitCode> {
  const { files, recursive, output, headings } = settings;
  const warnings: Diagnostic[] = [];
  const merging = new Merging();
  for await (const input of readInputs(files, recursive, streams.stdin, warnings)) {
    progress.update(() => `reading ${input.file}`);
    for (const document of parseInput(input).documents) {
      const shard = decodingDocument(document, (context) => decodeShard(document.value, context([])));
      try {
        merging.add(shard, `shard ${shard.shard}/${shard.of}`);
      } catch (error) {
        if (!(error instanceof AllocationError)) throw error;
        throw new ContentError({ message: error.message, place: document.file });
      }
    }
  }
  progress.end();
  warnAboutInput({ warnings }, streams);
  const merged = merging.finish();
  if (merged.kind === 'incomplete') {
    diagnose(streams, 'error', nameMissing(merged));
    return EXIT.finding;
  }
  for (const what of new Set(merged.report.cells.flatMap(({ notLookedAt }) => notLookedAt)))
    diagnose(streams, 'note', `not evaluated: ${what}`);
  streams.out(formatSweep(merged.report, output, headings), { isStyled: output === 'table' || output === 'wide' });
  return EXIT.good;
}
