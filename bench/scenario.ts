// A scenario has a name, and a function to be timed whose result is always the same.

/** A scenario to time. */
export interface Scenario {
  readonly name: string;
  /** Performs the preparation that is not timed. Throws if the answer is not the expected one. */
  setup(): Promise<() => unknown>;
}

/** Throws if an outcome is not of the expected kind. */
export function expectKind(outcome: { readonly kind: string }, kind: string): void {
  if (outcome.kind !== kind) throw new Error(`expected ${kind}, got ${outcome.kind}`);
}
