// Templates with data -> text.

import { AllocationError } from '../../base/errors.js';
import { FUNCTIONS, isTrue, printed } from './functions.js';
import type { Block, Command, Operand, Pipeline, TemplateNode } from './parse.js';
import { parseGoTemplate } from './parse.js';

/** The data of a template, by name. */
export type TemplateData = Readonly<Record<string, unknown>>;

/** Nodes that one template may run, and characters that it may make. */
const MOST_STEPS = 5_000_000;
const MOST_CHARACTERS = 32_000_000;

/** A template that was parsed. */
export class GoTemplate {
  readonly #nodes: readonly TemplateNode[];
  readonly #file: string;

  /** Throws `invalid-input` with the file and line. */
  constructor(text: string, file: string) {
    this.#nodes = parseGoTemplate(text, file);
    this.#file = file;
  }

  /** The text that the template makes. Throws `invalid-input`, and `input-too-large` for what does not end or makes too much. */
  run(data: TemplateData): string {
    const run = new Run(data, this.#file);
    run.nodes(this.#nodes, data);
    return run.text();
  }
}

class Run {
  readonly #data: TemplateData;
  readonly #file: string;
  readonly #variables: { readonly name: string; value: unknown }[] = [];
  readonly #parts: string[] = [];
  #characters = 0;
  #steps = 0;

  constructor(data: TemplateData, file: string) {
    this.#data = data;
    this.#file = file;
  }

  text(): string {
    return this.#parts.join('');
  }

  nodes(nodes: readonly TemplateNode[], dot: unknown): void {
    const own = this.#variables.length;
    for (const node of nodes) this.#node(node, dot);
    this.#variables.length = own;
  }

  #node(node: TemplateNode, dot: unknown): void {
    this.#count(MOST_STEPS, ++this.#steps);
    switch (node.kind) {
      case 'text':
        return this.#write(node.text);
      case 'output':
        return this.#write(printed(this.#pipeline(node.pipeline, dot)));
      case 'assign':
        return this.#assign(node.name, this.#pipeline(node.pipeline, dot), node.isNew);
      case 'if':
      case 'with': {
        const value = this.#pipeline(node.pipeline, dot);
        if (!isTrue(value)) return this.nodes(node.otherwise, dot);
        return this.#within(node, [value], node.kind === 'with' ? value : dot);
      }
      case 'range':
        return this.#range(node, dot);
    }
  }

  #range(node: Block, dot: unknown): void {
    const value = this.#pipeline(node.pipeline, dot);
    const entries = this.#entriesOf(value);
    let isEmpty = true;
    for (const [key, each] of entries) {
      isEmpty = false;
      this.#within(node, node.variables.length < 2 ? [each] : [key, each], each);
    }
    if (isEmpty) this.nodes(node.otherwise, dot);
  }

  *#entriesOf(value: unknown): Generator<readonly [unknown, unknown]> {
    if (value === null || value === undefined) return;
    if (typeof value === 'number') for (let index = 0; index < value; index++) yield [index, index];
    else if (Array.isArray(value)) yield* value.entries();
    else if (typeof value === 'object') for (const key of Object.keys(value).sort()) yield [key, (value as TemplateData)[key]];
    else throw this.#wrong(`range over ${JSON.stringify(value)}`);
  }

  #within({ variables, body }: Block, values: readonly unknown[], dot: unknown): void {
    this.#count(MOST_STEPS, ++this.#steps);
    const own = this.#variables.length;
    variables.forEach((name, index) => this.#variables.push({ name, value: values[index] }));
    this.nodes(body, dot);
    this.#variables.length = own;
  }

  #assign(name: string, value: unknown, isNew: boolean): void {
    if (isNew) this.#variables.push({ name, value });
    else this.#variable(name).value = value;
  }

  #variable(name: string): { value: unknown } {
    const found = this.#variables.findLast((each) => each.name === name);
    if (found === undefined) throw this.#wrong(`there is no variable $${name}`);
    return found;
  }

  #pipeline(pipeline: Pipeline, dot: unknown): unknown {
    let value: unknown;
    for (const [index, command] of pipeline.entries()) value = this.#command(command, dot, index === 0 ? [] : [value]);
    return value;
  }

  #command(command: Command, dot: unknown, piped: readonly unknown[]): unknown {
    this.#count(MOST_STEPS, ++this.#steps);
    const [first, ...others] = command as readonly [Operand, ...Operand[]];
    if (first.kind !== 'function') {
      if (others.length + piped.length > 0) throw this.#wrong('a value that is no function has arguments');
      return this.#value(first, dot);
    }
    const given = Object.hasOwn(FUNCTIONS, first.name) ? FUNCTIONS[first.name] : undefined;
    if (given === undefined) throw this.#wrong(`function ${JSON.stringify(first.name)} is not known`);
    try {
      return given([...others.map((each) => () => this.#value(each, dot)), ...piped.map((value) => () => value)]);
    } catch (error) {
      throw error instanceof TypeError ? this.#wrong(`${first.name}: ${error.message}`) : error;
    }
  }

  #value(operand: Operand, dot: unknown): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return fieldOf(dot, operand.fields);
      case 'variable':
        return fieldOf(operand.name === '' ? this.#data : this.#variable(operand.name).value, operand.fields);
      case 'pipeline':
        return fieldOf(this.#pipeline(operand.pipeline, dot), operand.fields);
      case 'function':
        return this.#command([operand], dot, []);
    }
  }

  #write(text: string): void {
    this.#characters += text.length;
    this.#count(MOST_CHARACTERS, this.#characters);
    this.#parts.push(text);
  }

  #count(most: number, number: number): void {
    if (number > most)
      throw new AllocationError('input-too-large', `${this.#file}: the template does more than ${most} steps or characters`);
  }

  #wrong(message: string): AllocationError {
    return new AllocationError('invalid-input', `${this.#file}: ${message}`);
  }
}

/** A field that is not there has no value. */
function fieldOf(value: unknown, fields: readonly string[]): unknown {
  let found = value;
  for (const field of fields) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, field);
    found = isThere ? (found as TemplateData)[field] : null;
  }
  return found;
}
