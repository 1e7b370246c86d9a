// Valid calls. A test replaces one argument at a time.

/** A function, and arguments that it accepts. */
export interface ValidCall {
  readonly call: (...args: never[]) => unknown;
  readonly args: readonly unknown[];
}

/** Makes a new call for each attempt, or says why there is none. */
export type CallMaker = (() => ValidCall | Promise<ValidCall>) | string;

export type CallMakers = Readonly<Record<string, CallMaker>>;

/** A call of a function with these arguments. */
export function callOf<A extends readonly unknown[]>(call: (...args: A) => unknown, ...args: A): ValidCall {
  return { call: call as ValidCall['call'], args };
}
