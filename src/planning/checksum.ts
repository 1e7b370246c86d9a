// The checksums of what simulations leave in files, checkpoints and shards: what was damaged there is rejected, and not taken for another result.

import type { DecodeContext } from '../core/api/context.js';
import { checksumOf } from '../core/base/checksum.js';

/** Adds the checksum of all that is there. */
export function withChecksum<T extends object>(value: T): T & { readonly checksum: string } {
  return { ...value, checksum: checksumOf(value) };
}

/** Fails where something is not as it was written. */
export function checkChecksum({ checksum, ...rest }: { readonly checksum: string }, context: DecodeContext): void {
  const found = checksumOf(rest);
  if (found === checksum) return;
  const why =
    checksum === ''
      ? 'there is none, as in files that an earlier version has written, which this one does not go on from'
      : `the file is damaged, or was changed: expected ${found}, the checksum of its content`;
  context.within('checksum', () => context.fail(why));
}
