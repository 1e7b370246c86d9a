import { describe, expect, it } from 'vitest';
import { applyJsonPatch } from './json-patch.js';

describe('a JSON patch', () => {
  it.each([
    [{ a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    [{ a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    [{ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    [{ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    [null, [{ op: 'add', path: '', value: { a: 1 } }], { a: 1 }],
    [{ a: [1, 2] }, [{ op: 'remove', path: '/a/0' }], { a: [2] }],
    [{ 'a/b': { '~c': 1 } }, [{ op: 'remove', path: '/a~1b/~0c' }], { 'a/b': {} }],
    [{ a: 1 }, [{ op: 'replace', path: '/a', value: [2] }], { a: [2] }],
    [
      { a: [{ b: 1 }] },
      [
        { op: 'copy', from: '/a/0', path: '/a/-' },
        { op: 'replace', path: '/a/1/b', value: 2 },
      ],
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    [
      { a: 1, b: 2 },
      [
        { op: 'move', from: '/a', path: '/c' },
        { op: 'test', path: '/c', value: 1 },
      ],
      { b: 2, c: 1 },
    ],
  ])('of %j with %j', (document, patch, expected) => {
    expect(applyJsonPatch<unknown>(document, patch)).toEqual(expected);
  });

  it.each([
    [{ op: 'remove', path: '/b' }],
    [{ op: 'replace', path: '/b', value: 1 }],
    [{ op: 'add', path: '/b/c', value: 1 }],
    [{ op: 'remove', path: '/a/2' }],
    [{ op: 'add', path: '/a/3', value: 1 }],
    [{ op: 'add', path: '/a/01', value: 1 }],
    [{ op: 'test', path: '/a/0', value: 2 }],
    [{ op: 'add', path: 'a', value: 1 }],
    [{ op: 'add', path: '/c' }],
    [{ op: 'inspect', path: '/a' }],
  ])('fails where the RFC says so: %j', (operation) => {
    expect(() => applyJsonPatch({ a: [1, 2] }, [operation])).toThrow();
  });

  it('leaves the document as it is', () => {
    const document = { a: [1] };
    applyJsonPatch(document, [{ op: 'remove', path: '/a/0' }]);
    expect(document).toEqual({ a: [1] });
  });
});
