// Names that steer a terminal, in every field that is printed, by every command, in every output format.

import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../support/extent.js';
import { directoryWith, documents, NO_COLORS, type ProgramResult, runProgram, withoutColors } from './run-program.js';

/** Texts that change the terminal or start a new line if they are printed without escapes. */
const HOSTILE = [
  '\u001b[2J\u001b]0;x\u0007',
  '\r',
  '\nFORGED: all is well\nerror: FORGED',
  '\u202e\u2066\u061c\u200f',
  '\u009b31m\u0085',
  '\u2028\u2029\ufeff\u200b\u007f\u0000\b\t',
  '\ufdd0a\ufdefb\ufdd5',
];

/** Whatever may not come raw to a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef]/;

function cluster(bad: string): readonly object[] {
  const name = (text: string): string => `${text}${bad}`;
  const device = (text: string): object => ({
    name: name(text),
    attributes: { [name('model')]: { string: name('a100') } },
    capacity: { [name('memory')]: { value: '8Gi' } },
    taints: [{ key: name('key'), value: name('value'), effect: 'NoSchedule' }],
  });
  const toleration = { operator: 'Exists' };
  const of = (text: string, selector?: string): object => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: name(text), namespace: name('ns'), annotations: { [name('note')]: name('text') } },
    spec: {
      devices: {
        requests: [
          {
            name: name('r'),
            exactly: {
              deviceClassName: name('gpu'),
              tolerations: [toleration],
              ...(selector === undefined ? {} : { selectors: [{ cel: { expression: selector } }] }),
            },
          },
        ],
        config: [{ opaque: { driver: name('d.example.com'), parameters: { [name('key')]: name('value') } } }],
      },
    },
  });
  return [
    { apiVersion: 'v1', kind: 'Node', metadata: { name: name('n') } },
    { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: name('gpu') }, spec: {} },
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name: name('s') },
      spec: {
        driver: name('d.example.com'),
        nodeName: name('n'),
        pool: { name: name('p'), generation: 1, resourceSliceCount: 1 },
        devices: [device('a'), device('b')],
      },
    },
    of('good'),
    of('bad', `device.attributes["x"].y == ${JSON.stringify(bad)}`),
    of('none', `device.driver == ${JSON.stringify(bad)}`),
  ];
}

/** Objects whose errors name what is in them. */
function wrong(bad: string): readonly object[] {
  return [
    { apiVersion: `v1${bad}`, kind: `Node${bad}`, metadata: { name: `n${bad}` } },
    { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: `c${bad}` }, spec: { [`devices${bad}`]: 1 } },
    { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: `c${bad}` }, spec: { selectors: `x${bad}` } },
  ];
}

function check({ out, err }: ProgramResult): void {
  for (const text of [out, err]) {
    expect(RAW.exec(text)?.[0]).toBeUndefined();
    expect(/^(?:error: )?FORGED/m.test(text)).toBe(false);
  }
}

function fileOf(objects: readonly object[]): string {
  return directoryWith({ 'input.json': objects.map((object) => JSON.stringify(object)).join('\n') });
}

const OUTPUTS: readonly string[][] = [[], ['-o', 'wide'], ['-o', 'json'], ['-o', 'yaml'], ['-o', 'name']];

