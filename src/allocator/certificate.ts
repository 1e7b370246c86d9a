// Defines certificates: proofs that no choice of devices satisfies claims, as data that `dra-allocator/check` verifies. docs/reference/certificates.md has the
// rules and their soundness.

/** The proof that claims cannot be allocated on a node. Plain JSON. */
export interface Certificate {
  readonly version: 1;
  readonly proof: Proof;
}

/** The part of a result for claims that cannot be allocated, if the caller requested a certificate. */
export interface Certified {
  /** The proof that no choice of devices satisfies the claims. `dra-allocator/check` verifies it. */
  readonly certificate?: Certificate;
  /** The reason why there is no certificate, as text. The result is valid without a certificate, too. */
  readonly uncertified?: string;
}

/**
 * A name. A claim is `[index]`, its index in the list of claims. A request is `[claim, index, name]`, a constraint `[claim,
 * index]`, a device `[driver, pool, device]`. A counter is `[driver, pool, counterSet, counter]`, a capacity `[device,
 * capacity]`, and a value of a distinct constraint `[constraint, value]`. In these names, `device` and `constraint` are names
 * of this form, as JSON.
 */
export type Name = readonly (string | number)[];

/** A step of a proof: it either ends the proof, or distinguishes all possible cases. */
export type Proof = CountProof | ValuesProof | DevicesProof;

/**
 * Each selection pays prices for the amounts that it uses. Even with the cheapest devices for each request, the selections pay
 * more than all resources together are worth. Without limits: some request has fewer devices than it needs.
 */
export interface CountProof {
  readonly rule: 'count';
  readonly limits: readonly Limit[];
  /** Match constraints whose requests pay as one, with the cheapest common value. */
  readonly groups: readonly Name[];
}

/**
 * A joint limit on several things: no choice of devices uses more of them than exist. Amounts are counted in whole units. The
 * amount of each selection is rounded down.
 */
export interface Limit {
  readonly price: string;
  readonly unit: string;
  readonly things: readonly Thing[];
}

/**
 * A thing of limited amount, and its weight. A device exists once, and so does a value of a distinct constraint. A claim may
 * have 32 devices. Amounts of counters and capacities are in billionths.
 */
export interface Thing {
  readonly weight: string;
  readonly of: Name;
}

/**
 * The devices of a match constraint share a value. A prioritized list uses one alternative. The list has the name of its
 * request. A claim with whole alternatives also uses one. It has the name of the claim. The case without `value`: no selected
 * device has a value. In each omitted case, some request has fewer devices than it needs.
 */
export interface ValuesProof {
  readonly rule: 'values';
  readonly constraint: Name;
  readonly cases: readonly { readonly value?: string; readonly proof: Proof }[];
}

/** A request is allocated one of these devices, or has too few other devices. In each case, the devices of earlier cases are excluded. */
export interface DevicesProof {
  readonly rule: 'devices';
  readonly request: Name;
  readonly cases: readonly { readonly device: Name; readonly proof: Proof }[];
}
