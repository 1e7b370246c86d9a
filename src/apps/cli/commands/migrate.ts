// `migrate`: converts classic DRA to resource.k8s.io/v1, with notes on parts without a counterpart.

import { migrateDecoded } from '../../../classic/migrate/migrate.js';
import type { Json } from '../../../core/base/json.js';
import { readClassicObjects } from '../input/classic-objects.js';
import type { Diagnostic } from '../input/content-error.js';
import type { MigrateSettings } from '../options.js';
import { formatJson } from '../print/json.js';
import { formatMigration } from '../print/migration.js';
import { EXIT, type ExitCode, type Streams } from '../streams.js';
import { warnAboutInput } from './common.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function migrate({ files, recursive, output }: MigrateSettings, streams: Streams): Promise<ExitCode> {
  const warnings: Diagnostic[] = [];
  const { objects: sources } = await readClassicObjects(files, recursive, streams.stdin, warnings, { use: 'migrate' });
  warnAboutInput({ warnings }, streams);
  const result = migrateDecoded(sources);
  if (output === 'yaml') streams.out(formatMigration(result));
  else {
    const notes = result.notes.map(({ into, ...note }) => ({ ...note, ...(into === undefined ? {} : { into }) }));
    const list: Json = { apiVersion: 'v1', kind: 'List', items: result.objects, notes };
    streams.out(formatJson(list));
  }
  return EXIT.good;
}
