// Runs templates with data to text.

import { AllocationError } from '../../core/base/errors.js';
import { FUNCTIONS, isTrue, printed } from './functions.js';
import type { Block, Command, Operand, Pipeline, TemplateNode } from './parse.js';
import { parseGoTemplate } from './parse.js';

/** The data of a template, by name. */
export type TemplateData = Readonly<Record<string, unknown>>;

/** The most characters of a template. */
const MOST_TEXT = 100_000;

/**
 * The limits of one run. A step is an action, an argument or a field of one, or a key of a map that a function receives. Characters count
 * in values and in the output; variables count at a time.
 */
const MOST_STEPS = 100_000;
const MOST_CHARACTERS = 250_000;
const MOST_VARIABLES = 100;

/** The limits of all runs of the templates of a workload together. */
const MOST_STEPS_IN_ALL = 50_000_000;
const MOST_CHARACTERS_IN_ALL = 128_000_000;

/** Counts the work of runs of templates. Throws `input-too-large` above the limits. */
export class TemplateWork {
  readonly #mostSteps: number;
  readonly #mostCharacters: number;
  #steps = 0;
  #characters = 0;

  constructor(mostSteps = MOST_STEPS_IN_ALL, mostCharacters = MOST_CHARACTERS_IN_ALL) {
    this.#mostSteps = mostSteps;
    this.#mostCharacters = mostCharacters;
  }

  takeSteps(count: number, file: string): void {
    this.#steps += count;
    if (this.#steps > this.#mostSteps) throw tooLarge(file, `needs more than ${this.#mostSteps} steps`);
  }

  takeCharacters(count: number, file: string): void {
    this.#characters += count;
    if (this.#characters > this.#mostCharacters) throw tooLarge(file, `produces more than ${this.#mostCharacters} characters`);
  }

  /** Adds the work of a finished run. */
  add({ steps, characters }: { readonly steps: number; readonly characters: number }, file: string): void {
    this.takeSteps(steps, file);
    this.takeCharacters(characters, file);
  }

  get done(): { readonly steps: number; readonly characters: number } {
    return { steps: this.#steps, characters: this.#characters };
  }
}

function tooLarge(file: string, what: string): AllocationError {
  return new AllocationError('input-too-large', `${file}: the template ${what}: make it smaller`);
}

/** A parsed template. */
export class GoTemplate {
  readonly #nodes: readonly TemplateNode[];
  readonly #file: string;

  /** Throws `invalid-input` with the file and line, and `input-too-large` for a long text. */
  constructor(text: string, file: string) {
    if (text.length > MOST_TEXT) throw tooLarge(file, `has more than ${MOST_TEXT} characters`);
    this.#nodes = parseGoTemplate(text, file);
    this.#file = file;
  }

  /**
   * Returns the output of the template. Throws `invalid-input`, and `input-too-large` for a run above its limits, or above the limits of all runs together.
   */
  run(data: TemplateData, inAll = new TemplateWork()): string {
    const work = new TemplateWork(MOST_STEPS, MOST_CHARACTERS);
    const run = new Run(data, this.#file, work);
    run.nodes(this.#nodes, data);
    inAll.add(work.done, this.#file);
    return run.text();
  }
}

class Run {
  readonly #data: TemplateData;
  readonly #file: string;
  readonly #variables: { readonly name: string; value: unknown }[] = [];
  readonly #parts: string[] = [];
  readonly #work: TemplateWork;

  constructor(data: TemplateData, file: string, work: TemplateWork) {
    this.#data = data;
    this.#file = file;
    this.#work = work;
  }

  text(): string {
    return this.#parts.join('');
  }

  nodes(nodes: readonly TemplateNode[], dot: unknown): void {
    const variableCount = this.#variables.length;
    for (const node of nodes) this.#node(node, dot);
    this.#variables.length = variableCount;
  }

  #node(node: TemplateNode, dot: unknown): void {
    this.#take(1);
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
    else throw this.#wrong(`cannot range over ${JSON.stringify(value)}`);
  }

  #within({ variables, body }: Block, values: readonly unknown[], dot: unknown): void {
    this.#take(1);
    const variableCount = this.#variables.length;
    variables.forEach((name, index) => {
      this.#declare(name, values[index]);
    });
    this.nodes(body, dot);
    this.#variables.length = variableCount;
  }

  #assign(name: string, value: unknown, isNew: boolean): void {
    if (isNew) this.#declare(name, value);
    else this.#variable(name).value = value;
  }

  #declare(name: string, value: unknown): void {
    if (this.#variables.length === MOST_VARIABLES) throw tooLarge(this.#file, `has more than ${MOST_VARIABLES} variables in scope at once`);
    this.#variables.push({ name, value });
  }

  #variable(name: string): { value: unknown } {
    const found = this.#variables.findLast((each) => each.name === name);
    if (found === undefined) throw this.#wrong(`variable $${name} does not exist`);
    return found;
  }

  #pipeline(pipeline: Pipeline, dot: unknown): unknown {
    let value: unknown;
    for (const [index, command] of pipeline.entries()) value = this.#command(command, dot, index === 0 ? [] : [value]);
    return value;
  }

  #command(command: Command, dot: unknown, piped: readonly unknown[]): unknown {
    this.#take(command.length);
    const [first, ...others] = command as readonly [Operand, ...Operand[]];
    if (first.kind !== 'function') {
      if (others.length + piped.length > 0) throw this.#wrong('only a function can have arguments');
      return this.#value(first, dot);
    }
    const templateFunction = Object.hasOwn(FUNCTIONS, first.name) ? FUNCTIONS[first.name] : undefined;
    if (templateFunction === undefined) throw this.#wrong(`function ${JSON.stringify(first.name)} does not exist`);
    try {
      const values = [...others.map((each) => () => this.#value(each, dot)), ...piped.map((value) => () => value)];
      return this.#made(templateFunction(values.map((argument) => () => this.#countedValue(argument()))));
    } catch (error) {
      throw error instanceof TypeError ? this.#wrong(`${first.name}: ${error.message}`) : error;
    }
  }

  #value(operand: Operand, dot: unknown): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return this.#field(dot, operand.fields);
      case 'variable':
        return this.#field(operand.name === '' ? this.#data : this.#variable(operand.name).value, operand.fields);
      case 'pipeline':
        return this.#field(this.#pipeline(operand.pipeline, dot), operand.fields);
      case 'function':
        return this.#command([operand], dot, []);
    }
  }

  /** Counts the keys of a map for a function, which may iterate over them. */
  #countedValue(value: unknown): unknown {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) this.#take(Object.keys(value).length);
    return value;
  }

  /** Counts the characters that a function returns: JSON of JSON doubles each time. */
  #made(value: unknown): unknown {
    if (typeof value === 'string') this.#work.takeCharacters(value.length, this.#file);
    return value;
  }

  #field(value: unknown, fields: readonly string[]): unknown {
    this.#take(fields.length);
    return fieldOf(value, fields);
  }

  #write(text: string): void {
    this.#work.takeCharacters(text.length, this.#file);
    this.#parts.push(text);
  }

  #take(steps: number): void {
    this.#work.takeSteps(steps, this.#file);
  }

  #wrong(message: string): AllocationError {
    return new AllocationError('invalid-input', `${this.#file}: ${message}`);
  }
}

/** A missing field has no value. */
function fieldOf(value: unknown, fields: readonly string[]): unknown {
  let found = value;
  for (const field of fields) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, field);
    found = isThere ? (found as TemplateData)[field] : null;
  }
  return found;
}
