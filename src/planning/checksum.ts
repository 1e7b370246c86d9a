// Checksums of checkpoint and shard files, so that damaged files are rejected.

import type { DecodeContext } from '../core/api/context.js';
import { checksumOf } from '../core/base/checksum.js';

/** Returns the value with a checksum of its other fields. */
export function withChecksum<T extends object>(value: T): T & { readonly checksum: string } {
  return { ...value, checksum: checksumOf(value) };
}

/** Fails if the checksum does not match the other fields. */
export function checkChecksum({ checksum, ...rest }: { readonly checksum: string }, context: DecodeContext): void {
  const found = checksumOf(rest);
  if (found === checksum) return;
  const why =
    checksum === ''
      ? 'the checksum is missing: an earlier version wrote this file, so this version cannot continue it'
      : `the file is damaged or was edited: expected ${found}, the checksum of its content`;
  context.within('checksum', () => context.fail(why));
}
