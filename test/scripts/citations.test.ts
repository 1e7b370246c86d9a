// Citations of the specification, on pages that are made up. Paths are joined, since this file is checked as well.

import { describe, expect, it } from 'vitest';
import { Citations, itemsOf } from '../../scripts/citations.mjs';

const SPEC = ['docs', 'spec'].join('/');
const REFERENCE = ['reference', '1.37.md'].join('-');
const PAGES = new Map([
  ['README.md', '# Index\n'],
  ['pools.md', '# Pools\n\n## 1. Input\n\n## 2. Output\n'],
  [REFERENCE, '## 1. Allocation\n\n### 1.1 Which\n\n### 1.14 Checks\n\n### 1.15 More\n'],
]);
const citations = new Citations(PAGES, (path) => path === 'src/allocator/pools' || path === `${SPEC}/pools.md`);

function check(text: string, file = 'src/a.ts'): string[] {
  return citations.check(file, text).map(({ line, message }) => `${line}: ${message}`);
}

it('finds items in headings that begin with a number', () => {
  expect([...itemsOf('# 1. Title\n## 2. Two\n### 2.10 Ten\n## Two 3\n#### 4.1 Deep\ntext 5.1\n')]).toEqual(['2', '2.10']);
});

describe('in sources', () => {
  it('accepts items, several and at the end of a sentence', () => {
    expect(check(`// Source: ${SPEC}/pools.md 1 and 2, ${SPEC}/${REFERENCE} 1.1, 1.14 to 1.15.`)).toEqual([]);
    expect(check(`// See (${SPEC}/${REFERENCE} 1.14), 1.37 and others.`)).toEqual([]);
  });

  it('rejects a page that does not exist', () => {
    expect(check(`\n// ${SPEC}/slices.md 1`)).toEqual([`2: ${SPEC}/ has no page slices.md`]);
  });

  it('rejects items that do not exist, each of a list', () => {
    expect(check(`// ${SPEC}/pools.md 1, 3 and 4`)).toEqual([
      '1: pools.md has no section or item 3',
      '1: pools.md has no section or item 4',
    ]);
    expect(check(`// ${SPEC}/${REFERENCE} 1.1 to 1.16.`)).toEqual([`1: ${REFERENCE} has no section or item 1.16`]);
  });

  it('rejects a page without an item, which prose may name', () => {
    expect(check(`// ${SPEC}/pools.md, as it is`)).toEqual(['1: the citation of pools.md names no section or item']);
    expect(check(`${SPEC}/pools.md, as it is`, 'ARCHITECTURE.md')).toEqual([]);
  });

  it.each([
    ['pools', '.md'],
    ['reference', '-1.37'],
    ['reference', '-1.37.md'],
  ])('refuses another form: %s%s', (...parts) => {
    expect(check(`// Source: ${parts.join('')} 1.1`)).toHaveLength(1);
  });

  it('leaves other pages and longer names alone', () => {
    expect(check('// docs/pools.md, my-pools.md, reference-1')).toEqual([]);
  });
});

describe('in the specification', () => {
  const page = `${SPEC}/pools.md`;

  it('checks short forms and numbers in parentheses', () => {
    expect(check(`see [it](pools.md) 2, ${REFERENCE} 1.14 and (1.1, 1.15)`, page)).toEqual([]);
    expect(check('see pools.md 3', page)).toEqual(['1: pools.md has no section or item 3']);
    expect(check('so it is (1.1, 1.16, with errors)', page)).toEqual([`1: ${REFERENCE} has no section or item 1.16`]);
    expect(check('numbers (1.0001), versions (1.36.2) and shares (1.5%) are none', page)).toEqual([]);
  });

  it('demands that paths and links exist', () => {
    expect(check('`src/allocator/pools`, [pools](pools.md#1-input), [web](https://example.com)', page)).toEqual([]);
    expect(check('`src/slices`\n[slices](slices.md)', page)).toEqual(['1: there is no src/slices', `2: there is no ${SPEC}/slices.md`]);
  });
});
