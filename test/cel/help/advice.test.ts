import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { adviceOn } from '../../../src/cel/help/advice.js';
import { tryDevices } from '../../../src/cel/help/trials.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import type { Json } from '../../../src/core/base/json.js';

function sliceOf(...devices: readonly Json[]): ResourceSlice {
  const spec = {
    driver: 'gpu.example.com',
    nodeName: 'n',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [...devices],
  };
  return decodeResourceSlice({ metadata: { name: 's' }, spec }, new DecodeContext());
}

const FULL = {
  name: 'gpu-0',
  attributes: {
    model: { string: 'A100' },
    index: { int: 3 },
    ecc: { bool: true },
    version: { version: '580.1.2' },
    links: { strings: ['a'] },
    releases: { versions: ['1.0.0'] },
    'pci.example.com/root': { string: 'r' },
  },
  capacity: { memory: { value: '40Gi' } },
};

function advice(expression: string, ...devices: readonly Json[]): readonly string[] {
  const slices = [sliceOf(...(devices.length > 0 ? devices : [FULL]))];
  return adviceOn(expression, tryDevices(compileSelector(expression), slices), slices);
}

/** Replaces `A.` by an attribute of the driver. */
const full = (expression: string): string => expression.replaceAll('A.', 'device.attributes["gpu.example.com"].');

describe('a value of another type than it is compared with', () => {
  it.each([
    ['A.index == "3"', 'index is an int (3) and never equals a string: leave out the quotes'],
    ['A.index != "3"', 'index is an int (3) and never equals a string: leave out the quotes'],
    ['A.index > "2"', 'index is an int (3), but compared with a string: leave out the quotes'],
    ['A.ecc == "true"', 'ecc is a bool (true) and never equals a string: leave out the quotes'],
    ['A.ecc == 1', 'ecc is a bool (true) and never equals an int'],
    ['A.index == 3.5', 'index is an int (3): it never equals 3.5'],
    ['A.model == 100', 'model is a string ("A100") and never equals an int: put 100 in quotes'],
    ['A.links == "a"', 'links is a list and never equals a single value: use .includes("a")'],
    ['A.releases == "1.0.0"', 'releases is a list and never equals a single value: use .includes(semver("1.0.0"))'],
    ['A.version == "580.1.2"', 'version is a version: compare it with another version, for example == semver("580.1.2")'],
    ['A.version >= "580"', 'version is a version: compare it with another version, for example .compareTo(semver("580", true)) >= 0'],
    ['A.version >= 580', 'version is a version: compare it with another version, for example .compareTo(semver("1.2.3")) >= 0'],
    ['semver(A.version).major() > 1', 'version is already a version: leave out semver()'],
    ['A.model', 'model is a string ("A100"), not a condition: compare it, for example == "A100"'],
    ['A.index && device.driver == ""', 'index is an int (3), not a condition: compare it, for example == 3'],
    ['!A.model', 'model is a string ("A100"), not a condition: compare it, for example == "A100"'],
    ['"A100" in A.model', 'model is a string ("A100"), not a list: compare it with ==, as in A.model == "A100"'],
    ['device.driver in A.index', 'index is an int (3), not a list: compare it with =='],
    ['"580.1.2" in A.version', 'version is a version (580.1.2), not a list: compare it with =='],
    ['A.version.startsWith("580")', 'version is a version (580.1.2), not a string: its parts are .major(), .minor() and .patch()'],
    ['string(A.version) == "1"', 'version is a version (580.1.2), not a string: its parts are .major(), .minor() and .patch()'],
    ['A.index.matches("3")', 'index is an int (3), not a string: convert it with string(A.index)'],
    ['A.links.contains("a")', 'links is a list, not a string: use .includes("a")'],
    ['A.links.startsWith("a")', 'links is a list, not a string: use .exists(x, x.startsWith(...))'],
    ['A.model.isGreaterThan(semver("1.2.3"))', 'model is a string ("A100"), not a version: convert it with semver(A.model)'],
  ])('%s is told', (expression, sentence) => {
    expect(advice(full(expression))).toEqual([full(sentence)]);
  });

  it.each(['A.model == "A100"', 'string(A.index).matches("3")', 'A.links.includes("a")', 'A.links.exists(x, x.startsWith("a"))'])(
    'is right when it is written as advised: %s',
    (expression) => {
      const [trial] = tryDevices(compileSelector(full(expression)), [sliceOf(FULL)]);
      expect(trial?.matches).toBe(true);
    },
  );

  it.each([
    'A.index == 3',
    'A.ecc',
    '!A.ecc || A.ecc',
    'A.index == 3.0',
    'A.index > 2.5',
    'A.model == "B200"',
    'A.ecc == false',
    'A.links.includes("b")',
    '"b" in A.links',
    'A.model in ["b"]',
    'A.model.startsWith("b")',
    'A.version.major() == 1',
    'string(A.index) == "3"',
    'A.version == semver("1.0.0")',
    'A.version.isGreaterThan(semver("1.0.0"))',
    'semver(A.model, true).major() > 1',
    'A.model == device.driver',
  ])('%s is not', (expression) => {
    expect(advice(full(expression))).toEqual([]);
  });
});

