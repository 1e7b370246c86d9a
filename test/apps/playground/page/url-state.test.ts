import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fragmentOf, MAX_FRAGMENT, MAX_TEXT_BYTES, readFragment } from '../../../../src/apps/playground/page/url-state.js';

const semantics = { devicesOnly: true, release: '1.36' };

test('a text comes back as it was', async () => {
  const text = `kind: Node # ${'ä€😀<script>&"'.repeat(100)}\n`;
  const fragment = await fragmentOf({ text, semantics, group: 'pod a/b c&=#' });
  expect(fragment?.length).toBeLessThan(400);
  expect(await readFragment(fragment ?? '')).toEqual({ text, semantics, group: 'pod a/b c&=#' });
});

test('an example goes by its name', async () => {
  const fragment = await fragmentOf({ example: 'eks', semantics: { devicesOnly: false } });
  expect(fragment).toBe('example=eks');
  expect(await readFragment('example=eks')).toEqual({ example: 'eks', semantics: { devicesOnly: false } });
  expect(await readFragment('')).toEqual({ semantics: { devicesOnly: false } });
});

test('a text that is too long for a link gets none', async () => {
  const random = Array.from({ length: 200_000 }, (_, index) => ((index * 7919 * index) % 65_521).toString(36)).join('');
  expect(await fragmentOf({ text: random, semantics })).toBeUndefined();
});

const packed = (bytes: Uint8Array): string => deflateRawSync(bytes, { level: 9 }).toString('base64url');

test.each([
  ['no base64', 'text=%%%'],
  ['not compressed', 'text=AAAA'],
  ['cut off', `text=${packed(Buffer.from('kind: Node\n'.repeat(50))).slice(0, 20)}`],
  ['not UTF-8', `text=${packed(Uint8Array.of(0xff, 0xfe))}`],
  ['far more than it seems', `text=${packed(Buffer.alloc(MAX_TEXT_BYTES + 1, 'a'))}`],
])('a link that is %s is refused in words', async (_, fragment) => {
  const { text, problem } = await readFragment(fragment);
  expect(text).toBeUndefined();
  expect(problem).toMatch(/^cannot read the text/);
});

test('a fragment beyond all measure is not considered', async () => {
  expect(await readFragment(`text=${'A'.repeat(MAX_FRAGMENT)}`)).toEqual({
    semantics: { devicesOnly: false },
    problem: 'cannot open the link: it is too long',
  });
});

test('semantics that nobody knows are the usual ones', async () => {
  expect(await readFragment('release=9.9&devices=__proto__')).toEqual({ semantics: { devicesOnly: false } });
});
