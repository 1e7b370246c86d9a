// Runs the program in this process, on texts that stand for files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../../src/apps/cli/program.js';
import type { Streams, Terminal } from '../../../src/apps/cli/streams.js';
import { createAllocator } from '../../../src/index.js';

export interface ProgramResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A new directory with these files, removed after the test. */
export function directoryWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'dra-allocator-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return directory;
}

/** A terminal that shows no colours. */
export const NO_COLORS: Terminal['colors'] = { data: false, diagnostics: false };

/** Removes the color sequences that the program uses, and no other escape sequences. */
export function withoutColors(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what colours are made of
  return text.replace(/\u001b\[(?:1|2|22|3[1-6]|39)m/g, '');
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Runs the program; `input` is its standard input. Without `terminal`, its output is not a terminal. */
export async function runProgram(argv: readonly string[], input = '', terminal?: Terminal): Promise<ProgramResult> {
  const out: string[] = [];
  const err: string[] = [];
  const streams: Streams = { stdin: once(input), out: (text) => void out.push(text), err: (text) => void err.push(text), terminal };
  const code = await run(argv, streams, { version: '1.2.3', createCluster: async (options) => (await createAllocator(options)).cluster() });
  return { code, out: out.join(''), err: err.join('') };
}

/** Runs the program on a clock that stands still for this many readings, and advances an hour at each later one. */
export async function runWithTimeUpAfter(
  looks: number,
  argv: readonly string[],
  input = '',
): Promise<ProgramResult & { readonly isUp: boolean }> {
  const start = performance.now();
  let seen = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + Math.max(0, ++seen - looks) * 3_600_000);
  try {
    return { ...(await runProgram([...argv, '--timeout', '1s'], input)), isUp: seen > looks };
  } finally {
    clock.mockRestore();
  }
}

/** Runs the program with the time limit after 0, 1, 2, ... readings of the clock, and returns the first run whose output has `said`. */
export async function firstInterrupted(said: string, argv: readonly string[], input = ''): Promise<ProgramResult> {
  for (let looks = 0; ; looks++) {
    const result = await runWithTimeUpAfter(looks, argv, input);
    if (`${result.err}${result.out}`.includes(said)) return result;
    if (!result.isUp) throw new Error(`no run says "${said}"`);
  }
}

/** A slice of `count` devices `gpu-0`, `gpu-1`, ... of driver gpu.example.com on a node, in a pool of the node's name. */
export function gpuSlice(node: string, count: number, device = ''): string {
  const devices = Array.from({ length: count }, (_, index) => `  - {name: gpu-${index}${device}}\n`).join('');
  return `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: ${node}-gpu}
spec:
  driver: gpu.example.com
  nodeName: ${node}
  pool: {name: ${node}, generation: 1, resourceSliceCount: 1}
  devices:
${devices}`;
}

/** The class of every device. */
export const GPU_CLASS = '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {selectors: []}}\n';

/** A claim for `count` devices of that class. */
export function gpuClaim(name: string, count = 1, rest = ''): string {
  return `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: ${count}${rest}}}]}}}\n`;
}

/** A template for one device of that class. */
export const GPU_TEMPLATE =
  '{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: one-gpu}, spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}}\n';

/** YAML documents. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n');
}
