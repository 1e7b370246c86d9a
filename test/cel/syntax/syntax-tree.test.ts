import { describe, expect, it } from 'vitest';
import { Diagnostics, ParsingEnded } from '../../../src/cel/syntax/diagnostics.js';
import { Lexer } from '../../../src/cel/syntax/lexer.js';
import { syntaxTree } from '../../../src/cel/syntax/syntax-tree.js';
import type { SyntaxNode } from '../../../src/cel/syntax/token.js';
import { inOneGo } from '../../../src/core/base/incremental.js';

/** Prints a node as `label(parts | tokens)`. */
function show({ label, nodes, tokens }: SyntaxNode): string {
  return `${label}(${nodes.map(show).join(' ')}|${tokens.map(({ text }) => text).join(' ')})`;
}

function read(text: string): { readonly tree: string; readonly issues: readonly string[] } {
  const diagnostics = new Diagnostics(text);
  const tree = show(inOneGo(syntaxTree(new Lexer(text, () => undefined), diagnostics)));
  return { tree, issues: diagnostics.issues.map(({ at, message }) => `${at} ${message.replace('Syntax error: ', '')}`) };
}

describe('syntaxTree', () => {
  it.each([
    ['(a)', 'ident(|a)'],
    ['a + b * c - d', 'binary(binary(ident(|a) binary(ident(|b) ident(|c)|*)|+) ident(|d)|-)'],
    ['a == b < c', 'binary(binary(ident(|a) ident(|b)|==) ident(|c)|<)'],
    ['a || b && c || d', 'or(ident(|a) and(ident(|b) ident(|c)|&&) ident(|d)||| ||)'],
    ['a ? b : c ? d : e', 'conditional(ident(|a) ident(|b) conditional(ident(|c) ident(|d) ident(|e)|? :)|? :)'],
    ['-1', 'int(|- 1)'],
    ['--1', 'negate(int(|1)|- -)'],
    ['-a.b', 'negate(select(ident(|a) escapeIdent(|b)|.)|-)'],
    ['a.b(c)[?d]', 'index(memberCall(ident(|a) exprList(ident(|c)|)|. b ( )) ident(|d)|[ ? ])'],
    ['.a.b{c: d,}', 'message(fieldInit(optField(escapeIdent(|c)|) ident(|d)|:)|. a . b { , })'],
  ])('reads %s', (text, tree) => {
    expect(read(text)).toEqual({ tree, issues: [] });
  });

  it('leaves out a token too many', () => {
    expect(read('(a b)')).toEqual({ tree: 'ident(|a)', issues: ["3 extraneous input 'b' expecting ')'"] });
  });

  it('makes a missing token up', () => {
    expect(read('f(a')).toEqual({ tree: "globalCall(exprList(ident(|a)|)|f ( <missing ')'>)", issues: ["3 missing ')' at '<EOF>'"] });
  });

  it('skips to where a rule around can go on, and reports one error for it', () => {
    const { tree, issues } = read('[a b c, d]');
    expect(tree).toBe('list(listInit(optExpr(ident(|a)|)|)|[)');
    expect(issues).toEqual(["3 mismatched input 'b' expecting {']', ','}"]);
  });

  it('names the words that cannot be fields', () => {
    expect(read('a.true').issues).toEqual(["2 mismatched input 'true' expecting IDENTIFIER"]);
    expect(read('a.)').issues).toContain("2 no viable alternative at input '.)'");
  });

  it('ends at a limit', () => {
    const diagnostics = new Diagnostics('');
    expect(() => inOneGo(syntaxTree(new Lexer('['.repeat(251), () => undefined), diagnostics))).toThrow(ParsingEnded);
    expect(diagnostics.issues).toEqual([{ at: -2, message: 'expression recursion limit exceeded: 250' }]);
  });
});