describe.each(someOf(HOSTILE, 2))('%j', (bad) => {
  it.each(OUTPUTS)('is not printed by allocate %s %s', async (...output) => {
    const result = await runProgram(['allocate', '--no-validate', '-f', fileOf(cluster(bad).slice(0, 4)), ...output]);
    check(result);
    expect(result.code).toBe(0);
    expect(result.out).not.toBe('');
    if (output[1] === 'name') expect(result.out.trimEnd().split('\n')).toHaveLength(1);
    if (output[1] === 'json') expect(JSON.parse(result.out).items[0].metadata.name).toBe(`good${bad}`);
    if (output[1] === 'yaml') expect(load(result.out)).toMatchObject({ metadata: { name: `good${bad}` } });
  });

  it.each(OUTPUTS)('is not printed by allocate %s %s where nothing fits, or something is wrong', async (...output) => {
    const objects = cluster(bad);
    for (const claim of objects.slice(4)) {
      const result = await runProgram(['allocate', '--no-validate', '-f', fileOf([...objects.slice(0, 3), claim]), ...output]);
      check(result);
      expect(result.code).not.toBe(0);
      expect(result.err).not.toBe('');
    }
  });

  it.each([...OUTPUTS, ['-o', 'html']])('is not printed by explain %s %s', async (...output) => {
    const objects = cluster(bad);
    for (const claim of objects.slice(3)) {
      const result = await runProgram(['explain', '--no-validate', '-f', fileOf([...objects.slice(0, 3), claim]), ...output]);
      check(result);
      expect(result.out).not.toBe('');
    }
  });

  it.each(OUTPUTS)('is not printed by inventory %s %s', async (...output) => {
    const result = await runProgram(['inventory', '--no-validate', '-f', fileOf(cluster(bad)), ...output]);
    check(result);
    expect(result.out).not.toBe('');
  });

  it.each(OUTPUTS)('is not printed by cel %s %s', async (...output) => {
    const file = fileOf(cluster(bad));
    for (const expression of [`device.driver != "${bad}"`, `device.driver == r'''${bad}'''`, 'device.attributes["x"].y == 1', 'true', bad])
      check(await runProgram(['cel', expression, '--no-validate', '-f', file, ...output]));
  });

  it.each(['text', 'json', 'junit', 'sarif', 'github'])('is not printed by validate -o %s', async (format) => {
    for (const objects of [cluster(bad), ...wrong(bad).map((object) => [object])]) {
      for (const terminal of [undefined, { showsData: true, progress: undefined, colors: NO_COLORS }]) {
        const result = await runProgram(['validate', '-f', fileOf(objects), '-o', format], '', terminal);
        check(result);
        expect(result.code).toBe(1);
        expect(result.out).not.toBe('');
      }
    }
  });

  it('colours nothing and hides nothing', async () => {
    const all = fileOf(cluster(bad));
    for (const words of [
      ['allocate'],
      ['nodes'],
      ['explain'],
      ['explain', '-o', 'wide'],
      ['inventory'],
      ['inventory', '-o', 'wide'],
      ['inventory', '-o', 'json'],
      ['cel', `device.driver != "${bad}"`],
      ['allocate', '-o', 'custom-columns=A:.metadata.name'],
      ['allocate', '-o', 'jsonpath={.items[*].metadata.name}'],
    ]) {
      const plain = await runProgram([...words, '--no-validate', '-f', all]);
      check(plain);
      const { out, err, code } = await runProgram([...words, '--no-validate', '-f', all, '--color', 'always']);
      expect({ out: withoutColors(out), err: withoutColors(err), code }).toEqual(plain);
    }
    const wide = { showsData: true, progress: undefined, colors: NO_COLORS };
    const plain = await runProgram(['validate', '-f', all], '', wide);
    const { out, err, code } = await runProgram(['validate', '-f', all, '--color=always'], '', wide);
    expect({ out: withoutColors(out), err: withoutColors(err), code }).toEqual(plain);
  });

  it('is not printed in messages about input and arguments', async () => {
    for (const object of wrong(bad)) {
      for (const options of [[], ['--no-validate']]) {
        const result = await runProgram(['allocate', '-f', fileOf([object]), ...options]);
        check(result);
        expect(result.err).not.toBe('');
      }
    }
    for (const text of [`{"a": "${bad}`, `{"a${bad}": 1, "a${bad}": 2}`, `a: [${bad}`, `${bad}: x`, documents(`kind: "${bad}"`)]) {
      const folder = directoryWith({ 'input.yaml': text });
      check(await runProgram(['inventory', '-f', folder]));
    }
    for (const argv of [
      [bad],
      ['allocate', `--${bad}`],
      ['allocate', '-f', `/nowhere${bad.replaceAll('\0', '')}`],
      ['inventory', '-o', bad],
      ['inventory', bad],
    ])
      check(await runProgram(argv));
  });
});
