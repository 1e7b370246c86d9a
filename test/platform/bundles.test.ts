// Tests the bundles for other runtimes, as far as Node can check them. The build makes them before the tests run.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as Cel from '../../src/cel/index.js';
import type * as Library from '../../src/index.js';
import { claim, deviceClass, devices, node, request, slice } from '../support/objects.js';

const dist = (name: string): URL => new URL(`../../dist/${name}`, import.meta.url);
const solver = new WebAssembly.Module(readFileSync(dist('solver.wasm')));

/** Lists the imports of a bundle, by any of the ways of ES modules and CommonJS. */
function importsOf(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^'"`;]*?from\s*)?["']([^"']+)["']|\b(?:import|require)\(\s*["']([^"']+)["']/g,
    ),
  ].map((match) => (match[1] ?? match[2]) as string);
}

async function picksOf({ createAllocator }: typeof Library): Promise<unknown> {
  const allocator = await createAllocator({ module: solver });
  const outcome = await allocator.allocateAsync({
    node: node('n'),
    claims: [claim('c', [request('r', { count: 2, selectors: [{ cel: { expression: 'device.driver == "d.example.com"' } }] })])],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', devices(3))],
  });
  return outcome.kind === 'allocated' ? outcome.allocations[0]?.devices.results?.map((result) => result.device) : outcome.kind;
}

describe('the bundle for browsers', () => {
  it('imports nothing but what it shares with selectors and validation, of Node least of all', () => {
    const isShared = expect.stringMatching(/^\.\/browser-\w+\.js$/);
    const seen = new Set<string>(['index.browser.js']);
    for (const file of seen) {
      const text = readFileSync(dist(file), 'utf8');
      expect(/["']node:\w/.test(text)).toBe(false);
      const shared = importsOf(text);
      expect(shared).toEqual(shared.map(() => isShared));
      for (const other of shared) seen.add(other.slice('./'.length));
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('allocates with a module that it is given, yielding as browsers do', async () => {
    expect(await picksOf((await import(dist('index.browser.js').href)) as typeof Library)).toEqual(['d0', 'd1']);
  });
});

it('runtimes without threads reject them', async () => {
  const { createAllocator } = (await import(dist('index.browser.js').href)) as typeof Library;
  await expect(createAllocator({ module: solver, workers: 1 })).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'workers: only Node.js supports this option; leave it out',
  });
  await (await createAllocator({ module: solver, workers: 0 })).close();
});

describe('the bundle for workerd', () => {
  it('imports the solver for the runtime to compile, and nothing else', () => {
    const files = new Set<string>(['./index.workerd.js']);
    const others = new Set<string>();
    for (const file of files)
      for (const other of importsOf(readFileSync(dist(file), 'utf8'))) (/^\.\/workerd-\w+\.js$/.test(other) ? files : others).add(other);
    expect([...others]).toEqual(['./solver.wasm']);
  });
});

it('finds every way of importing', () => {
  const text = `import a from 'a';import{b}from"b";import 'c'; export * from "d"; await import('e'); require("f");import $g from"g"`;
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

describe.each(['browser', 'workerd', 'node'])('the bundle of selectors for %s', (runtime) => {
  it('works without a solver', async () => {
    const { compileSelector } = (await import(dist(`cel.${runtime}.js`).href)) as typeof Cel;
    expect(compileSelector('device.attributes["d"].x == 1').evaluate({ attributes: { x: { int: 1 } } }, 'd')).toBe(true);
    expect(importsOf(readFileSync(dist(`cel.${runtime}.js`), 'utf8')).some((file) => file.endsWith('.wasm'))).toBe(false);
  });
});

it.each(['browser', 'node'])('errors of selectors are those of the library for %s', async (runtime) => {
  const { AllocationError } = (await import(dist(`index.${runtime}.js`).href)) as typeof Library;
  const { compileSelector } = (await import(dist(`cel.${runtime}.js`).href)) as typeof Cel;
  const compile = (): unknown => compileSelector('true', { kubernetesVersion: '0.1' });
  expect(compile).toThrow(AllocationError);
});
