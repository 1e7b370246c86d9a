// Certificates: why no choice of devices satisfies claims, as data that `dra-allocator/check` verifies. docs/reference/certificates.md has the rules, and why each is sound.

/** The proof that claims cannot be allocated on a node. Plain JSON. */
export interface Certificate {
  readonly version: 1;
  readonly proof: Proof;
}

/** The part of an answer that is there where claims cannot be allocated and a certificate was requested. */
export interface Certified {
  /** The proof that no choice of devices satisfies the claims, which `dra-allocator/check` verifies. */
  readonly certificate?: Certificate;
  /** Why there is no certificate, in words. The answer holds without one. */
  readonly uncertified?: string;
}

/**
 * A name. A claim is its place in the list of claims, from 0 on: `[claim]`, a request `[claim, place, name]`, a constraint `[claim, place]`, a device `[driver, pool, device]`, a counter
 * `[driver, pool, counterSet, counter]`, a capacity `[device, capacity]` and a value of a distinct constraint `[constraint, value]`, where device and constraint are their names as JSON.
 */
export type Name = readonly (string | number)[];

/** A step of a proof: it ends here, or distinguishes cases that are all there are. */
export type Proof = CountProof | ValuesProof | DevicesProof;

/**
 * Each pick pays the prices of what it takes. Even where each request takes what is cheapest for it, they pay more than all that there is is worth. Without limits:
 * some request has fewer devices than it needs.
 */
export interface CountProof {
  readonly rule: 'count';
  readonly limits: readonly Limit[];
  /** Match constraints whose requests pay together, with the cheapest common value. */
  readonly groups: readonly Name[];
}

/** No choice of devices takes more of some things together than there is. Amounts are counted in whole units, those of each selection rounded down. */
export interface Limit {
  readonly price: string;
  readonly unit: string;
  readonly things: readonly Thing[];
}

/**
 * Something of which there is so much, and its weight: a device or a value of a distinct constraint is there once, a claim may have 32 devices, and amounts of counters and
 * capacities are in billionths.
 */
export interface Thing {
  readonly weight: string;
  readonly of: Name;
}

/**
 * The devices of a match constraint have a value in common, those of a prioritized list, which is named as its request, an alternative, and so have those of a claim with whole
 * alternatives, which is named as the claim. The case without `value`: no device is selected
 * that has any. A case that is left out has some request with fewer devices than it needs.
 */
export interface ValuesProof {
  readonly rule: 'values';
  readonly constraint: Name;
  readonly cases: readonly { readonly value?: string; readonly proof: Proof }[];
}

/** A request gets one of these devices, or has too few others. In each case the devices of the cases before are no devices for it. */
export interface DevicesProof {
  readonly rule: 'devices';
  readonly request: Name;
  readonly cases: readonly { readonly device: Name; readonly proof: Proof }[];
}
