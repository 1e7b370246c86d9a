// Parses the part of Go's text/template that test cases of scheduler_perf use: actions to a tree. Source: https://pkg.go.dev/text/template.

import { AllocationError } from '../../core/base/errors.js';

/**
 * The commands of an action: each is a value, a field of a value, or a function with arguments. A later command receives the previous
 * value as its last argument.
 */
export type Pipeline = readonly Command[];

/** Operands. The first may be a function. */
export type Command = readonly Operand[];

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** The value of a variable. The empty name is `$`, the data of the whole template. */
  | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly kind: 'dot'; readonly fields: readonly string[] }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly fields: readonly string[] };

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: Pipeline }
  | { readonly kind: 'assign'; readonly name: string; readonly isNew: boolean; readonly pipeline: Pipeline }
  | Block;

/** An action with a body and the nodes of its `else`. */
export interface Block {
  readonly kind: 'if' | 'with' | 'range';
  readonly variables: readonly string[];
  readonly pipeline: Pipeline;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
}

/** The deepest nesting of blocks and parentheses. */
const MOST_DEPTH = 50;

const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|`[^`]*`|:=|[=|(),]|\$\w*(?:\.\w+)*|(?:\.\w+)+|\.|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\w+/gy;

interface Action {
  readonly text: string;
  readonly line: number;
}

/** Parses a template. Throws `invalid-input` with the file and line for an invalid template, or for a construct that scheduler_perf does not use. */
export function parseGoTemplate(text: string, file: string): readonly TemplateNode[] {
  return new Parser(split(text, file), file).whole();
}

/** Returns text and actions alternately. `{{-` and `-}}` remove adjacent blanks. */
function split(text: string, file: string): readonly (string | Action)[] {
  const parts: (string | Action)[] = [];
  let trims = false;
  let line = 1;
  for (let at = 0; ; ) {
    const begin = text.indexOf('{{', at);
    const plain = text.slice(at, begin < 0 ? undefined : begin);
    const isTrimmed = begin >= 0 && /^\{\{-\s/.test(text.slice(begin, begin + 4));
    const left = trims ? plain.trimStart() : plain;
    parts.push(isTrimmed ? left.trimEnd() : left);
    line += linesIn(plain);
    if (begin < 0) return parts;
    const end = text.indexOf('}}', begin);
    if (end < 0) throw new AllocationError('invalid-input', `${file}:${line}: {{ is not closed`);
    const inner = text.slice(begin + (isTrimmed ? 3 : 2), end);
    trims = /\s-$/.test(inner);
    parts.push({ text: trims ? inner.slice(0, -1) : inner, line });
    line += linesIn(inner);
    at = end + 2;
  }
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

class Parser {
  readonly #parts: readonly (string | Action)[];
  readonly #file: string;
  #next = 0;
  #line = 1;
  #depth = 0;
  /** The tokens of an action, and the index of the next one. */
  #tokens: readonly string[] = [];
  #at = 0;

  constructor(parts: readonly (string | Action)[], file: string) {
    this.#parts = parts;
    this.#file = file;
  }

  whole(): readonly TemplateNode[] {
    const { nodes, end } = this.#nodes();
    if (end !== undefined) this.#fail(`{{${end}}} without an action to close`);
    return nodes;
  }

  /** Returns the nodes up to `else` or `end`, and consumes that word. */
  #nodes(): { readonly nodes: readonly TemplateNode[]; readonly end: 'else' | 'end' | undefined } {
    const nodes: TemplateNode[] = [];
    while (this.#next < this.#parts.length) {
      const part = this.#parts[this.#next++] as string | Action;
      if (typeof part === 'string') {
        if (part !== '') nodes.push({ kind: 'text', text: part });
        continue;
      }
      this.#line = part.line;
      if (/^\s*\/\*[\s\S]*\*\/\s*$/.test(part.text)) continue;
      this.#tokens = this.#tokensOf(part.text);
      this.#at = 0;
      const word = this.#tokens[0];
      if (word === 'else' || word === 'end') {
        this.#at++;
        if (word === 'end') this.#nothingMore();
        return { nodes, end: word };
      }
      nodes.push(this.#action());
    }
    return { nodes, end: undefined };
  }

  #tokensOf(text: string): string[] {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
      const [token] = TOKEN.exec(text) ?? [];
      if (token === undefined) this.#fail(`cannot read ${JSON.stringify(text.slice(at, at + 40))}`);
      if (token.trim() !== '') tokens.push(token);
    }
    return tokens;
  }

  #action(): TemplateNode {
    const [word = '', operator] = this.#tokens.slice(this.#at, this.#at + 2);
    if (word === 'if' || word === 'with' || word === 'range') {
      this.#at++;
      return this.#block(word);
    }
    if (/^\$\w+$/.test(word) && (operator === ':=' || operator === '=')) {
      this.#at += 2;
      return { kind: 'assign', name: word.slice(1), isNew: operator === ':=', pipeline: this.#lastPipeline() };
    }
    return { kind: 'output', pipeline: this.#lastPipeline() };
  }

  #block(kind: Block['kind']): Block {
    if (++this.#depth > MOST_DEPTH) this.#fail(`more than ${MOST_DEPTH} nested blocks`);
    const at = this.#tokens.indexOf(':=', this.#at);
    const variables = this.#tokens.slice(this.#at, Math.max(this.#at, at)).filter((token) => /^\$\w+$/.test(token));
    if (at >= 0) this.#at = at + 1;
    const pipeline = this.#lastPipeline();
    const { nodes: body, end } = this.#nodes();
    if (end === undefined) this.#fail(`{{${kind}}} without {{end}}`);
    const otherwise = end === 'else' ? this.#otherwise() : [];
    this.#depth--;
    return { kind, variables: variables.map((name) => name.slice(1)), pipeline, body, otherwise };
  }

  /** Returns the nodes after `else`: another block (`else if`), or nodes up to `end`. */
  #otherwise(): readonly TemplateNode[] {
    const word = this.#tokens[this.#at];
    if (word === 'if' || word === 'with') return [this.#action()];
    this.#nothingMore();
    const { nodes, end } = this.#nodes();
    if (end !== 'end') this.#fail('{{else}} without {{end}}');
    return nodes;
  }

  #lastPipeline(): Pipeline {
    const pipeline = this.#pipeline();
    this.#nothingMore();
    return pipeline;
  }

  #pipeline(): Pipeline {
    const commands: Operand[][] = [[]];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== ')') {
      const token = this.#tokens[this.#at++] as string;
      if (token === '|') commands.push([]);
      else (commands.at(-1) as Operand[]).push(this.#operand(token));
    }
    if (commands.some((command) => command.length === 0)) this.#fail('an action has no value');
    return commands;
  }

  #operand(token: string): Operand {
    if (token === '(') return this.#parenthesized();
    if (token === '.') return { kind: 'dot', fields: [] };
    if (token.startsWith('.')) return { kind: 'dot', fields: token.slice(1).split('.') };
    if (token.startsWith('$')) {
      const [name = '', ...fields] = token.slice(1).split('.');
      return { kind: 'variable', name, fields };
    }
    if (token.startsWith('"')) return { kind: 'literal', value: this.#quoted(token) };
    if (token.startsWith('`')) return { kind: 'literal', value: token.slice(1, -1) };
    if (/^[+-]?\d/.test(token)) return { kind: 'literal', value: Number(token) };
    if (token === 'nil') return { kind: 'literal', value: null };
    if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' };
    if (!/^\w+$/.test(token)) this.#fail(`unexpected ${JSON.stringify(token)}`);
    return { kind: 'function', name: token };
  }

  #parenthesized(): Operand {
    if (++this.#depth > MOST_DEPTH) this.#fail(`more than ${MOST_DEPTH} nested parentheses`);
    const pipeline = this.#pipeline();
    if (this.#tokens[this.#at++] !== ')') this.#fail('a parenthesis is not closed');
    this.#depth--;
    const next = this.#tokens[this.#at];
    return { kind: 'pipeline', pipeline, fields: next?.startsWith('.') === true && next !== '.' ? this.#fields() : [] };
  }

  #fields(): readonly string[] {
    return (this.#tokens[this.#at++] as string).slice(1).split('.');
  }

  #quoted(token: string): string {
    try {
      return JSON.parse(token) as string;
    } catch {
      return this.#fail(`invalid string ${token}`);
    }
  }

  #nothingMore(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) this.#fail(`unexpected ${JSON.stringify(token)}`);
  }

  #fail(message: string): never {
    throw new AllocationError('invalid-input', `${this.#file}:${this.#line}: ${message}`);
  }
}
