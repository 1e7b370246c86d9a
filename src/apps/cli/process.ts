// Connects the program to the process.

import { readFileSync } from 'node:fs';
import { run } from './program.js';
import { diagnose, type Streams, safeStreams } from './streams.js';
import { showsColors } from './terminal/color-choice.js';
import { ProgressLine } from './terminal/progress-line.js';

/** The exit code of a defect of the program, separate from the codes of the program (sysexits: EX_SOFTWARE). */
const EXIT_DEFECT = 70;

/** The exit code if output failed, whatever the result is (sysexits: EX_IOERR). */
const EXIT_OUTPUT = 74;

/** Records write errors, which can occur long after the command has ended. */
class OutputGuard {
  #failed = false;

  /** Watches a stream and calls `report` with the first error. A reader that closes the pipe early, such as `head`, is not an error. */
  watch(stream: NodeJS.WriteStream, report: (message: string) => void): void {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (!this.#failed) report(error.message);
      this.#failed = true;
      process.exitCode = EXIT_OUTPUT;
    });
  }

  /** Sets the exit code, unless output failed. */
  exitWith(code: number): void {
    process.exitCode = this.#failed ? EXIT_OUTPUT : code;
  }
}

/** The built program is in a directory next to package.json. */
function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}

async function main(): Promise<void> {
  const line = new ProgressLine((text) => void process.stderr.write(text));
  const streams: Streams = {
    get stdin() {
      return process.stdin;
    },
    out: (text) => {
      line.clear();
      process.stdout.write(text);
    },
    err: (text) => {
      line.clear();
      process.stderr.write(text);
    },
    get terminal() {
      const [data, diagnostics] = [process.stdout.isTTY === true, process.stderr.isTTY === true];
      const colors = { data: showsColors(data, process.env), diagnostics: showsColors(diagnostics, process.env) };
      const columns = data ? process.stdout.columns : undefined;
      return { showsData: data, columns, progress: diagnostics ? (text: string) => line.show(text) : undefined, colors };
    },
  };
  const safe = safeStreams(streams);
  const guard = new OutputGuard();
  guard.watch(process.stdout, (message) => diagnose(safe, 'error', `standard output cannot be written: ${message}`));
  // No stream is left to report this.
  guard.watch(process.stderr, () => undefined);
  try {
    const code = await run(process.argv.slice(2), streams, {
      version: programVersion(),
      createCluster: async (options) => {
        const { createAllocator } = await import('./commands.js');
        return (await createAllocator(options)).cluster();
      },
    });
    guard.exitWith(code);
  } catch (error) {
    const { sourceTrace } = await import('./source-trace.js');
    safe.err(`dra-allocator: this is a bug in dra-allocator, not in the input: ${sourceTrace(error)}\n`);
    guard.exitWith(EXIT_DEFECT);
  }
}

await main();