describe('a name that no device has', () => {
  it.each([
    ['A.modle == "A100"', 'no device has modle in gpu.example.com, did you mean model?'],
    [
      'device.attributes["gpu.example.con"].model == "A100"',
      'no device has attributes in the domain gpu.example.con, did you mean gpu.example.com?',
    ],
    ['device.attributes["other"].model == "A100"', 'no device has attributes in the domain other; found gpu.example.com, pci.example.com'],
    ['device.attributes["ecc"].bool', 'ecc is an attribute of gpu.example.com: device.attributes["gpu.example.com"].ecc'],
    [
      'device.attributes["pci.example.com/root"].string == "r"',
      'root is an attribute of pci.example.com: device.attributes["pci.example.com"].root',
    ],
    ['A.memory.isInteger()', 'memory is a capacity: device.capacity["gpu.example.com"].memory'],
    ['device.capacity["gpu.example.com"].index.isInteger()', 'index is an attribute: device.attributes["gpu.example.com"].index'],
    ['A.root == "r"', 'no device has root in gpu.example.com, did you mean device.attributes["pci.example.com"].root?'],
    ['A.zzzzzzzz == 1', 'no device has zzzzzzzz in gpu.example.com; found model, index, ecc, version, links, releases'],
  ])('%s is told', (expression, sentence) => {
    expect(advice(full(expression))).toEqual([sentence]);
  });

  it('is not reported where another device has it, or where nothing goes wrong', () => {
    expect(advice(full('has(A.model) && A.model == "B"'), FULL, { name: 'gpu-1' })).toEqual([]);
    expect(advice(full('has(A.modle) || A.index == 3'))).toEqual([]);
    expect(advice(full('has(A.modle)'))).toEqual(['no device has modle in gpu.example.com, did you mean model?']);
  });

  it('is informed where devices have nothing', () => {
    expect(advice(full('A.model == "B"'), { name: 'gpu-1' })).toEqual(['no device has attributes']);
  });
});

it('reports how to guard what only some devices have', () => {
  const bare = { name: 'gpu-1', attributes: { model: { string: 'L4' } } };
  const sentence = full('not every device has index: begin with has(A.index) && ...');
  expect(advice(full('A.index > 2'), FULL, bare)).toEqual([sentence]);
  expect(advice(full('A.index > 2'), bare, FULL)).toEqual([sentence]);
  expect(advice(full('has(A.index) && A.index > 2'), FULL, bare)).toEqual([]);
  expect(advice('device.capacity["gpu.example.com"].memory.isInteger()', FULL, bare)).toEqual([
    'not every device has memory: begin with has(device.capacity["gpu.example.com"].memory) && ...',
  ]);
});

it('gives at most three sentences, and none without devices', () => {
  const expression = full('has(A.aaaaaa) || has(A.bbbbbb) || has(A.cccccc) || has(A.dddddd)');
  expect(advice(expression)).toHaveLength(3);
  expect(adviceOn(expression, [], [])).toEqual([]);
});
