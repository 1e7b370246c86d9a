// Names of claims and pods as arguments of commands.

import { objectKey } from '../../schedule/ownership.js';
import { UsageError } from '../arguments.js';

/** `ns/name`, or `name` in the default namespace; gives `ns/name`. Throws {@link UsageError}. */
export function parseName(text: string): string {
  const parts = text.split('/');
  if (parts.length > 2 || parts.includes('')) throw new UsageError(`"${text}" names no claim and no pod: NAME or NAMESPACE/NAME`);
  return parts.length === 1 ? `default/${text}` : text;
}

/** The keys of objects with names of {@link parseName}. */
export function keysOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(
    Array.from(names, (name) => {
      const slash = name.indexOf('/');
      return objectKey(name.slice(0, slash), name.slice(slash + 1));
    }),
  );
}
