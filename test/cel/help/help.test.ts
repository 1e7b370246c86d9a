import { describe, expect, it } from 'vitest';
import { resolveEnvironment } from '../../../src/cel/engine.js';
import { threadMilliseconds } from '../../support/clock.js';
import { errorOf } from './mistake.js';

describe('a selector that does not compile', () => {
  it('says the words of the reference first, and then the help', () => {
    const error = errorOf('device.attribute["d"].x == 1');
    expect(error.plainMessage).toBe(
      'compilation failed: ERROR: <input>:1:7: undefined field \'attribute\'\n | device.attribute["d"].x == 1\n | ......^',
    );
    expect(error.message).toBe(`${error.plainMessage}\nhelp: did you mean device.attributes?`);
    expect([error.line, error.column]).toEqual([1, 7]);
  });

  it('gets at most three sentences', () => {
    expect(errorOf('aaaa == 1 || bbbb == 1 || cccc == 1 || dddd == 1').help).toHaveLength(3);
  });
});

describe('what a release does not take in new selectors', () => {
  it.each([
    ['1.34', '[1].reverse() == [1]', 'reverse is accepted in new selectors since Kubernetes 1.35'],
    ['1.32', '[1].transformList(i, v, v) == [1]', 'transformList is accepted in new selectors since Kubernetes 1.33'],
    ['1.33', 'semver("v1", true).major() == 1', 'semver with 2 arguments is accepted in new selectors since Kubernetes 1.34'],
    ['1.32', 'semver("1.2.3") == "1.3"', 'compare a version with a version, for example semver("1.2.3")'],
    ['1.36', 'device.`driver` == "d"', 'names in backquotes are supported since Kubernetes 1.37: write driver without them'],
    ['1.35', 'device.attributes["d"].`a-b` == 1', 'names in backquotes are supported since Kubernetes 1.37: write ["a-b"]'],
    ['1.37', 'device.attributes["d"].l.includes(1)', 'includes needs the feature gate DRAListTypeAttributes'],
    ['1.34', 'device.allowMultipleAllocations', 'device.allowMultipleAllocations needs the feature gate DRAConsumableCapacity'],
    ['1.37', 'device.attributes["d"].l.exists(x, x == 1)', 'a list attribute needs the feature gate DRAListTypeAttributes'],
    [
      '1.35',
      'device.attributes["d"].l.exists(x, x == 1)',
      'a list attribute is accepted in new selectors since Kubernetes 1.36, with the feature gate DRAListTypeAttributes',
    ],
  ])('is told for %s: %s', (kubernetesVersion, expression, help) => {
    expect(errorOf(expression, resolveEnvironment({ environment: 'new', kubernetesVersion })).help).toContain(help);
  });
});

it('says of a macro that a release does not have nothing but that, whatever becomes of its variables', () => {
  const old = resolveEnvironment({ environment: 'new', kubernetesVersion: '1.32' });
  expect(errorOf('device.attributes.all(k, v, k == "x")', old).help).toEqual(['all is accepted in new selectors since Kubernetes 1.33']);
});

it('takes no time for hostile texts', () => {
  const started = threadMilliseconds();
  errorOf(`1 ? ${'{'.repeat(9_000)}}`);
  errorOf(`${'?. '.repeat(3_000)}{`);
  errorOf(`${'not '.repeat(2_500)}1`);
  errorOf(`${'"\\a'.repeat(3_000)}\\q`);
  errorOf(`${'device.attributes['.repeat(500)} == 1`);
  errorOf(`${'+'.repeat(5_000)}${' '.repeat(5_000)}`);
  errorOf(`${'a'.repeat(9_000)}(1)`);
  errorOf(`device.driver == ${'a-'.repeat(4_000)}b`);
  expect(threadMilliseconds() - started).toBeLessThan(1_000);
});

it('names each macro with what its release is', () => {
  const old = resolveEnvironment({ environment: 'new', kubernetesVersion: '1.34' });
  expect(errorOf('[1].sortBy(x, x) == [1]', old).help).toEqual(['sortBy is accepted in new selectors since Kubernetes 1.35']);
});

it('says of a whole expression in quotes that it is a text', () => {
  const quoted = 'the quotes around the whole expression turn it into a string: leave them out';
  expect(errorOf(`"device.driver == 'x'"`).help).toEqual([quoted]);
  expect(errorOf(`'device.attributes["d"].x > 1 && true'`).help).toEqual([quoted]);
  for (const text of ['"my device"', '"x"', '"device.driver =="', 'device.driver', '"a" + "device"'])
    expect(errorOf(text).help).toEqual(['a selector is a condition: compare the string, for example == "..."']);
});
