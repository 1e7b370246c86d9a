// Caches the errors of the nodes of a query. Errors name claims, so different claims with the same signature have different
// errors.

import { type AllocationError, copyOfError } from '../../../../core/base/errors.js';
import { bytesOfText } from '../../../../core/base/lru-cache.js';

/** The most bytes of all errors, and the bytes of one without its texts. */
const MOST_BYTES = 2 << 20;
const ERROR_BYTES = 1024;

/** The error of a node, and the names of the claims that caused it. */
interface CachedError {
  readonly claimNames: string;
  readonly error: AllocationError;
  readonly bytes: number;
}

/** The errors of nodes, by ordinal. */
export class CachedErrors {
  readonly #errors = new Map<number, CachedError>();
  #bytes = 0;

  get size(): number {
    return this.#errors.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the error of a node for claims of the same names. Callers must receive a copy of it. */
  get(ordinal: number, claimNames: string): AllocationError | undefined {
    const cachedError = this.#errors.get(ordinal);
    return cachedError?.claimNames === claimNames ? cachedError.error : undefined;
  }

  /** Replaces the error of a node. Returns false if there is no room. The node then has no stored error. */
  set(ordinal: number, claimNames: string, error: AllocationError): boolean {
    this.forget(ordinal);
    const bytes = ERROR_BYTES + bytesOfText(claimNames) + 2 * bytesOfText(error.message);
    if (this.#bytes + bytes > MOST_BYTES) return false;
    this.#bytes += bytes;
    this.#errors.set(ordinal, { claimNames, error: copyOfError(error), bytes });
    return true;
  }

  forget(ordinal: number): void {
    this.#bytes -= this.#errors.get(ordinal)?.bytes ?? 0;
    this.#errors.delete(ordinal);
  }
}
