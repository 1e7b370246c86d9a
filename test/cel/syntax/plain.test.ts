import { describe, expect, it } from 'vitest';
import { Diagnostics, ParsingEnded } from '../../../src/cel/syntax/diagnostics.js';
import { Lexer } from '../../../src/cel/syntax/lexer.js';
import { plainSyntaxTree } from '../../../src/cel/syntax/plain.js';
import { syntaxTree } from '../../../src/cel/syntax/syntax-tree.js';
import type { SyntaxNode } from '../../../src/cel/syntax/token.js';
import { readSpecCases } from '../conformance/cases.js';
import { hostileText } from '../corpus/hostile.js';
import { readVectors } from '../corpus/stored.js';

const file = (path: string): string => new URL(path, import.meta.url).pathname;
const corpus = [
  ...readVectors(file('../corpus/vectors.jsonl.gz')).cases.map(({ expression }) => expression),
  ...readSpecCases(file('../conformance/cel-spec.json')).cases.map(({ expression }) => expression),
];

/** The tree of the other parser, undefined when it finds anything wrong. */
function exactTree(text: string): SyntaxNode | undefined {
  const diagnostics = new Diagnostics(text);
  try {
    const tree = syntaxTree(new Lexer(text, (at, characters) => diagnostics.syntaxError(at, characters)), diagnostics);
    return diagnostics.issues.length === 0 ? tree : undefined;
  } catch (error) {
    if (error instanceof ParsingEnded) return undefined;
    throw error;
  }
}

/** What is not the same in two trees; they can be deeper than the stack. */
function difference(left: SyntaxNode, right: SyntaxNode): string | undefined {
  const pending: [SyntaxNode, SyntaxNode][] = [[left, right]];
  for (;;) {
    const [a, b] = pending.pop() ?? [];
    if (a === undefined || b === undefined) return undefined;
    const [one, other] = [a, b].map(({ label, start, tokens, nodes }) => JSON.stringify([label, start, tokens, nodes.length]));
    if (one !== other) return `${one} instead of ${other}`;
    for (const [at, node] of a.nodes.entries()) pending.push([node, b.nodes[at] as SyntaxNode]);
  }
}

/** Whether the text was read; it must then be as the other parser reads it. */
function isRead(text: string): boolean {
  const tree = plainSyntaxTree(text);
  if (tree === undefined) return false;
  const exact = exactTree(text);
  expect(exact, text).toBeDefined();
  expect(difference(tree, exact as SyntaxNode), text).toBeUndefined();
  return true;
}

describe('the tree is that of the other parser', () => {
  it('for all that fits the grammar, but names of messages', () => {
    const fitting = corpus.filter((text) => exactTree(text) !== undefined);
    const left = fitting.filter((text) => !isRead(text));
    expect(left.filter((text) => !/[\w.]\s*\{/.test(text))).toEqual([]);
    expect(left.length).toBeLessThan(fitting.length / 100);
  });

  it('for hostile texts, or there is none', () => {
    const texts = Array.from({ length: 1_500 }, (_, index) => hostileText(3, index, corpus).replace(/\p{Surrogate}/gu, '\ufffd'));
    expect(texts.filter(isRead).length).toBeGreaterThan(200);
    expect(corpus.filter((text) => exactTree(text) === undefined).filter(isRead)).toEqual([]);
  });

  it.each([
    'a.b',
    '-1',
    '- 1',
    '--1',
    '- -x',
    '!!-1',
    'a.?b[?c]',
    '.f(.x)',
    '[?a, b,]',
    '{?a: b, c: d,}',
    '1 - 2 * 3 - 4',
    'a ? b : c ? d : e',
    '((a))',
  ])('for %s', (text) => {
    expect(isRead(text)).toBe(true);
  });

  it.each(['', 'a b', '[,]', '{,}', 'a.1', '-', '!', 'a ?', 'A{}', 'a.b.C{d: 1}', '"a', '1 ~ 2', `${'('.repeat(81)}1${')'.repeat(81)}`])(
    'or there is none: %s',
    (text) => {
      expect(plainSyntaxTree(text)).toBeUndefined();
    },
  );
});

it.each([
  ['(1 == 2 + 3 * (', '))', 39],
  ['[1 < 1 - 1 * ', ']', 79],
  ['f(!', ')', 79],
  ['{1 + 2 * 3: ', '}', 79],
])('nesting that is read here is within the limit of the other parser: %s', (open, close, depth) => {
  expect(isRead(`${open.repeat(depth)}1${close.repeat(depth)}`)).toBe(true);
});
