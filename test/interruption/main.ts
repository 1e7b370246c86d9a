// Interrupts every public call that accepts limits: `main.mjs --runs N --looks N --seed S`. Started by scripts/interruptions.mjs.

import { Random } from '../../src/core/base/random.js';
import { CALLS } from './calls.js';
import { type Findings, interrupt, someLooks } from './interrupt.js';

const options = new Map<string, number>();
for (let index = 2; index < process.argv.length; index += 2) options.set(process.argv[index] as string, Number(process.argv[index + 1]));
const runs = options.get('--runs') ?? 100_000;
const looks = options.get('--looks') ?? 20;
const first = options.get('--seed') ?? 39;

/** The number of readings of the clock in all runs of one kind on a case. */
const LOOKS_IN_ALL = 20_000;

const findings: Findings = { runs: 0, faults: [] };
for (let seed = first; findings.runs < runs; seed++) {
  for (const [name, cases] of Object.entries(CALLS)) {
    const before = findings.runs;
    for (const one of cases) await interrupt(name, one, someLooks(looks, LOOKS_IN_ALL, new Random(seed)), findings);
    console.log(`${name}: ${findings.runs - before} runs, ${findings.faults.length} faults so far`);
    for (const { call, form, disturbance, wrong } of findings.faults.splice(0)) {
      process.exitCode = 1;
      console.error(`${call}, ${form}, ${disturbance}: ${wrong}`);
    }
  }
}
console.log(`${findings.runs} runs`);
