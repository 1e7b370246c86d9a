import { expect, it } from 'vitest';
import { type ArgumentStep, publicArguments } from '../../scripts/public-calls.mjs';
import { CelCompileError, CelRuntimeError } from '../../src/cel/index.js';
import { ApiError } from '../../src/classic/index.js';
import { ReadError } from '../../src/core/read/index.js';
import { AllocationError } from '../../src/index.js';
import { someOf } from '../support/extent.js';
import { ALLOCATOR_CALLS } from './calls/allocator.js';
import { BENCH_CALLS } from './calls/bench.js';
import { CEL_CALLS } from './calls/cel.js';
import { CHECK_CALLS } from './calls/check.js';
import { CLASSIC_CALLS } from './calls/classic.js';
import { PODS_CALLS } from './calls/pods.js';
import { READ_CALLS } from './calls/read.js';
import { SIMULATE_CALLS } from './calls/simulate.js';
import { VALIDATE_CALLS } from './calls/validate.js';
import type { CallMaker, CallMakers } from './valid-call.js';
import { replaced, THROWN, WRONG_VALUES } from './wrong-values.js';

const CALLS: Readonly<Record<string, CallMakers>> = {
  '.': ALLOCATOR_CALLS,
  './bench': BENCH_CALLS,
  './cel': CEL_CALLS,
  './check': CHECK_CALLS,
  './classic': CLASSIC_CALLS,
  './pods': PODS_CALLS,
  './read': READ_CALLS,
  './simulate': SIMULATE_CALLS,
  './validate': VALIDATE_CALLS,
};
const ARGUMENTS = publicArguments();
/** Classes of errors for arguments of the right type with an invalid value. */
const OF_CONTENTS = [ReadError, CelCompileError, CelRuntimeError, ApiError];

/** Error messages for arguments of the right type. */
const OF_RULES = /: give either a pod or claims, because a pod already names its claims|has no (shard|node template|parameter)/;

/** An argument, or an option of it, that has a wrong value. */
interface Attempt {
  readonly args: readonly unknown[];
  readonly path: readonly ArgumentStep[];
}

/** Describes what is wrong with the error of an attempt; undefined if it is right. */
function faultOf(error: unknown, attempt: Attempt): string | undefined {
  if (error === THROWN || OF_CONTENTS.some((each) => error instanceof each)) return undefined;
  if (!(error instanceof AllocationError)) return error instanceof Error ? String(error.stack) : String(error);
  if (error.code === 'internal') return `internal: ${error.message}`;
  if (error.code !== 'invalid-input' || OF_RULES.test(error.message)) return undefined;
  const isClear = error.message.includes(optionOf(attempt)) && /: expected .+, found .+|: unknown, /s.test(error.message);
  return isClear ? undefined : `unclear: ${error.message}`;
}

/** The name of the option; empty for an argument, and for an option of an object that is not in the valid call. */
function optionOf({ args, path }: Attempt): string {
  const parent = path
    .slice(0, -1)
    .reduce((value: unknown, step) => (value as Readonly<Record<ArgumentStep, unknown>> | undefined)?.[step], args);
  const option = path.findLast((step) => typeof step === 'string');
  return parent === undefined || option === undefined ? '' : option;
}

async function faultsOf(make: CallMaker, paths: readonly (readonly ArgumentStep[])[]): Promise<readonly string[]> {
  if (typeof make === 'string') return [];
  const faults: string[] = [];
  for (const [at, path] of paths.entries()) {
    for (const [what, value] of someOf(Object.entries(WRONG_VALUES), 6, at)) {
      const { call, args } = await make();
      try {
        await call(...(replaced(args, path, value()) as never[]));
      } catch (error) {
        const fault = faultOf(error, { args, path });
        if (fault !== undefined) faults.push(`${path.join('.')} = ${what}: ${fault}`);
      }
    }
  }
  return faults;
}

it('every call of every entry is tried', () => {
  const tried = Object.fromEntries(Object.entries(CALLS).map(([entry, calls]) => [entry, Object.keys(calls).sort()]));
  const all = Object.fromEntries(Object.entries(ARGUMENTS).map(([entry, calls]) => [entry, Object.keys(calls).sort()]));
  expect(tried).toEqual(all);
});

for (const [entry, calls] of Object.entries(CALLS)) {
  it.each(Object.entries(calls).filter(([, make]) => typeof make !== 'string'))(`${entry}: the valid call %s works`, async (_, make) => {
    const { call, args } = await (make as Exclude<CallMaker, string>)();
    await call(...(args as never[]));
  });
  it.each(Object.entries(calls))(`${entry}: %s answers wrong arguments or names what is wrong`, async (name, make) => {
    expect(await faultsOf(make, ARGUMENTS[entry]?.[name] ?? [])).toEqual([]);
  });
}
