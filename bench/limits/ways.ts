// The description of a public call for its measurement: its inputs, its forms and its limits.

import type { Forms } from './measure.js';

/** Inputs by name, each made on demand. */
export type Inputs<I> = Readonly<Record<string, () => I>>;

/** A way to make a call, for each of some inputs. */
export interface Way {
  /** The difference from the other ways. Empty if there is only one way. */
  readonly name: string;
  readonly inputs: readonly string[];
  /** Makes an input, and the preparation of calls on it. */
  make(input: string): { readonly input: unknown; readonly prepare: () => Promise<Forms> };
}

/** A way to make a call. `prepare` makes the other prerequisites of the call, again for each call, so that there are no caches. */
export function way<I>(inputs: Inputs<I>, prepare: (input: I) => Forms | Promise<Forms>, name = ''): Way {
  return {
    name,
    inputs: Object.keys(inputs),
    make(inputName) {
      const input = (inputs[inputName] as () => I)();
      return { input, prepare: async () => prepare(input) };
    },
  };
}

/** The inputs of these names. */
export function only<I>(inputs: Inputs<I>, names: readonly string[]): Inputs<I> {
  return Object.fromEntries(names.map((name) => [name, inputs[name] as () => I]));
}

/** The maximum duration of a call without limits, or of a process. */
export interface Bound {
  readonly milliseconds: number;
  readonly perMegabyte: number;
}

/** The description of a call in the registry. */
export type Entry =
  | { readonly kind: 'limited'; readonly ways: readonly Way[] }
  | { readonly kind: 'unlimited'; readonly ways: readonly Way[]; readonly why: string; readonly bound: Bound }
  | { readonly kind: 'program'; readonly ways: readonly Way[]; readonly bound: Bound }
  | { readonly kind: 'form'; readonly of: string }
  | { readonly kind: 'small'; readonly why: string };

/** A call that accepts a time limit. */
export function limited(...ways: readonly Way[]): Entry {
  return { kind: 'limited', ways };
}

/** A call that accepts no limits, and why. */
export function unlimited(why: string, bound: Bound, ...ways: readonly Way[]): Entry {
  return { kind: 'unlimited', ways, why, bound };
}

/** A call of another process, with the limit of its option or its settings. */
export function program(bound: Bound, ...ways: readonly Way[]): Entry {
  return { kind: 'program', ways, bound };
}

/** A call that is another form of a measured call. */
export function formOf(of: string): Entry {
  return { kind: 'form', of };
}

/** A call whose work does not depend on input of strangers, and why. */
export function small(why: string): Entry {
  return { kind: 'small', why };
}
