// Valid calls, in which a test replaces one argument after the other.

/** A function, and arguments that it accepts. */
export interface ValidCall {
  readonly call: (...args: never[]) => unknown;
  readonly args: readonly unknown[];
}

/** Makes a call of its own for each attempt, or says why no call is made. */
export type CallMaker = (() => ValidCall | Promise<ValidCall>) | string;

export type CallMakers = Readonly<Record<string, CallMaker>>;

/** A call of a function with these arguments. */
export function callOf<A extends readonly unknown[]>(call: (...args: A) => unknown, ...args: A): ValidCall {
  return { call: call as ValidCall['call'], args };
}
