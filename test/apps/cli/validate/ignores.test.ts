import { describe, expect, test } from 'vitest';
import { runProgram } from '../run-program.js';

const HEAD = 'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: gpu}\nspec:\n  devices:\n    requests:\n';
const request = (name: string, comment = ''): string =>
  `    - name: ${name}${comment}\n      exactly: {deviceClassName: gpu.example.com}\n`;
const COMMENT = '# dra-allocator: ignore request-name';

/** The findings, as line and rule, and the summary. */
async function judge(text: string): Promise<readonly [readonly string[], string]> {
  const { out, err } = await runProgram(['validate', '-f', '-'], text);
  return [[...out.matchAll(/^<stdin>:(\d+):.*\[([\w-]+)\]$/gm)].map(([, line, rule]) => `${line} ${rule}`), err];
}

describe('a comment that ignores a rule', () => {
  test.each([
    ['behind what breaks it', `${HEAD}${request('GPU', ` ${COMMENT} for now`)}${request('NIC')}`, ['9 request-name']],
    ['on the line above', `${HEAD}    ${COMMENT} for now\n${request('GPU')}${request('NIC')}`, ['10 request-name']],
    [
      'above other comments and blank lines',
      `${HEAD}${COMMENT} for now\n\n# more\n${request('GPU')}${request('NIC')}`,
      ['12 request-name'],
    ],
    ['above an object', `${COMMENT} for now\n${HEAD}${request('GPU')}${request('NIC')}`, []],
    ['above the mark before an object', `${COMMENT} for now\n---\n${HEAD}${request('GPU')}`, []],
    ['above another object', `${COMMENT} for now\n${HEAD}${request('GPU')}---\n${HEAD}${request('NIC')}`, ['17 request-name']],
    [
      'behind the first line of an object',
      `${HEAD.replace('/v1', `/v1 ${COMMENT} for now`)}${request('GPU')}`,
      ['1 ignore-comment', '7 request-name'],
    ],
  ])('%s', async (_, text, findings) => {
    expect((await judge(text))[0]).toEqual(findings);
  });

  test('above an item of a list is about that item', async () => {
    const item = (name: string): string => `- ${`${HEAD}${request(name)}`.replaceAll(/\n(?=.)/g, '\n  ')}`;
    const text = `apiVersion: v1\nkind: List\nitems:\n${item('GPU')}${COMMENT} for now\n${item('NIC')}`;
    expect((await judge(text))[0]).toEqual(['10 request-name']);
  });

  test('is counted, and makes the exit code 0', async () => {
    const { code, out, err } = await runProgram(['validate', '-f', '-'], `${HEAD}${request('GPU', ` ${COMMENT} for now`)}`);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '1 object, 0 errors, 0 warnings, 1 ignored\n' });
  });

  test('ignores a key that stands twice', async () => {
    const twice = `${HEAD}${request('gpu')}kind: ResourceClaim # dra-allocator: ignore duplicate-field says the same\n`;
    expect((await judge(twice))[0]).toEqual([]);
  });
});

describe('a comment is reported', () => {
  test.each([
    ['# dra-allocator: ignore request-name', 'ignores request-name without a reason'],
    ['# dra-allocator: ignore request-nam for now', 'no rule request-nam, did you mean request-name?'],
    ['# dra-allocator: ignore wrong-type for now', 'nothing to ignore: no finding of wrong-type here'],
    ['# dra-allocator: disable request-name', 'cannot parse "dra-allocator: disable request-name"'],
    ['# dra-allocator: ignore', 'cannot parse "dra-allocator: ignore"'],
    [`# dra-allocator: ignore ${'x'.repeat(1000)} y`, `no rule ${'x'.repeat(60)}...`],
  ])('%s', async (comment, message) => {
    const { code, out } = await runProgram(['validate', '-f', '-'], `${HEAD}${request('GPU', ` ${comment}`)}`);
    const [line = ''] = out.split('\n').filter((each) => each.includes('[ignore-comment]'));
    expect(line).toMatch(/^<stdin>:7:17: warning: /);
    expect(line).toContain(message);
    expect(code).toBe(message.startsWith('ignores') ? 0 : 1);
  });

  test('not where the object could not be decoded: nobody knows which rules it breaks', async () => {
    expect((await judge(`${COMMENT} for now\n${HEAD}${request('GPU')}  x: 1\n`))[0]).toEqual(['10 unknown-field']);
  });

  test('many of them take no longer than their number', async () => {
    const [findings] = await judge(`${`${COMMENT} for now\n`.repeat(50_000)}${HEAD}${request('GPU')}`);
    expect(findings).toEqual([]);
  });
});
