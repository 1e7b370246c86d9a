// Converts selectors of named resources (1.30) to device selectors: attribute variables by type become fields of the device.

import { LiteralError, stringOf } from '../../cel/syntax/literal.js';
import type { Token } from '../../cel/syntax/token.js';
import { endOf, soundTokensOf } from '../../cel/syntax/tokens.js';

/** Longer names of attributes are rejected. */
const LONGEST_NAME = 32;

/** The field of devices that has the values of each variable `attributes.TYPE`. */
const FIELDS: ReadonlyMap<string, 'attributes' | 'capacity'> = new Map([
  ['bool', 'attributes'],
  ['int', 'attributes'],
  ['intslice', 'attributes'],
  ['quantity', 'capacity'],
  ['string', 'attributes'],
  ['stringslice', 'attributes'],
  ['version', 'attributes'],
]);

/** A selector for devices. */
export interface MigratedSelector {
  readonly expression: string;
  /** True if it reads lists, which devices have only with a gate. */
  readonly readsLists: boolean;
}

/** Returns the name of an attribute as a C identifier, as v1 requires: underscores replace invalid characters. */
export function attributeName(name: string): string {
  const fitting = name.replace(/[^A-Za-z0-9_]/g, '_');
  return (/^[0-9]/.test(fitting) ? `_${fitting}` : fitting).slice(0, LONGEST_NAME);
}

/** Rewrites an expression token by token, which preserves strings and comments. Undefined if it is not CEL. */
export function migratedSelector(selector: string, driver: string): MigratedSelector | undefined {
  const tokens = soundTokensOf(selector);
  if (tokens === undefined) return undefined;
  const texts = tokens.map(({ text }) => text);
  let readsLists = false;
  for (let index = 0; index + 2 < tokens.length; index++) {
    const type = tokens[index + 2]?.text ?? '';
    const field = FIELDS.get(type);
    if (field === undefined || !isVariable(tokens, index)) continue;
    readsLists ||= type.endsWith('slice');
    texts.splice(index, 3, `device.${field}[${JSON.stringify(driver)}]`, '', '');
    renameKey(tokens, texts, index);
  }
  const last = tokens.at(-1);
  const rest = selector.slice(last === undefined ? 0 : endOf(last));
  return { expression: tokens.map(({ hidden }, index) => hidden + texts[index]).join('') + rest, readsLists };
}

function isVariable(tokens: readonly Token[], index: number): boolean {
  const isField = tokens[index - 1]?.kind === '.' && tokens[index - 2] !== undefined;
  return tokens[index]?.text === 'attributes' && tokens[index + 1]?.kind === '.' && !isField;
}

/** The name either follows the variable, `["a"]`, or precedes it, `"a" in`. */
function renameKey(tokens: readonly Token[], texts: string[], index: number): void {
  const [open, key, close] = tokens.slice(index + 3, index + 6);
  if (open?.kind === '[' && key?.kind === 'STRING' && close?.kind === ']') texts[index + 4] = renamed(key.text);
  if (tokens[index - 1]?.kind === 'in' && tokens[index - 2]?.kind === 'STRING') texts[index - 2] = renamed(tokens[index - 2]?.text ?? '');
}

function renamed(literal: string): string {
  try {
    return JSON.stringify(attributeName(stringOf(literal)));
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    return literal;
  }
}
