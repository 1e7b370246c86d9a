// Prints migrated objects as YAML, each after the notes about its sources.

import type { MigrationNote, MigrationResult } from '../../../classic/index.js';
import { printable } from '../../../core/base/printable.js';
import { formatYaml } from './yaml.js';

/** Returns the documents. Notes about sources without a counterpart precede the next object with notes, or come last. */
export function formatMigration({ objects, notes }: MigrationResult): string {
  let next = 0;
  const ends = new Map(notes.map(({ into }, place) => [into, place + 1]));
  const documents = objects.map((object, index) => {
    const start = next;
    next = ends.get(index) ?? next;
    return `${comments(notes.slice(start, next))}${formatYaml(object)}`;
  });
  return `${documents.join('---\n')}${comments(notes.slice(next))}`;
}

function comments(notes: readonly MigrationNote[]): string {
  let about = '';
  const lines = notes.flatMap(({ object, path, message, code, into }) => {
    const title = object === about ? [] : [`# ${object}${into === undefined ? ', which has no counterpart' : ''}:`];
    about = object;
    return [...title, `#   ${path === '' ? '' : `${path}: `}${message} (${code})`];
  });
  return lines.map((line) => `${printable(line)}\n`).join('');
}
