// Measures programs in separate processes. A probe that Node loads before the program writes figures at its end.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(process.cwd(), 'build/bench/limits');

/** A path in a folder, which is created if needed. */
export function inFolder(name: string): string {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, name);
}

/** The figures of a process. `hold` is the longest turn of its event loop after SIGUSR2. */
export interface ProcessFigures {
  readonly cpu: number;
  readonly memory: number | null;
  readonly hold: number;
}

const PROBE_TEXT = `const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');
const cpuTime = () => Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6;
let hold = 0;
if (isMainThread) {
  process.on('SIGUSR2', () => {
    let cpu, start;
    const turn = () => {
      const [now, end] = [cpuTime(), performance.now()];
      hold = Math.max(hold, Math.min(now - cpu, end - start));
      [cpu, start] = [now, end];
      setTimeout(turn, 1);
    };
    [cpu, start] = [cpuTime(), performance.now()];
    turn();
  });
  process.on('exit', () => {
    const memory = /^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1] * 1.024e-3;
    writeFileSync(process.env.PROBE_RESULT, JSON.stringify({ cpu: cpuTime(), memory, hold }));
  });
}
`;

let count = 0;

/** The environment for a measured program, and its figures after its end. */
export function probed(): { readonly env: Readonly<Record<string, string>>; figures(): ProcessFigures } {
  const probe = inFolder(`probe-${process.pid}.cjs`);
  const result = inFolder(`probe-${process.pid}-${count++}.json`);
  writeFileSync(probe, PROBE_TEXT);
  return {
    env: { NODE_OPTIONS: `--require ${probe}`, PROBE_RESULT: result },
    figures() {
      try {
        return JSON.parse(readFileSync(result, 'utf8')) as ProcessFigures;
      } finally {
        for (const file of [probe, result]) rmSync(file, { force: true });
      }
    },
  };
}

/** Runs a program to its end. */
export async function run(args: readonly string[]): Promise<ProcessFigures> {
  const probe = probed();
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...probe.env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code === null || code > 4) throw new Error(`ended with ${code ?? signal}`);
  return probe.figures();
}
