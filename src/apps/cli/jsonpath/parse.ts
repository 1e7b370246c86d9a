// Parses templates in kubectl's dialect of JSONPath to nodes. The dialect is that of k8s.io/client-go/util/jsonpath, not RFC 9535: text surrounds
// actions in braces, `range` and `end` repeat, and paths process several results at once. It accepts the input of that parser with the same meaning.

import { append } from '../../../core/base/lists.js';
import { unquote } from './unquote.js';

/** Thrown for a template that does not parse or cannot be evaluated. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}

/** A part of a slice `[start:end:step]`. */
export interface SlicePart {
  readonly value: number;
  readonly isKnown: boolean;
  /** True for the end of `[3]`, which is the start plus one. */
  readonly isDerived: boolean;
}

/** A node of an action. An action is a list of nodes, and each node processes the results of the previous one. */
export type PathNode =
  | { readonly kind: 'list'; readonly nodes: readonly PathNode[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'constant'; readonly value: boolean | number; readonly isFloat: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'slice'; readonly parts: readonly [SlicePart, SlicePart, SlicePart] }
  | { readonly kind: 'filter'; readonly left: PathNode; readonly right: PathNode; readonly operator: string }
  | { readonly kind: 'union'; readonly paths: readonly PathNode[] }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'wildcard' | 'recursive' };

/** The longest template, and the deepest nesting of filters. */
const MAX_LENGTH = 65_536;
const MAX_LEVELS = 50;

/** Parses a template. Throws {@link JsonPathError}. */
export function parseJsonPath(template: string): readonly PathNode[] {
  if (template.length > MAX_LENGTH) throw new JsonPathError(`longer than ${MAX_LENGTH} characters`);
  return new Parser(template, 0).parse();
}

/** Returns the nodes of one action, passed without its braces. */
function parseAction(text: string, level: number): PathNode {
  if (level > MAX_LEVELS) throw new JsonPathError(`more than ${MAX_LEVELS} nested filters`);
  return new Parser(`{${text}}`, level).parse()[0] as PathNode;
}

const END = '';

class Parser {
  readonly #input: string;
  readonly #level: number;
  #at = 0;
  #start = 0;

  constructor(input: string, level: number) {
    this.#input = input;
    this.#level = level;
  }

