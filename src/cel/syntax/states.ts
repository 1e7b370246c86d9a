// Compiles grammar rules to states. A rule is data (see grammar.ts) and becomes a graph: each state
// consumes a token, enters a rule, or chooses the next state. The graph has the states of ANTLR's
// parser for cel-go, since its lookahead and expected tokens determine its error messages.

import { append } from '../../core/base/lists.js';
import type { TokenKind } from './token.js';

/** The tokens that a choice may check, by distance; 1 is the next token. */
export interface Ahead {
  kind(distance: number): TokenKind;
  /** The minimum precedence that the rule currently accepts. */
  readonly precedence: number;
}

/** Returns the index of the chosen way, or the negative distance of a token that fits no way. */
export type Choose = (ahead: Ahead) => number;

/** A part of a rule. */
type Part =
  | { readonly is: 'token'; readonly kinds: ReadonlySet<TokenKind> }
  | { readonly is: 'rule'; readonly rule: () => Rule; readonly precedence: number }
  | { readonly is: 'optional'; readonly body: readonly Part[] }
  | { readonly is: 'repeat'; readonly body: readonly Part[]; readonly once: boolean; readonly choose: Choose | undefined }
  | { readonly is: 'choice'; readonly ways: readonly (readonly Part[])[]; readonly choose: Choose }
  | { readonly is: 'label' | 'wrap'; readonly label: string };

/** A state of the parser. `next` is the following state; undefined at the end of the rule. */
export type State =
  | (Cached & { readonly is: 'token'; readonly kinds: ReadonlySet<TokenKind>; readonly next: State | undefined })
  | (Cached & { readonly is: 'rule'; readonly rule: () => Rule; readonly precedence: number; readonly next: State | undefined })
  | (Cached & { readonly is: 'choice'; readonly ways: readonly (State | undefined)[]; readonly choose: Choose; readonly repeats: boolean })
  | (Cached & { readonly is: 'label' | 'wrap'; readonly label: string; readonly next: State | undefined });

interface Cached {
  /** See {@link first}. */
  first: First | undefined;
}

/** A rule of the grammar. */
export interface Rule {
  readonly start: State | undefined;
  /** The rules are numbered from 0. */
  readonly index: number;
}

/** The tokens that can come first in a part of a rule. */
interface First {
  readonly kinds: ReadonlySet<TokenKind>;
  /** True if the rule can end without any token. */
  readonly end: boolean;
}

let rules = 0;

/** Returns a rule that consists of consecutive parts. It is created on first use. */
export function rule(...parts: Part[]): () => Rule {
  let made: Rule | undefined;
  return () => {
    if (made === undefined) {
      made = { start: link(parts, undefined), index: rules };
      rules += 1;
    }
    return made;
  };
}

/** A token of one of the kinds. */
export function token(...kinds: TokenKind[]): Part & { readonly is: 'token' } {
  return { is: 'token', kinds: new Set(kinds) };
}

/** Another rule. In a rule with operators, only operators that bind at least as tightly as `precedence`. */
export function call(to: () => Rule, precedence = 0): Part {
  return { is: 'rule', rule: to, precedence };
}

/** Optional parts. */
export function optional(...body: Part[]): Part {
  return { is: 'optional', body };
}

/** Parts repeated any number of times. Without `choose`, the next token determines whether they repeat. */
export function repeat(body: readonly Part[], choose?: Choose): Part {
  return { is: 'repeat', body, once: false, choose };
}

/** Parts repeated at least once. */
export function repeatOnce(body: readonly Part[], choose?: Choose): Part {
  return { is: 'repeat', body, once: true, choose };
}

/** One of several ways. */
export function choice(choose: Choose, ...ways: (readonly Part[])[]): Part {
  return { is: 'choice', ways, choose };
}

/** Creates a node from the input of the rule. Without a label, or with '', a rule passes on the node of the last rule in it. */
export function label(name: string): Part {
  return { is: 'label', label: name };
}

/** Makes the input of the rule so far the first part of a new node: operators are left-associative. */
export function wrap(name: string): Part {
  return { is: 'wrap', label: name };
}

function link(parts: readonly Part[], next: State | undefined): State | undefined {
  return parts.reduceRight((follow, part) => linkPart(part, follow), next);
}

function linkPart(part: Part, next: State | undefined): State {
  switch (part.is) {
    case 'token':
      return { is: 'token', first: undefined, kinds: part.kinds, next };
    case 'rule':
      return { is: 'rule', first: undefined, rule: part.rule, precedence: part.precedence, next };
    case 'label':
    case 'wrap':
      return { is: part.is, first: undefined, label: part.label, next };
    case 'optional':
      return linkChoice([link(part.body, next), next], ifBegins(part.body), false);
    case 'choice':
      return linkChoice(
        part.ways.map((way) => link(way, next)),
        part.choose,
        false,
      );
    case 'repeat':
      return linkRepeat(part, next);
  }
}

function linkChoice(ways: readonly (State | undefined)[], choose: Choose, repeats: boolean): State {
  return { is: 'choice', first: undefined, ways, choose, repeats };
}

function linkRepeat(part: Part & { readonly is: 'repeat' }, next: State | undefined): State {
  const choose = part.choose ?? ifBegins(part.body);
  const ways: (State | undefined)[] = [];
  const body = link(part.body, linkChoice(ways, choose, true));
  ways.push(body, next);
  return part.once ? linkChoice([body], () => 0, false) : linkChoice(ways, choose, false);
}

/** Chooses the first way if the next token can begin these parts, otherwise the second. */
function ifBegins(parts: readonly Part[]): Choose {
  const start = link(parts, undefined);
  return (ahead) => (first(start).kinds.has(ahead.kind(1)) ? 0 : 1);
}

const AT_END: First = { kinds: new Set(), end: true };

/** Returns the kinds that can follow a state within its rule. */
export function first(state: State | undefined): First {
  if (state === undefined) return AT_END;
  state.first ??= findFirst(state);
  return state.first;
}

function findFirst(state: State): First {
  const kinds = new Set<TokenKind>();
  let end = false;
  const seen = new Set<State>();
  const open: (State | undefined)[] = [state];
  while (open.length > 0) {
    const at = open.pop();
    if (at === undefined) end = true;
    if (at === undefined || seen.has(at)) continue;
    seen.add(at);
    if (at.is === 'token') for (const kind of at.kinds) kinds.add(kind);
    // No rule of the grammar can be empty, so later parts do not matter.
    else if (at.is === 'rule') for (const kind of first(at.rule().start).kinds) kinds.add(kind);
    else append(open, at.is === 'choice' ? at.ways : [at.next]);
  }
  return { kinds, end };
}
