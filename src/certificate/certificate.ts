// Certificates: why no choice of devices satisfies claims, as data that `dra-allocator/check` verifies. docs/certificates.md has the rules, and why each is sound.

/** The proof that claims cannot be allocated on a node. Plain JSON. */
export interface Certificate {
  readonly version: 1;
  readonly proof: Proof;
}

/** The part of an answer that is there where claims cannot be allocated and a certificate was asked for. */
export interface Certified {
  /** The proof that no choice of devices satisfies the claims, which `dra-allocator/check` verifies. */
  readonly certificate?: Certificate;
  /** Why there is no certificate, in words. The answer holds without one. */
  readonly uncertified?: string;
}

/**
 * A name: `[claim, place, request]`, `[driver, pool, device]` and the like, where a claim is its place in the list of claims, from 0 on.
 */
export type Name = readonly (string | number)[];

/** A step of a proof: it ends here, or distinguishes cases that are all there are. */
export type Proof = UnusableProof | CountProof | AlternativesProof | ValuesProof | DevicesProof;

/** A claim that has its devices cannot be used on the node. */
export interface UnusableProof {
  readonly rule: 'unusable';
  /** `[place, name]`. */
  readonly claim: Name;
}

/**
 * Each pick pays the prices of what it takes. Even where each request takes what is cheapest for it, they pay more than all that there is is worth. Without limits:
 * some request has fewer candidates than it needs.
 */
export interface CountProof {
  readonly rule: 'count';
  readonly limits: readonly Limit[];
  /** Match constraints whose requests pay together, with the cheapest common value: `[claim, place]`. */
  readonly groups: readonly Name[];
}

/**
 * No choice of devices takes more of some things together than there is. Amounts are counted in whole units, rounded down: those of each pick or, with
 * `together`, those of all picks of a group or a request.
 */
export interface Limit {
  readonly price: string;
  readonly unit: string;
  readonly together: boolean;
  readonly things: readonly Thing[];
}

/** Something of which there is so much, and its weight. Amounts of counters and capacities are in billionths; of all others there is one. */
export type Thing =
  | { readonly weight: string; readonly counter: Name }
  | { readonly weight: string; readonly capacity: Name }
  /** A device: for all requests without admin access or, with a claim, those of the claim and those without admin access in claims after it. */
  | { readonly weight: string; readonly device: Name; readonly claim?: number }
  /** A value of a distinct constraint. */
  | { readonly weight: string; readonly value: string; readonly constraint: Name };

/** A prioritized list takes one of its alternatives. Those without a case have fewer candidates than they need. */
export interface AlternativesProof {
  readonly rule: 'alternatives';
  readonly request: Name;
  readonly cases: readonly { readonly alternative: string; readonly proof: Proof }[];
}

/** A match constraint has one of the values that devices have. With those without a case some request has fewer candidates than it needs. */
export interface ValuesProof {
  readonly rule: 'values';
  readonly constraint: Name;
  readonly cases: readonly { readonly value?: string; readonly proof: Proof }[];
}

/**
 * A request gets one of these devices, or has too few others. In each case the devices of the cases before are no candidates of it. `like`: what holds of
 * an earlier device holds of this one, which has the same part in everything.
 */
export interface DevicesProof {
  readonly rule: 'devices';
  readonly request: Name;
  readonly cases: readonly ({ readonly device: Name; readonly proof: Proof } | { readonly device: Name; readonly like: Name })[];
}
