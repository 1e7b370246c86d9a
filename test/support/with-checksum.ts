// A shard or checkpoint that a test changed, with the checksum that the library would write.

import { checksumOf } from '../../src/core/base/checksum.js';

/** The value with the checksum of its current content. */
export function withNewChecksum<T extends object>({ checksum: _, ...rest }: T & { readonly checksum?: string }): T {
  return { ...rest, checksum: checksumOf(rest) } as unknown as T;
}

/** The text of a value with the checksum of its current content. */
export function textWithNewChecksum(text: string): string {
  return JSON.stringify(withNewChecksum(JSON.parse(text) as object));
}
