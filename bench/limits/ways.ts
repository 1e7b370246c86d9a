// The description of a public call to its measurement: its inputs, its forms and its limits.

import type { Forms } from './measure.js';

/** Inputs by name, each made when it is needed. */
export type Inputs<I> = Readonly<Record<string, () => I>>;

/** A way to make a call, on each of some inputs. */
export interface Way {
  /** The difference to other ways; empty if there is none. */
  readonly name: string;
  readonly inputs: readonly string[];
  /** Makes an input, and what makes calls on it. */
  make(input: string): { readonly input: unknown; readonly prepare: () => Promise<Forms> };
}

/** A way to make a call. `prepare` makes what the call needs besides its input, anew for each call, so that nothing is cached. */
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

/** The most that a call without limits takes, or a process. */
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

/** A call that accepts a limit of time. */
export function limited(...ways: readonly Way[]): Entry {
  return { kind: 'limited', ways };
}

/** A call that accepts no limits, and why. */
export function unlimited(why: string, bound: Bound, ...ways: readonly Way[]): Entry {
  return { kind: 'unlimited', ways, why, bound };
}

/** A call of another process, with the limit that its option or its settings have. */
export function program(bound: Bound, ...ways: readonly Way[]): Entry {
  return { kind: 'program', ways, bound };
}

/** Another form of a call, with which it is measured. */
export function formOf(of: string): Entry {
  return { kind: 'form', of };
}

/** A call whose work does not depend on what strangers send, and why. */
export function small(why: string): Entry {
  return { kind: 'small', why };
}
