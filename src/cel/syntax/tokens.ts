// Lists the tokens of an expression for edits of its text: finds operators outside brackets and splits the tokens at them.

import { Lexer } from './lexer.js';
import type { Token, TokenKind } from './token.js';

const OPENING: ReadonlySet<TokenKind> = new Set<TokenKind>(['(', '[', '{']);
const CLOSING: ReadonlySet<TokenKind> = new Set<TokenKind>([')', ']', '}']);

/** Returns the tokens of an expression. Characters that belong to no token are skipped. */
export function tokensOf(expression: string): readonly Token[] {
  return readTokens(expression, Number.POSITIVE_INFINITY).tokens;
}

/** Returns the tokens of an expression; undefined if characters belong to no token, or if there are more tokens than `most`. */
export function soundTokensOf(expression: string, most = Number.POSITIVE_INFINITY): readonly Token[] | undefined {
  const { tokens, isSound } = readTokens(expression, most);
  return isSound ? tokens : undefined;
}

function readTokens(expression: string, most: number): { readonly tokens: readonly Token[]; readonly isSound: boolean } {
  let isSound = true;
  const lexer = new Lexer(expression, () => {
    isSound = false;
  });
  const tokens: Token[] = [];
  for (let token = lexer.token(0); token.kind !== 'EOF'; token = lexer.token(tokens.length)) {
    if (tokens.length >= most) return { tokens, isSound: false };
    tokens.push(token);
  }
  return { tokens, isSound };
}

/** Returns the offset after the last character of a token. */
export function endOf({ at, text }: Token): number {
  return at + text.length;
}

/** Returns the positions of tokens of some kinds outside brackets. */
export function placesOf(tokens: readonly Token[], ...kinds: readonly TokenKind[]): readonly number[] {
  const places: number[] = [];
  let depth = 0;
  for (const [index, { kind }] of tokens.entries()) {
    if (OPENING.has(kind)) depth++;
    else if (CLOSING.has(kind)) depth--;
    else if (depth === 0 && kinds.includes(kind)) places.push(index);
  }
  return places;
}

/** Splits tokens at an operator outside brackets. */
export function splitAt(tokens: readonly Token[], operator: TokenKind): readonly (readonly Token[])[] {
  const places = [-1, ...placesOf(tokens, operator), tokens.length];
  return places.slice(1).map((place, index) => tokens.slice((places[index] as number) + 1, place));
}

/** Returns the position of the bracket that the last token closes; undefined if it closes none. */
export function openingOf(tokens: readonly Token[]): number | undefined {
  let depth = 0;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const { kind } = tokens[index] as Token;
    if (CLOSING.has(kind)) depth++;
    else if (OPENING.has(kind)) depth--;
    if (depth === 0) return index === tokens.length - 1 ? undefined : index;
  }
  return undefined;
}
