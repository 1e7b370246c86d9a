import { describe, expect, it } from 'vitest';
import { call, choice, first, optional, repeat, repeatOnce, rule, type State, token } from '../../../src/cel/syntax/states.js';
import type { TokenKind } from '../../../src/cel/syntax/token.js';

const kindsOf = (state: State | undefined): readonly TokenKind[] => [...first(state).kinds].sort();

describe('first', () => {
  it('is what a rule begins with, through other rules and what may be absent', () => {
    const inner = rule(optional(token('-')), token('NUM_INT'));
    const outer = rule(repeat([token('!')]), call(inner));
    expect(kindsOf(outer().start)).toEqual(['!', '-', 'NUM_INT']);
    expect(first(outer().start).end).toBe(false);
  });

  it('reports where a rule can end', () => {
    expect(first(rule(optional(token('?')))().start)).toEqual({ kinds: new Set(['?']), end: true });
    expect(first(rule(repeatOnce([token('!')]))().start)).toEqual({ kinds: new Set(['!']), end: false });
    expect(first(undefined).end).toBe(true);
  });
});

describe('choices', () => {
  it('of repeated parts go round until the next token cannot begin them', () => {
    const { start } = rule(repeat([token(',')]), token(']'))();
    expect(start?.is).toBe('choice');
    if (start?.is !== 'choice') return;
    const ahead = (kind: TokenKind) => ({ precedence: 0, kind: () => kind });
    expect(start.choose(ahead(','))).toBe(0);
    expect(start.choose(ahead(']'))).toBe(1);
    const [body] = start.ways;
    expect(body?.is === 'token' ? body.next : undefined).toMatchObject({ is: 'choice', repeats: true });
  });

  it('of ways are those that are given', () => {
    const { start } = rule(choice(() => 1, [token('[')], [token('{')]))();
    expect(kindsOf(start)).toEqual(['[', '{']);
  });
});
