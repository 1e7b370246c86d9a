import { describe, expect, it } from 'vitest';
import { compileSelector, resolveEnvironment } from '../../../src/cel/engine.js';

const NO_DEVICE = { driver: 'd', attributes: new Map(), capacity: new Map(), allowMultipleAllocations: false };

describe('a selector that compiles and is hardly meant', () => {
  it.each([
    [
      'reads a field of an attribute',
      'device.attributes["gpu"]["example.com"].model == "H100"',
      ['"model" is read from example.com, but attributes have no fields: read an attribute as device.attributes["DOMAIN"].NAME'],
    ],
    [
      'has the name of an attribute in its domain',
      'device.attributes["gpu.example.com/model"] == {} || device.driver == "d"',
      ['a domain has no slash: "gpu.example.com/model" is probably device.attributes["gpu.example.com"].model'],
    ],
    [
      'does so with a capacity, too, deep inside',
      '[1].all(x, {1: has(device.capacity["d/m"].y)}[x])',
      ['a domain has no slash: "d/m" is probably device.capacity["d"].m'],
    ],
    [
      'takes a function of versions for a field',
      'device.attributes["d"].v.major >= 5',
      ['"major" is read from v as a field, but it is a function of versions: .major()'],
    ],
    [
      'has a short version',
      'device.attributes["d"].v.isLessThan(semver("v5"))',
      ['semver("v5") fails: it accepts only full versions such as 1.2.3; semver("v5", true) accepts it'],
    ],
    [
      'has no version at all',
      'device.attributes["d"].v.isLessThan(semver("new"))',
      ['semver("new") fails: it accepts only full versions such as 1.2.3'],
    ],
    [
      'has a quantity of another system',
      'device.capacity["d"].m.compareTo(quantity("40GB")) >= 0',
      ['quantity("40GB") fails: write quantity("40G"), or quantity("40Gi") for units of 1024'],
    ],
    ['has a quantity in units of 1024', 'quantity("1.5 gib").isInteger()', ['quantity("1.5 gib") fails: write quantity("1.5Gi")']],
    [
      'has small letters',
      'quantity("8kb").isInteger()',
      ['quantity("8kb") fails: write quantity("8k"), or quantity("8Ki") for units of 1024'],
    ],
    [
      'has a quantity without any number',
      'quantity("much").isInteger()',
      ['quantity("much") fails: a quantity is a number with a suffix such as k, M, G, Ki, Mi or Gi'],
    ],
    [
      'has a domain behind dots',
      'device.attributes.gpu.example.com.model == "H100"',
      ['put the domain in brackets, not after a dot: device.attributes["gpu.example.com"].model'],
    ],
    [
      'reads the size as a field',
      'device.attributes["d"].links.size > 1',
      ['"size" is read from links as a field, but it is a function: .size()'],
    ],
    [
      'compares an attribute with null',
      'null != device.attributes["d"]["x"]',
      ['x is never null: has(device.attributes["d"].x) is true if it exists'],
    ],
    [
      'asks whether there is an attribute without domain',
      'has(device.attributes.model)',
      ['has(device.attributes.model) is always true, since model is read as a domain: use has(device.attributes["DOMAIN"].model)'],
    ],
    [
      'looks for a name among the domains',
      '"memory" in device.capacity',
      ['"memory" is looked up as a domain: write "memory" in device.capacity["DOMAIN"]'],
    ],
    [
      'looks for a name with its domain among the domains',
      '"d.example.com/model" in device.attributes',
      ['"d.example.com/model" is looked up as a domain: write "model" in device.attributes["d.example.com"]'],
    ],
    [
      'reads a value as it stands in a ResourceSlice',
      'device.attributes["d"].model.string == "H100"',
      ['"string" is read from model, but attributes have no fields: leave out string'],
    ],
  ])('gets a note when it %s', (_what, expression, notes) => {
    expect(compileSelector(expression).notes).toEqual(notes);
  });

  it.each([
    'device.attributes["d"].x == 1',
    'quantity("1Gi").isInteger() && quantity("40m").isInteger() && quantity(device.driver).isInteger()',
    '"d.example.com" in device.attributes && "x" in device.attributes["d"] && has(device.attributes["d"].x) && has(device.driver)',
    '[null] == [null] && {"a": null}.a == null',
    'device.attributes["d"].x[0] == 1 && device.attributes["d"]["a/b"] == 1',
    'device.capacity["d"].m.isInteger()',
    'device.attributes["d"].v.major() > 1',
    'semver("1.2.3").isLessThan(semver("2", true)) && semver(device.driver).major() == 1',
    '[{"attributes": {"a/b": 1}}].all(e, e.attributes["a/b"] == 1)',
  ])('gets none for %s', (expression) => {
    expect(compileSelector(expression).notes).toEqual([]);
  });
});

it('writes quantities that are some', () => {
  for (const wrong of ['40GB', '1.5 gib', '8kb', '7MIB', '3 e', '2PB']) {
    const [note = ''] = compileSelector(`quantity("${wrong}").isInteger()`).notes;
    const shown = [...note.slice(note.indexOf(':')).matchAll(/"([^"]*)"/g)].map(([, amount]) => amount);
    expect(shown).not.toEqual([]);
    for (const amount of shown) expect(compileSelector(`isQuantity("${amount}")`).trial(NO_DEVICE).matches).toBe(true);
  }
});

it('suggests nothing that the release does not take', () => {
  const notesIn = (kubernetesVersion: string): readonly string[] =>
    compileSelector('semver("v5").major() == 5', resolveEnvironment({ environment: 'new', kubernetesVersion })).notes;
  expect(notesIn('1.33')).toEqual(['semver("v5") fails: it accepts only full versions such as 1.2.3']);
  expect(notesIn('1.34')).toEqual(['semver("v5") fails: it accepts only full versions such as 1.2.3; semver("v5", true) accepts it']);
});
