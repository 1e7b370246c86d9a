// A scenario has a name, and a function to be timed that answers alike every time.

/** One thing to time. */
export interface Scenario {
  readonly name: string;
  /** Prepares everything that is not to be timed. Throws when the answer is not what the scenario is about. */
  setup(): Promise<() => unknown>;
}

/** Throws unless an outcome is of the kind that a scenario expects. */
export function expectKind(outcome: { readonly kind: string }, kind: string): void {
  if (outcome.kind !== kind) throw new Error(`expected ${kind}, got ${outcome.kind}`);
}
