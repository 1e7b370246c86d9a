// Every public call, and how it is measured. test/bench/limits.test.ts compares it with the exports of the package, the commands and the
// routes of the service.

import { ALLOCATOR } from './calls/allocator.js';
import { BENCH } from './calls/bench.js';
import { CEL } from './calls/cel.js';
import { CHECK } from './calls/check.js';
import { CLASSIC } from './calls/classic.js';
import { COMMANDS } from './calls/commands.js';
import { PODS } from './calls/pods.js';
import { READ } from './calls/read.js';
import { ROUTES } from './calls/routes.js';
import { SIMULATE } from './calls/simulate.js';
import { VALIDATE } from './calls/validate.js';
import type { Entry } from './ways.js';

/** The calls of the library by the paths of package.json. */
export const LIBRARY: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  '.': ALLOCATOR,
  './bench': BENCH,
  './cel': CEL,
  './check': CHECK,
  './classic': CLASSIC,
  './pods': PODS,
  './read': READ,
  './simulate': SIMULATE,
  './validate': VALIDATE,
};

export { COMMANDS, ROUTES };

/** All calls by their place: an entry of the package, the command or the service. */
export const REGISTRY: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  ...Object.fromEntries(Object.entries(LIBRARY).map(([path, calls]) => [`dra-allocator${path.slice(1)}`, calls])),
  command: COMMANDS,
  service: ROUTES,
};
