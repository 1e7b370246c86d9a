import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isImmutable } from '../../../src/core/base/immutable-json.js';
import { ReadError, readText } from '../../../src/core/read/read.js';
import { ReadCache } from '../../../src/core/read/read-cache.js';

type Body = { readonly objects: readonly object[] };

const object = (name: string, more: object = {}): object => ({ apiVersion: 'v1', kind: 'Node', metadata: { name }, ...more });
const read = (text: string, cache?: ReadCache): Body =>
  readText(text, 'body', cache === undefined ? {} : { cache }).documents[0]?.value as unknown as Body;
const bodyOf = (...objects: readonly object[]): string => JSON.stringify({ objects });

function thirdTime(text: string, cache = new ReadCache()): [Body, Body, Body] {
  return [read(text, cache), read(text, cache), read(text, cache)];
}

describe('an object that came before', () => {
  it('is the very object from the third time on, frozen, and equal to what is read without a cache', () => {
    const text = bodyOf(object('a', { spec: { large: '\u00e9\n', exact: 0.1, list: [1, null, true] } }), object('b'));
    const [first, second, third] = thirdTime(text);
    expect(first.objects[0]).not.toBe(second.objects[0]);
    expect(third.objects).toEqual(read(text).objects);
    expect(second.objects[0]).toBe(third.objects[0]);
    expect(second.objects[1]).toBe(third.objects[1]);
    expect(third.objects.every(isImmutable)).toBe(true);
    expect(Object.isFrozen(third)).toBe(false);
  });

  it('is found in lists of lists, behind other objects, and whatever white space is around it', () => {
    const cache = new ReadCache();
    const one = JSON.stringify(object('a', { spec: { text: 'x'.repeat(200) } }));
    const texts = [`{"objects":[${one}]}`, `{"objects":[{"kind":"List","items":[{}, ${one} ]}]}`, `[ 1,\n${one}, 2 ]`];
    const found = texts.map((text) => readText(text, 'body', { cache }).documents[0]?.value) as unknown[];
    expect((found[1] as { objects: { items: object[] }[] }).objects[0]?.items[1]).toBe((found[2] as object[])[1]);
    expect(found).toEqual(texts.map((text) => JSON.parse(text)));
  });

  it('is found whatever comes behind it, and with braces in its texts', () => {
    const cache = new ReadCache();
    const one = object('a', { text: '}\\"} \\' });
    const found = Array.from({ length: 3 }, (_, index) => read(bodyOf(one, object(`b-${index}`)), cache).objects[0]);
    expect(found[2]).toBe(found[1]);
    expect(found).toEqual([one, one, one]);
  });

  it('has the places that it has in its own text', () => {
    const cache = new ReadCache();
    const one = JSON.stringify(object('a'));
    thirdTime(`[${one}]`, cache);
    const [document] = readText(`[\n\n ${one}]`, 'body', { cache }).documents;
    expect(document?.locate([0, 'metadata', 'name'])).toEqual({ line: 3, column: 2 + one.indexOf('"name"') });
  });

  it('is no other one that begins alike', () => {
    const cache = new ReadCache();
    const long = 'x'.repeat(1000);
    const versions = Array.from({ length: 12 }, (_, index) => bodyOf(object('a', { spec: { long, last: index } }), object('b', { index })));
    for (let round = 0; round < 4; round++) for (const text of versions) expect(read(text, cache)).toEqual(JSON.parse(text));
  });
});

it('gives for any texts, in any order, what reading gives', () => {
  const name = fc.constantFrom('a', 'b', 'a-long-name-that-more-than-one-object-has');
  const one = fc.record({
    apiVersion: fc.constant('v1'),
    kind: fc.constant('Node'),
    metadata: fc.record({ name }),
    spec: fc.jsonValue({ maxDepth: 3 }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 3 }), { maxLength: 12 }), fc.array(fc.nat(11), { maxLength: 40 }), (lists, order) => {
      const cache = new ReadCache({ bytes: 20_000 });
      for (const index of order) {
        const text = bodyOf(...(lists[index] ?? []));
        expect(read(text, cache)).toEqual(read(text));
      }
    }),
    { numRuns: 200 },
  );
});

describe('limits', () => {
  it('keeps no more than its bytes, and lets go what was not used for longest', () => {
    const cache = new ReadCache({ bytes: 40_000 });
    const busy = bodyOf(object('busy', { text: 'x'.repeat(500) }));
    const [, , kept] = thirdTime(busy, cache);
    const idle = bodyOf(object('idle', { text: 'x'.repeat(500) }));
    const [, , forgotten] = thirdTime(idle, cache);
    for (let other = 0; other < 200; other++) {
      thirdTime(bodyOf(object(`other-${other}`, { text: 'y'.repeat(500) })), cache);
      expect(cache.bytes).toBeLessThanOrEqual(40_000);
      expect(read(busy, cache).objects[0]).toBe(kept.objects[0]);
    }
    expect(read(idle, cache).objects[0]).not.toBe(forgotten.objects[0]);
  });

  it('keeps nothing that is larger than all of it, nor what came once', () => {
    const cache = new ReadCache({ bytes: 10_000 });
    const [, second, third] = thirdTime(bodyOf(object('large', { text: 'x'.repeat(20_000) })), cache);
    expect(second.objects[0]).not.toBe(third.objects[0]);
    for (let once = 0; once < 1000; once++) read(bodyOf(object(`once-${once}`, { text: 'x'.repeat(2_000) })), cache);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  });

  it('reads an object that lies too deep as if it had not come before', () => {
    const cache = new ReadCache();
    const inner = `{"kind":"Node","metadata":{"name":"a-name-of-some-length"},"spec":${'['.repeat(97)}${']'.repeat(97)}}`;
    thirdTime(`[${inner}]`, cache);
    const error = (options: object): unknown => {
      try {
        return readText(`{"a":[[${inner}]]}`, 'body', options).documents;
      } catch (thrown) {
        return thrown;
      }
    };
    expect(error({ cache })).toBeInstanceOf(ReadError);
    expect(String(error({ cache }))).toBe(String(error({})));
  });

  it('tells keys that stand twice, also where they are collected', () => {
    const cache = new ReadCache();
    const twice = '{"kind":"Node","metadata":{"name":"a-name-of-some-length"},"metadata":{}}';
    for (let time = 0; time < 3; time++) expect(() => read(`{"objects":[${twice}]}`, cache)).toThrow(/metadata/);
    for (let time = 0; time < 3; time++)
      expect(readText(`{"objects":[${twice}]}`, 'body', { cache, collectDuplicates: true }).documents[0]?.duplicates).toHaveLength(1);
  });
});
