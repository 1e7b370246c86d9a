// Runs the service of examples/service in a separate process, with the built package.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A running service. */
export interface RunningService {
  readonly port: number;
  readonly process: ChildProcess;
  /** Ends the service, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Compiles the sources of the service into a folder of the repository, from which `dra-allocator` is found in dist/. */
async function compile(root: string, folder: string): Promise<string> {
  const outdir = join(root, 'build', folder);
  const entryPoints = ['server', 'thread'].map((name) => join(root, `examples/service/src/${name}.ts`));
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  return join(outdir, 'server.js');
}

/** Starts the service on a free loopback port. `before`: a command that starts it, such as `taskset -c 0`. */
export async function startService(
  root: string,
  env: Readonly<Record<string, string>>,
  { before = [], folder = 'service' }: { readonly before?: readonly string[]; readonly folder?: string } = {},
): Promise<RunningService> {
  const [command = process.execPath, ...rest] = [...before, process.execPath, await compile(root, folder)];
  const child = spawn(command, rest, { cwd: root, env: { ...process.env, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening on http:\/\/[^:]+:(\d+)/.exec(text);
      if (found !== null) resolve(Number(found[1]));
    });
    ended.then(([code]) => reject(new Error(`the service ended with ${code} before it listened`)), reject);
  });
  return {
    port,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
