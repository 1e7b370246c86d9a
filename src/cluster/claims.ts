// Decodes the claims that callers pass as plain JSON or as a prepared handle.

import { type ClaimSignature, signatureOf, signatureOfAll } from '../allocator/evaluate/claims-signature.js';
import { DecodeContext } from '../core/api/context.js';
import { resourceClaimKind } from '../core/api/decode-resource-claim.js';
import { type Decoder, decoding, type Writable } from '../core/api/decoder.js';
import { encodeResourceClaim } from '../core/api/encode.js';
import type { ResourceClaimJson } from '../core/api/kinds.js';
import type { LibraryGates } from '../core/api/library-gates.js';
import type { ObjectMeta } from '../core/api/meta.js';
import type { Allocation, ResourceClaim, ResourceClaimStatus } from '../core/api/resource-claim.js';
import { wrongArgument } from '../core/base/arguments.js';
import { type CallLimits, Checkpoint, type EndedBy, endOfCall, SliceOver, UNLIMITED, type Yield } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { type Incremental, inSlices } from '../core/base/incremental.js';
import { type Json, MOST_OBJECTS } from '../core/base/json.js';
import { INSPECT } from '../core/base/lazy-fields.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { toPlainJson } from '../core/base/plain-json.js';

/** A ResourceClaim as plain JSON, of any served version. */
export type ClaimInput = ResourceClaimJson;

/** The name of a claim. Without a namespace: `default`. */
export interface ClaimName {
  readonly namespace?: string;
  readonly name: string;
}

/** Returns the key that identifies a claim. A claim without a namespace is in `default`. */
export function claimKey({ metadata }: { readonly metadata: { readonly namespace: string; readonly name: string } }): string {
  return `${metadata.namespace === '' ? 'default' : metadata.namespace}/${metadata.name}`;
}

/** The allocation that a claim holds, and the device status that drivers report. */
export interface Held {
  readonly allocation: Allocation;
  readonly reported: ResourceClaimStatus['devices'];
}

/** Returns the claim with the allocation that it holds. */
export function withHeld(claim: ResourceClaim, { allocation, reported }: Held): ResourceClaim {
  const status = reported === undefined ? { ...claim.status, allocation } : { ...claim.status, allocation, devices: reported };
  return { ...claim, status };
}

/** Decoded claims, with data derived from them. Do not expose any of it to callers: equal claims share decoded objects. */
export class ClaimSet {
  readonly claims: readonly ResourceClaim[];
  /** The signature, computed on first access. Its text is undefined for claims that request too much. */
  #signature: { readonly text: string | undefined } | undefined;
  #keys: readonly string[] | undefined;

  /** `claims`: an immutable list. */
  constructor(claims: readonly ResourceClaim[], signature?: { readonly text: string | undefined }) {
    this.claims = claims;
    this.#signature = signature;
  }

  /** The `claimKey` of each claim. */
  get keys(): readonly string[] {
    this.#keys ??= this.claims.map(claimKey);
    return this.#keys;
  }

  /** Returns the keys, in increments. */
  *listingKeys(checkpoint: Checkpoint): Incremental<readonly string[]> {
    this.#keys ??= yield* mapping(this.claims, claimKey, checkpoint);
    return this.#keys;
  }

  /** The signature of the requests: equal texts have equal results. Undefined if the claims request too much for a query of all nodes together. */
  get signature(): string | undefined {
    return this.#specSignature().text;
  }

  #specSignature(): { readonly text: string | undefined } {
    this.#signature ??= { text: signatureOfAll(this.claims, signatureOfSpec) };
    return this.#signature;
  }

  /** Implements `PreparedClaims.named`. */
  named(names: readonly ClaimName[]): ClaimSet {
    if (!Array.isArray(names) || names.length !== this.claims.length) {
      throw wrongArgument('named(names)', `a list of ${this.claims.length} names, one for each claim`, names);
    }
    const claims = this.claims.map((claim, index) => {
      const { name, namespace = '' } = (names[index] ?? {}) as ClaimName;
      const path = `names[${index}]`;
      if (typeof name !== 'string' || typeof namespace !== 'string') {
        throw wrongArgument(path, 'an object with a name and an optional namespace', names[index]);
      }
      if (claim.status.allocation !== undefined) {
        throw new AllocationError('invalid-input', `${path}: the claim is already allocated, so it cannot have another name`, { path });
      }
      return withName(claim, name, namespace);
    });
    return new ClaimSet(claims, this.#specSignature());
  }
}

