// The parts of a selector that can be changed where they stand: its conditions, the names that it reads, and the values that it compares with. They are found in the
// row of tokens, so that a text that does not compile has them too, as far as it goes.

import { LiteralError, stringOf } from '../syntax/literal.js';
import { MAX_EXPRESSION_BYTES } from '../syntax/parse.js';
import type { Token, TokenKind } from '../syntax/token.js';
import { endOf, placesOf, soundTokensOf, splitAt } from '../syntax/tokens.js';
import type { TextEdit } from './list-reads.js';

/** The place of a part in the text. */
interface Span {
  readonly start: number;
  /** Behind the last character. */
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

/** A value written in the text, in a condition that reads one attribute or capacity. */
export interface LiteralPart extends Span {
  readonly value: string | bigint | boolean;
  readonly read: Pick<NamePart, 'map' | 'domain' | 'name'>;
}

/** One of several conditions that must all hold, and what leaves it out. */
export interface ConditionPart {
  readonly text: string;
  readonly removal: TextEdit;
}

/** The parts of a selector. */
export interface SelectorParts {
  /** Empty where there is but one condition. */
  readonly conditions: readonly ConditionPart[];
  readonly names: readonly NamePart[];
  readonly literals: readonly LiteralPart[];
}

/** The longest text that is split into parts. */
const MOST_TOKENS = 2000;

/** Finds the parts of a selector. */
export function selectorPartsOf(text: string): SelectorParts {
  const tokens = text.length > MAX_EXPRESSION_BYTES ? undefined : soundTokensOf(text, MOST_TOKENS);
  if (tokens === undefined) return { conditions: [], names: [], literals: [] };
  const found = readsIn(tokens);
  return { conditions: conditionsIn(text, tokens), names: found.map(({ part }) => part), literals: literalsIn(tokens, found) };
}

/** The edits that make a read one of another attribute or capacity. */
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

/** A literal of a value, in the quotes of the one in whose place it comes. */
export function literalText(value: string | bigint | boolean, instead = ''): string {
  return typeof value === 'string' ? quoted(value, instead[0]) : String(value);
}

function quoted(value: string, quote: string | undefined): string {
  const text = JSON.stringify(value);
  return quote === "'" ? `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : text;
}

/** The conditions between `&&` outside of all brackets; none where another operator there binds less. */
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

/** A read, and the places of its first token and of the one behind it. */
interface FoundRead {
  readonly part: NamePart;
  readonly first: number;
  readonly next: number;
}

/** The reads `device.attributes["d"].n` and similar. */
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
  /** The place of the token behind it. */
  readonly next: number;
}

/** A key: `.name`, `["name"]`, each with or without a question mark. */
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

/** The literals of conditions that read one attribute or capacity, but for the keys by which they read. */
function literalsIn(tokens: readonly Token[], reads: readonly FoundRead[]): readonly LiteralPart[] {
  const literals: LiteralPart[] = [];
  let first = 0;
  for (let end = 0; end <= tokens.length; end++) {
    const kind = tokens[end]?.kind;
    if (kind !== undefined && kind !== '&&' && kind !== '||') continue;
    const own = reads.filter((read) => read.first >= first && read.first < end);
    const [read] = own;
    if (read !== undefined && own.every(({ part }) => isSameName(part, read.part))) {
      for (let place = first; place < end; place++) {
        if (own.some((one) => place >= one.first && place < one.next)) continue;
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
  // A minus behind a value takes one from the other.
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
