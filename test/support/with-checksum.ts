// A shard or a checkpoint that a test changed, as the library would have written it.

import { checksumOf } from '../../src/core/base/checksum.js';

/** The value with the checksum of its content now. */
export function withNewChecksum<T extends object>({ checksum: _, ...rest }: T & { readonly checksum?: string }): T {
  return { ...rest, checksum: checksumOf(rest) } as unknown as T;
}

/** The text of one in the same way. */
export function textWithNewChecksum(text: string): string {
  return JSON.stringify(withNewChecksum(JSON.parse(text) as object));
}
