// What callers hand in as claims: plain JSON, decoded objects, or a handle that was prepared once.

import { DecodeContext } from '../api/context.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { decodeResourceClaim } from '../api/resource-claim.js';
import { AllocationError } from '../errors.js';
import type { Json } from '../json.js';
import { shapeOf } from '../resident/shape.js';

/** A ResourceClaim as plain JSON, of any served version. */
export type ClaimInput = object;

/** Claims that were decoded once, accepted wherever `claims` is. Made by `cluster.prepare`. */
export class PreparedClaims {
  /** The claims, in order. */
  readonly claims: readonly ResourceClaim[];
  #shape: string | undefined;

  constructor(claims: readonly ResourceClaim[]) {
    this.claims = Object.freeze([...claims]);
  }

  /** @internal What they ask for: the same text, the same answers. */
  get shape(): string {
    this.#shape ??= shapeOf(this.claims);
    return this.#shape;
  }
}

/** As `claimsOf`, as a handle. */
export function preparedOf(input: PreparedClaims | readonly ClaimInput[]): PreparedClaims {
  return input instanceof PreparedClaims ? input : new PreparedClaims(claimsOf(input));
}

/** Decodes what a caller hands in as claims. Throws `invalid-input` or `invalid-object`. */
export function claimsOf(input: PreparedClaims | readonly ClaimInput[], path = 'claims'): readonly ResourceClaim[] {
  if (input instanceof PreparedClaims) return input.claims;
  return listOf(input, path).map((value, index) => decodeResourceClaim(value, new DecodeContext([path, index])));
}

/** Checks that an argument is a list. Throws `invalid-input`. */
export function listOf(input: unknown, path: string): readonly Json[] {
  if (Array.isArray(input)) return input as readonly Json[];
  throw new AllocationError('invalid-input', `${path}: expected a list of Kubernetes objects`, { path });
}
