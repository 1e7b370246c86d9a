// Migrated objects as YAML, each behind the notes about what it was made of.

import type { MigrationNote, MigrationResult } from '../../../classic/index.js';
import { printable } from '../../../core/base/printable.js';
import { formatYaml } from './yaml.js';

/** The documents. Notes about what nothing stands for are with those of the next object that has some, or at the end. */
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
