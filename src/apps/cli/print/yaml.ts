// Prints YAML for kubectl.
//
// A string is plain only if it begins with a letter and has only letters, digits and `_ . / -`, with single spaces between words. Readers
// of YAML 1.1 and 1.2 read such a word as a string, except WORDS. Other strings are quoted as in JSON. Strings of several lines are block
// literals, unless a line is a command for a CI system.

import { type Json, NumberLiteral } from '../../../core/base/json.js';
import { withoutCommands } from '../ci-commands.js';
import { checkOutputLength } from './output-length.js';

const PLAIN = /^[A-Za-z](?:[A-Za-z0-9_./-]| (?! |$))*$/;

/**
 * Words that YAML 1.1 reads as a boolean or null, and a word that some readers read as a number: one without digits before its
 * exponent.
 */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|e[0-9]+)$/i;

/**
 * Matches lines of printable text. The first line is not indented, no line has a trailing space, and at most one line feed is
 * at the end.
 */
const LITERAL =
  /^(?![ \n])(?![\s\S]*\n\n$)(?![\s\S]*[\u061c\u180e])(?:[ -~\u00a1-\u1fff]*(?<! )\n)+(?:[ -~\u00a1-\u1fff]*[!-~\u00a1-\u1fff])?$/;

/** Characters that JSON does not escape, and that YAML readers may reject or that are invisible. */
const UNSEEN = /[\u007f-\u00a0\u061c\u180e\u2000-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/g;

/** A longer key needs a `?` before it (YAML 1.1, section 7.4.2). */
const MAX_SIMPLE_KEY = 1000;

/** Returns YAML text of several documents, with separators. Throws AllocationError if it is too long. */
export function formatYamlDocuments(values: readonly Json[]): string {
  checkOutputLength(values);
  return values.map(formatYaml).join('---\n');
}

/** Returns YAML text of one document, without a separator. Throws AllocationError if it is too long. */
export function formatYaml(value: Json): string {
  checkOutputLength(value);
  return isEmptyOrScalar(value) ? `${scalar(value, '')}\n` : block(value, '');
}

/** Returns the lines of a non-empty object or list, each with `indent`. */
function block(value: Json, indent: string): string {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.map((item) => `${indent}- ${itemText(item, indent)}`).join('');
  }
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  return members.map(([key, member]) => `${indent}${keyText(key, indent)}:${memberText(member, indent)}`).join('');
}

/** The first line of an item follows its hyphen. */
function itemText(item: Json, indent: string): string {
  return isEmptyOrScalar(item) ? `${scalar(item, indent)}\n` : block(item, `${indent}  `).trimStart();
}

function keyText(key: string, indent: string): string {
  const text = quote(key);
  return text.length > MAX_SIMPLE_KEY ? `? ${text}\n${indent}` : text;
}

function memberText(value: Json, indent: string): string {
  if (isEmptyOrScalar(value)) return ` ${scalar(value, indent)}\n`;
  return `\n${block(value, Array.isArray(value) ? indent : `${indent}  `)}`;
}

function isEmptyOrScalar(value: Json): boolean {
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) return true;
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}

function scalar(value: Json, indent: string): string {
  if (typeof value === 'string') return LITERAL.test(value) && withoutCommands(value) === value ? literal(value, indent) : quote(value);
  if (value instanceof NumberLiteral) return value.text;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return String(value);
}

function literal(text: string, indent: string): string {
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  return [ends ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n');
}

function quote(text: string): string {
  if (PLAIN.test(text) && !WORDS.test(text)) return text;
  return JSON.stringify(text).replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
