import { describe, expect, it } from 'vitest';
import { SelectorCache } from '../../src/cel/cache.js';
import { CelCompileError, resolveEnvironment } from '../../src/cel/engine.js';

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
});
