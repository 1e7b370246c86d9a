#!/usr/bin/env node
// The entrance of the program `dra-allocator`, which is also `kubectl-dra`: connects it to the process.

import { readFileSync } from 'node:fs';
import { createAllocator } from '../index.js';
import { run } from './program.js';
import type { Streams } from './streams.js';

/** For what should never happen; apart from the codes of the program (sysexits: EX_SOFTWARE). */
const EXIT_DEFECT = 70;

/** A reader that has seen enough, such as `head`, is no error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The built program lies in a directory beside package.json. */
function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}

async function main(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  const streams: Streams = {
    get stdin() {
      return process.stdin;
    },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
  try {
    process.exitCode = await run(process.argv.slice(2), streams, {
      version: programVersion(),
      createCluster: async (options) => (await createAllocator(options)).cluster(),
    });
  } catch (error) {
    process.stderr.write(`dra-allocator: this is a defect, please report it: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = EXIT_DEFECT;
  }
}

await main();
