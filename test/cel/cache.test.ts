import { describe, expect, it } from 'vitest';
import { SelectorCache } from '../../src/cel/cache.js';
import { CelCompileError, resolveEnvironment, type Selector } from '../../src/cel/engine.js';
import { CallEnded, Checkpoint } from '../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../../src/core/base/incremental.js';
import { inIncrements } from '../support/increments.js';

describe('SelectorCache', () => {
  it('gives the same selector for the same text', () => {
    const cache = new SelectorCache();
    expect(cache.get("device.driver == 'a'")).toBe(cache.get("device.driver == 'a'"));
    expect(cache.get("device.driver == 'a'")).not.toBe(cache.get("device.driver == 'b'"));
  });

  it('remembers errors of compilation', () => {
    const cache = new SelectorCache();
    expect(cache.get('true &&')).toBeInstanceOf(CelCompileError);
    expect(cache.get('true &&')).toBe(cache.get('true &&'));
  });

  it('forgets what was used least recently', () => {
    const cache = new SelectorCache(2);
    const first = cache.get('true');
    const second = cache.get('false');
    expect(cache.get('true')).toBe(first);
    cache.get('!true');
    expect(cache.get('true')).toBe(first);
    expect(cache.get('false')).not.toBe(second);
  });

  it('keeps nothing of an expression that is too long, whose error does not repeat it', () => {
    const cache = new SelectorCache();
    const long = `device.driver == "${'x'.repeat(20_000)}"`;
    const [first, second] = [cache.get(long), cache.get(long)] as CelCompileError[];
    expect(first).toBeInstanceOf(CelCompileError);
    expect(first).not.toBe(second);
    expect(first?.message).toBe('expression is longer than 10240 bytes');
    expect(cache.derivation(long)).not.toBe(cache.derivation(long));
  });

  it('keeps no more expressions than 64 MiB may hold, however many it may keep', () => {
    const cache = new SelectorCache(10_000);
    const expressionOf = (index: number): string => `"${'x'.repeat(10_000)}" != "${index}"`;
    const first = cache.get(expressionOf(0));
    expect(cache.get(expressionOf(0))).toBe(first);
    for (let index = 1; index < 60; index++) cache.get(expressionOf(index));
    expect(cache.get(expressionOf(0))).not.toBe(first);
  });

  it('keeps one selector even when the limit is 0', () => {
    const cache = new SelectorCache(0);
    expect(cache.get('true')).toBe(cache.get('true'));
  });

  it('compiles one text for each purpose', () => {
    const cache = new SelectorCache();
    expect(cache.get("'text'")).toBeInstanceOf(CelCompileError);
    expect(cache.derivation("'text'")).not.toBeInstanceOf(CelCompileError);
    expect(cache.derivation('1.5')).toBeInstanceOf(CelCompileError);
    expect(cache.derivation("'text'")).toBe(cache.derivation("'text'"));
  });

  it('compiles for its environment', () => {
    const created = new SelectorCache(10, resolveEnvironment({ environment: 'new', kubernetesVersion: '1.37' }));
    expect(created.get('device.attributes["d"].l.includes(1)')).toBeInstanceOf(CelCompileError);
    expect(created.derivation('["a"]')).toBeInstanceOf(CelCompileError);
    expect(new SelectorCache().get('device.attributes["d"].l.includes(1)')).not.toBeInstanceOf(CelCompileError);
    expect(new SelectorCache().derivation('["a"]')).not.toBeInstanceOf(CelCompileError);
  });

  it('compiles in increments, between which a call pauses', async () => {
    const expression = Array.from({ length: 150 }, (_, index) => `device.driver.matches("a${index}.*[a-z]+")`).join(' && ');
    const checkpoint = new Checkpoint();
    const begin = checkpoint.beginSlice.bind(checkpoint);
    checkpoint.beginSlice = () => begin(0);
    let pauses = 0;
    const yieldNow = async (): Promise<void> => {
      pauses++;
    };
    const cache = new SelectorCache();
    const selector = await inSlices(checkpoint, cache.compiling(expression), yieldNow);
    expect(selector).toHaveProperty('expression', expression);
    expect(cache.get(expression)).toBe(selector);
    // One increment for each pattern, and several for the text. Each time slice runs two.
    expect(pauses).toBeGreaterThan(80);
  });

  it('finds the help for errors in increments', () => {
    const expression = Array.from({ length: 20 }, (_, index) => `device.driver.unknown${index}()`).join(' && ');
    const pausesFor = (text: string): number => inIncrements(() => new SelectorCache().compiling(text)).pauses;
    expect(pausesFor(expression) - pausesFor('device.driver.unknown0()')).toBeGreaterThanOrEqual(38);
  });

  it('compiles nothing for a call that has ended, and what another call needs afterwards', () => {
    const cache = new SelectorCache();
    expect(() => inOneGo(cache.compiling('device.driver == "a"'), new Checkpoint({ signal: AbortSignal.abort() }))).toThrow(CallEnded);
    expect(cache.get('device.driver == "a"')).toHaveProperty('maxCost');
  });

  it('has what one call compiles while another one pauses', async () => {
    const cache = new SelectorCache();
    const [one, other] = [new Checkpoint(), new Checkpoint()];
    const results = await Promise.all(
      [one, other].map((checkpoint) => {
        const begin = checkpoint.beginSlice.bind(checkpoint);
        checkpoint.beginSlice = () => begin(0);
        const both = function* (): Incremental<readonly (Selector | CelCompileError)[]> {
          return [yield* cache.compiling('device.driver == "a"'), yield* cache.compiling('device.driver == "b"')];
        };
        return inSlices(checkpoint, both(), () => Promise.resolve());
      }),
    );
    expect(results[0]?.map((selector) => selector instanceof CelCompileError)).toEqual([false, false]);
    expect(results[1]?.map((selector) => (selector as Selector).expression)).toEqual(['device.driver == "a"', 'device.driver == "b"']);
  });
});