  parse(): readonly PathNode[] {
    const root: PathNode[] = [];
    for (;;) {
      const brace = this.#input.indexOf('{', this.#at);
      this.#at = brace < 0 ? this.#input.length : brace;
      if (this.#at > this.#start) root.push({ kind: 'text', text: this.#consume() });
      if (brace < 0) return root;
      this.#at++;
      this.#consume();
      root.push({ kind: 'list', nodes: this.#action() });
    }
  }

  #consume(): string {
    const text = this.#input.slice(this.#start, this.#at);
    this.#start = this.#at;
    return text;
  }

  /** Returns the next character, or END. */
  #next(): string {
    const character = this.#input[this.#at];
    if (character === undefined) return END;
    this.#at++;
    return character;
  }

  /** Returns the nodes up to the closing brace. */
  #action(): PathNode[] {
    const nodes: PathNode[] = [];
    for (;;) {
      if (this.#input.startsWith('[?(', this.#at)) nodes.push(this.#filter());
      else if (this.#input.startsWith('..', this.#at)) append(nodes, this.#recursive(nodes.at(-1)));
      else {
        const character = this.#next();
        if (character === '}') {
          this.#consume();
          return nodes;
        }
        append(nodes, this.#element(character));
      }
    }
  }

  #element(character: string): readonly PathNode[] {
    if (character === END || isEndOfLine(character)) throw new JsonPathError('unclosed action');
    if (character === ' ' || character === '@' || character === '$') {
      // The current value.
      this.#consume();
      return [];
    }
    if (character === '[') return this.#array();
    if (character === '"' || character === "'") return [this.#quote(character)];
    if (character === '.') return [this.#field()];
    this.#at--;
    if (/[-+0-9]/.test(character)) return [this.#number()];
    if (isAlphaNumeric(character)) return [this.#word()];
    throw new JsonPathError(`unrecognized character in action: ${codePointInWords(this.#input.codePointAt(this.#at) ?? 0)}`);
  }

  #word(): PathNode {
    while (!isTerminator(this.#input[this.#at] ?? END)) this.#at++;
    const word = this.#consume();
    if (word === 'true' || word === 'false') return { kind: 'constant', value: word === 'true', isFloat: false };
    return { kind: 'word', word };
  }

  #recursive(before: PathNode | undefined): readonly PathNode[] {
    if (before?.kind === 'recursive') throw new JsonPathError('invalid multiple recursive descent');
    this.#at += 2;
    this.#consume();
    const node: PathNode = { kind: 'recursive' };
    return isAlphaNumeric(this.#input[this.#at] ?? END) ? [node, this.#field()] : [node];
  }

  #number(): PathNode {
    if (/[-+]/.test(this.#input[this.#at] ?? END)) this.#at++;
    while (/[.0-9]/.test(this.#input[this.#at] ?? END)) this.#at++;
    const text = this.#consume();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text)) throw new JsonPathError(`cannot parse number ${text}`);
    const value = Number(text);
    return { kind: 'constant', value, isFloat: text.includes('.') || !Number.isSafeInteger(value) };
  }

  /** Parses an index, a slice, a key in quotes, or several of them separated by commas. */
  #array(): readonly PathNode[] {
    for (let character = this.#next(); character !== ']'; character = this.#next()) {
      if (character === END || character === '\n') throw new JsonPathError('unterminated array');
    }
    const text = this.#consume().slice(1, -1);
    const items = text.split(',');
    if (items.length > 1) {
      return [{ kind: 'union', paths: items.map((item) => parseAction(`[${item.replace(/^ +| +$/g, '')}]`, this.#level + 1)) }];
    }
    const key = /^'([^']*)'$/.exec(text)?.[1];
    if (key === undefined) return [sliceOf(text === '*' ? ':' : text)];
    const action = parseAction(`.${key}`, this.#level + 1);
    return action.kind === 'list' ? action.nodes : [];
  }

  #filter(): PathNode {
    this.#at += '[?('.length;
    this.#consume();
    this.#passCondition();
    if (this.#next() !== ']') throw new JsonPathError('unclosed array expect ]');
    const text = this.#consume().slice(0, -2);
    const level = this.#level + 1;
    const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)([^\n]+)$/.exec(text) ?? [];
    if (left === undefined || operator === undefined || right === undefined)
      return { kind: 'filter', left: parseAction(text, level), right: { kind: 'list', nodes: [] }, operator: 'exists' };
    return { kind: 'filter', left: parseAction(left, level), right: parseAction(right, level), operator };
  }

  /** Skips to the end of a condition, after its closing parenthesis. */
  #passCondition(): void {
    let quote = END;
    let isClosed = false;
    for (;;) {
      const character = this.#next();
      if (character === END || character === '\n') throw new JsonPathError('unterminated filter');
      // At most one side of the condition has quotes, and a parenthesis in quotes is text.
      if (character === '"' || character === "'") {
        if (quote === END) quote = character;
        else if (character === quote && this.#input[this.#at - 2] !== '\\') isClosed = true;
      } else if (character === ')' && (quote !== END) === isClosed) return;
    }
  }

  #quote(quote: string): PathNode {
    for (;;) {
      const character = this.#next();
      if (character === END || character === '\n') throw new JsonPathError('unterminated quoted string');
      if (character === quote && this.#input[this.#at - 2] !== '\\') break;
    }
    const literal = this.#consume();
    const text = unquote(literal);
    if (text === undefined) throw new JsonPathError(`unquote string ${literal} error invalid syntax`);
    return { kind: 'text', text };
  }

  #field(): PathNode {
    this.#consume();
    for (;;) {
      const character = this.#input[this.#at] ?? END;
      if (isTerminator(character)) break;
      this.#at += character === '\\' ? 2 : 1;
    }
    this.#at = Math.min(this.#at, this.#input.length);
    const name = this.#consume();
    return name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') };
  }
}

const UNKNOWN: SlicePart = { value: 0, isKnown: false, isDerived: false };

function sliceOf(text: string): PathNode {
  const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (match === null) throw new JsonPathError(`invalid array index ${text}`);
  const [, first = '', second = '', third = ''] = match;
  const start = first === '' ? UNKNOWN : partOfNumber(first);
  const end = second === '' ? { value: start.value + 1, isKnown: true, isDerived: true } : partOf(second);
  return { kind: 'slice', parts: [start, end, partOf(third)] };
}

/** Returns a part that begins with a colon; UNKNOWN if it is absent. */
function partOf(text: string): SlicePart {
  return text.length < 2 ? UNKNOWN : partOfNumber(text.slice(1));
}

function partOfNumber(text: string): SlicePart {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new JsonPathError(`array index ${text} is not a number`);
  return { value, isKnown: true, isDerived: false };
}

function codePointInWords(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} '${String.fromCodePoint(codePoint)}'`;
}

function isTerminator(character: string): boolean {
  return character === END || /[ \t\r\n.,[\]$@{}]/.test(character);
}

function isEndOfLine(character: string): boolean {
  return character === '\r' || character === '\n';
}

function isAlphaNumeric(character: string): boolean {
  return character !== END && /[_\p{L}\p{Nd}]/u.test(character);
}
