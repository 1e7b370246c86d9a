import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../src/cel/engine.js';

describe('a selector that compiles and is hardly meant', () => {
  it.each([
    [
      'reads a field of an attribute',
      'device.attributes["gpu"]["example.com"].model == "H100"',
      ['"model" is read from example.com, but attributes have no fields: they are device.attributes["DOMAIN"].NAME'],
    ],
    [
      'has the name of an attribute in its domain',
      'device.attributes["gpu.example.com/model"] == {} || device.driver == "d"',
      ['no domain has a slash: "gpu.example.com/model" is probably device.attributes["gpu.example.com"]["model"]'],
    ],
    [
      'does so with a capacity, too, deep inside',
      '[1].all(x, {1: has(device.capacity["d/m"].y)}[x])',
      ['no domain has a slash: "d/m" is probably device.capacity["d"]["m"]'],
    ],
    [
      'takes a function of versions for a field',
      'device.attributes["d"].v.major >= 5',
      ['"major" is read from v as a field, but it is a function of versions: .major()'],
    ],
    [
      'has a short version',
      'device.attributes["d"].v.isLessThan(semver("v5"))',
      ['semver("v5") fails, since it takes whole versions such as 1.2.3 alone; semver("v5", true) takes it'],
    ],
    [
      'has no version at all',
      'device.attributes["d"].v.isLessThan(semver("new"))',
      ['semver("new") fails, since it takes whole versions such as 1.2.3 alone'],
    ],
  ])('gets a note when it %s', (_what, expression, notes) => {
    expect(compileSelector(expression).notes).toEqual(notes);
  });

  it.each([
    'device.attributes["d"].x == 1',
    'device.attributes["d"].x[0] == 1 && device.attributes["d"]["a/b"] == 1',
    'device.capacity["d"].m.isInteger()',
    'device.attributes["d"].v.major() > 1',
    'semver("1.2.3").isLessThan(semver("2", true)) && semver(device.driver).major() == 1',
    '[{"attributes": {"a/b": 1}}].all(e, e.attributes["a/b"] == 1)',
  ])('gets none for %s', (expression) => {
    expect(compileSelector(expression).notes).toEqual([]);
  });
});