let setOf: (prepared: PreparedClaims) => ClaimSet;

/**
 * Claims that were decoded once. Accepted wherever `claims` is. Made by `cluster.prepare`. Its JSON is the claims, as resource.k8s.io/v1.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { createAllocator } from 'dra-allocator';
 *
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([
 *   { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *   { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
 * ]);
 * const spec = { devices: { requests: [{ name: 'gpu', deviceClassName: 'gpu' }] } };
 * const prepared = cluster.prepare([{ apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim', metadata: { name: 'mine' }, spec }]);
 * console.log(cluster.allocate({ claims: prepared, node: 'a' }).kind); // unallocatable
 * ```
 */
export class PreparedClaims {
  readonly #set: ClaimSet;

  /** @internal Use `cluster.prepare`. */
  constructor(claims: ClaimSet | readonly ResourceClaim[]) {
    this.#set = claims instanceof ClaimSet ? claims : new ClaimSet(claims);
  }

  static {
    setOf = (prepared) => prepared.#set;
  }

  /**
   * Returns these claims with other names, one each, for claims that pods make from one template. The claims are not decoded again. Throws
   * `invalid-input` for a wrong number of names, and for claims that are already allocated.
   * @example
   * ```ts
   * const ofSecondPod = prepared.named([{ namespace: 'ml', name: 'mine-2' }]);
   * console.log(JSON.stringify(ofSecondPod));
   * // [{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"mine-2","namespace":"ml"},"spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu","allocationMode":"ExactCount","count":1}}]}}}]
   * ```
   */
  named(names: readonly ClaimName[]): PreparedClaims {
    return new PreparedClaims(this.#set.named(names));
  }

  /**
   * @example
   * ```ts
   * console.log(JSON.stringify(prepared));
   * // [{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"mine"},"spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu","allocationMode":"ExactCount","count":1}}]}}}]
   * ```
   */
  toJSON(): unknown {
    return toPlainJson(this.#set.claims.map((claim) => encodeResourceClaim(claim)));
  }

  [INSPECT](): object {
    return { claims: this.toJSON() };
  }
}

/** Returns the claim with another name. Copies field by field: pods need one copy each, and spreading is several times slower. */
function withName({ metadata, spec, status }: ResourceClaim, name: string, namespace: string): ResourceClaim {
  const { generateName, uid, labels, creationTimestamp, deletionTimestamp, ownerReferences, source, version } = metadata;
  const renamed: Writable<ObjectMeta> = { name, generateName, namespace, uid, labels, ownerReferences };
  if (creationTimestamp !== undefined) renamed.creationTimestamp = creationTimestamp;
  if (deletionTimestamp !== undefined) renamed.deletionTimestamp = deletionTimestamp;
  if (source !== undefined) renamed.source = source;
  if (version !== undefined) renamed.version = version;
  return { metadata: renamed, spec, status };
}

/** Cached by spec: claims made from one template share their spec. */
const signatures = new WeakMap<ResourceClaim['spec'], ClaimSignature | 'none'>();

function signatureOfSpec(claim: ResourceClaim): ClaimSignature | undefined {
  let signature = signatures.get(claim.spec);
  if (signature === undefined) {
    signature = signatureOf(claim) ?? 'none';
    signatures.set(claim.spec, signature);
  }
  return signature === 'none' ? undefined : signature;
}

/** Decodes claims like `claimsOf`, in one go, into a set that caches derived data. */
export function preparedOf(input: PreparedClaims | readonly ClaimInput[], gates: LibraryGates, checkpoint = UNLIMITED): ClaimSet {
  return input instanceof PreparedClaims
    ? setOf(input)
    : new ClaimSet(decodeListInOneGo(input, 'claims', resourceClaimKind, checkpoint, gates));
}

/** Decodes claims like `preparedOf`, within the limits of a call; returns the limit that ended it otherwise. */
export function preparedWithin(
  input: PreparedClaims | readonly ClaimInput[],
  gates: LibraryGates,
  checkpoint: Checkpoint,
): ClaimSet | EndedBy {
  try {
    return preparedOf(input, gates, checkpoint);
  } catch (error) {
    return endOfCall(error);
  }
}

/** Decodes claims like `preparedOf` if that takes at most a millisecond; returns undefined if it takes longer. */
export function preparedAtOnce(input: PreparedClaims | readonly ClaimInput[], gates: LibraryGates): ClaimSet | undefined {
  const trial = new Checkpoint();
  trial.beginTrial();
  try {
    return preparedOf(input, gates, trial);
  } catch (error) {
    if (error instanceof SliceOver) return undefined;
    throw error;
  }
}

/** Decodes claims like `preparedWithin`, but yields to the event loop. */
export async function preparedInSlices(
  input: PreparedClaims | readonly ClaimInput[],
  gates: LibraryGates,
  limits: CallLimits,
  yieldNow: Yield,
): Promise<ClaimSet | EndedBy> {
  const checkpoint = new Checkpoint(limits);
  try {
    return new ClaimSet(await inSlices(checkpoint, claimsOf(input, gates, checkpoint), yieldNow));
  } catch (error) {
    return endOfCall(error);
  }
}

/** Decodes the claims that a caller passes. Throws `invalid-input` or `invalid-object`. */
export function* claimsOf(
  input: PreparedClaims | readonly ClaimInput[],
  gates: LibraryGates,
  checkpoint: Checkpoint,
): Incremental<readonly ResourceClaim[]> {
  if (input instanceof PreparedClaims) return setOf(input).claims;
  return yield* decodeList(input, 'claims', resourceClaimKind, checkpoint, gates);
}

/** Decodes the objects of a list. Errors have the path of the object. */
export function* decodeList<T>(
  input: unknown,
  path: string,
  decoder: Decoder<T>,
  checkpoint: Checkpoint,
  libraryGates?: LibraryGates,
): Incremental<readonly T[]> {
  if (!checkpoint.hasSlices) return decodeListInOneGo(input, path, decoder, checkpoint, libraryGates);
  const list = listOf(input, path);
  const before = path.split('.');
  const decoded: T[] = [];
  for (let index = 0; index < list.length; index++) {
    decoded.push(yield* decoding(decoder, list[index], new DecodeContext([...before, index], undefined, checkpoint, libraryGates)));
    if (checkpoint.due()) yield;
  }
  return decoded;
}

/** Decodes the objects of a list, in a call without slices. */
export function decodeListInOneGo<T>(
  input: unknown,
  path: string,
  decoder: Decoder<T>,
  checkpoint: Checkpoint,
  libraryGates?: LibraryGates,
): readonly T[] {
  const list = listOf(input, path);
  const before = path.split('.');
  const decoded: T[] = [];
  for (let index = 0; index < list.length; index++) {
    decoded.push(decoder.decode(list[index], new DecodeContext([...before, index], undefined, checkpoint, libraryGates)));
    checkpoint.step();
  }
  return decoded;
}

/** Checks that an argument is a list; `members` describes its members in messages. Throws `invalid-input` and `input-too-large`. */
export function listOf(input: unknown, path: string, members = 'Kubernetes objects'): readonly Json[] {
  if (!Array.isArray(input)) throw wrongArgument(path, `a list of ${members}`, input);
  if (input.length > MOST_OBJECTS)
    throw new AllocationError('input-too-large', `${path}: expected at most ${MOST_OBJECTS} ${members}, found ${input.length}`, { path });
  return input as readonly Json[];
}
