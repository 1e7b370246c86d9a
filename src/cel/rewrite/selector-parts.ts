// Finds the parts of a selector that can be changed in place: its conditions, the names that it reads, and the
// literals that it compares with. It works on tokens, so a text that does not compile also has parts.

import { LiteralError, stringOf } from '../syntax/literal.js';
import { MAX_EXPRESSION_BYTES } from '../syntax/parse.js';
import type { Token, TokenKind } from '../syntax/token.js';
import { endOf, placesOf, soundTokensOf, splitAt } from '../syntax/tokens.js';
import type { TextEdit } from './list-reads.js';

/** The offsets of a part in the text. */
interface Span {
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** An attribute or capacity that is read by its name. */
export interface NamePart {
  readonly map: 'attributes' | 'capacity';
  readonly domain: string;
  readonly name: string;
  /** The text in brackets that is the domain, with its quotes. */
  readonly domainAt: Span;
  /** The name, with the dot or the brackets and quotes around it. */
  readonly nameAt: Span;
}

/** A literal in a condition that reads one attribute or capacity. */
export interface LiteralPart extends Span {
  readonly value: string | bigint | boolean;
  readonly read: Pick<NamePart, 'map' | 'domain' | 'name'>;
}

/** One of several conditions that must all hold, and the edit that removes it. */
export interface ConditionPart {
  readonly text: string;
  readonly removal: TextEdit;
}

/** The parts of a selector. */
export interface SelectorParts {
  /** Empty if there is only one condition. */
  readonly conditions: readonly ConditionPart[];
  readonly names: readonly NamePart[];
  readonly literals: readonly LiteralPart[];
}

/** Longer texts are not split into parts. */
const MOST_TOKENS = 2000;

/** Returns the parts of a selector. */
export function selectorPartsOf(text: string): SelectorParts {
  const tokens = text.length > MAX_EXPRESSION_BYTES ? undefined : soundTokensOf(text, MOST_TOKENS);
  if (tokens === undefined) return { conditions: [], names: [], literals: [] };
  const found = readsIn(tokens);
  return { conditions: conditionsIn(text, tokens), names: found.map(({ part }) => part), literals: literalsIn(tokens, found) };
}

/** Returns the edits that make a read refer to another attribute or capacity. */
export function renaming(part: NamePart, to: Pick<NamePart, 'map' | 'domain' | 'name'>, text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  if (to.domain !== part.domain) edits.push({ ...part.domainAt, text: quoted(to.domain, text[part.domainAt.start]) });
  if (to.name !== part.name) {
    const isIdentifier = /^[A-Za-z_]\w*$/.test(to.name);
    const hasDot = text[part.nameAt.start] === '.';
    const optional = /^(?:\.|\[)\s*\?/.test(text.slice(part.nameAt.start)) ? '?' : '';
    const quote = hasDot ? undefined : /["']/.exec(text.slice(part.nameAt.start))?.[0];
    edits.push({ ...part.nameAt, text: hasDot && isIdentifier ? `.${optional}${to.name}` : `[${optional}${quoted(to.name, quote)}]` });
  }
  return edits;
}

/** Returns the literal of a value, in the same quotes as the literal that it replaces. */
export function literalText(value: string | bigint | boolean, instead = ''): string {
  return typeof value === 'string' ? quoted(value, instead[0]) : String(value);
}

function quoted(value: string, quote: string | undefined): string {
  const text = JSON.stringify(value);
  return quote === "'" ? `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : text;
}

/** Returns the conditions between `&&` outside all brackets; empty if an operator with lower precedence occurs there. */
function conditionsIn(text: string, tokens: readonly Token[]): readonly ConditionPart[] {
  if (placesOf(tokens, '||', '?').length > 0) return [];
  const parts = splitAt(tokens, '&&');
  if (parts.length === 1) return [];
  const spans: Span[] = [];
  for (const part of parts) {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return [];
    spans.push({ start: first.at, end: endOf(last) });
  }
  return spans.map(({ start, end }, place) => {
    const before = spans[place - 1];
    const after = spans[place + 1] as Span;
    const removal = before === undefined ? { start, end: after.start, text: '' } : { start: before.end, end, text: '' };
    return { text: text.slice(start, end), removal };
  });
}

/** A read, with the positions of its first token and of the token after it. */
interface FoundRead {
  readonly part: NamePart;
  readonly first: number;
  readonly next: number;
}

/** Returns the reads such as `device.attributes["d"].n`. */
function readsIn(tokens: readonly Token[]): readonly FoundRead[] {
  const found: FoundRead[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const read = readAt(tokens, first);
    if (read !== undefined) found.push(read);
  }
  return found;
}

function readAt(tokens: readonly Token[], first: number): FoundRead | undefined {
  const [device, dot, map] = [tokens[first], tokens[first + 1], tokens[first + 2]];
  if (device?.text !== 'device' || dot?.kind !== '.' || (map?.text !== 'attributes' && map?.text !== 'capacity')) return undefined;
  const domain = keyAt(tokens, first + 3);
  const name = domain === undefined ? undefined : keyAt(tokens, domain.next);
  if (domain === undefined || name === undefined || domain.isField) return undefined;
  const part = { map: map.text, domain: domain.key, name: name.key, domainAt: domain.at, nameAt: name.whole } as const;
  return { part, first, next: name.next };
}

interface Key {
  readonly key: string;
  readonly at: Span;
  /** With its dot, or its brackets. */
  readonly whole: Span;
  readonly isField: boolean;
  /** The position of the token after it. */
  readonly next: number;
}

/** Returns a key: `.name` or `["name"]`, each with or without a question mark. */
function keyAt(tokens: readonly Token[], place: number): Key | undefined {
  const opening = tokens[place];
  const at = place + (tokens[place + 1]?.kind === '?' ? 2 : 1);
  const token = tokens[at];
  if (opening === undefined || token === undefined) return undefined;
  if (opening.kind === '.') {
    const isName = token.kind === 'IDENTIFIER' || token.kind === 'ESC_IDENTIFIER';
    if (!isName || tokens[at + 1]?.kind === '(') return undefined;
    const key = token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text;
    return { key, at: spanOf(token), whole: { start: opening.at, end: endOf(token) }, isField: true, next: at + 1 };
  }
  const closing = tokens[at + 1];
  const key = token.kind === 'STRING' ? textIn(token) : undefined;
  if (opening.kind !== '[' || key === undefined || closing?.kind !== ']') return undefined;
  return { key, at: spanOf(token), whole: { start: opening.at, end: endOf(closing) }, isField: false, next: at + 2 };
}

/** Returns the literals of conditions that read one attribute or capacity, except for the keys of the reads. */
function literalsIn(tokens: readonly Token[], reads: readonly FoundRead[]): readonly LiteralPart[] {
  const literals: LiteralPart[] = [];
  let first = 0;
  for (let end = 0; end <= tokens.length; end++) {
    const kind = tokens[end]?.kind;
    if (kind !== undefined && kind !== '&&' && kind !== '||') continue;
    const conditionReads = reads.filter((read) => read.first >= first && read.first < end);
    const [read] = conditionReads;
    if (read !== undefined && conditionReads.every(({ part }) => isSameName(part, read.part))) {
      for (let place = first; place < end; place++) {
        if (conditionReads.some((one) => place >= one.first && place < one.next)) continue;
        const literal = literalAt(tokens, place);
        if (literal !== undefined) literals.push({ ...literal, read: read.part });
      }
    }
    first = end + 1;
  }
  return literals;
}

function isSameName(one: NamePart, other: NamePart): boolean {
  return one.map === other.map && one.domain === other.domain && one.name === other.name;
}

function literalAt(tokens: readonly Token[], place: number): Omit<LiteralPart, 'read'> | undefined {
  const token = tokens[place] as Token;
  const { kind, text } = token;
  if (kind === 'true' || kind === 'false') return { ...spanOf(token), value: kind === 'true' };
  if (kind === 'STRING') {
    const value = textIn(token);
    return value === undefined ? undefined : { ...spanOf(token), value };
  }
  if (kind !== 'NUM_INT') return undefined;
  const minus = tokens[place - 1];
  // A minus after a value is a subtraction.
  const isSign = minus?.kind === '-' && !VALUE_ENDS.includes(tokens[place - 2]?.kind ?? 'EOF');
  return { start: isSign ? minus.at : token.at, end: endOf(token), value: isSign ? -BigInt(text) : BigInt(text) };
}

const VALUE_ENDS: readonly TokenKind[] = ['IDENTIFIER', 'ESC_IDENTIFIER', ')', ']', '}', 'NUM_INT', 'NUM_FLOAT', 'NUM_UINT', 'STRING'];

function textIn({ text }: Token): string | undefined {
  try {
    return stringOf(text);
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

function spanOf(token: Token): Span {
  return { start: token.at, end: endOf(token) };
}
