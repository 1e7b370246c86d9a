// Advises on syntax errors: mostly habits from other languages, and quotes.

import { isQuantity } from '../../core/quantity/quantity.js';
import { MAX_WORD, type Place } from './place.js';

/** Operator symbols of other languages and of programs that beautify texts. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
  ['\u2265', '>='],
  ['\u2264', '<='],
  ['\u2260', '!='],
  ['\u2013', '-'],
]);

const WORD_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['is', '=='],
]);

/** Functions that read like an operator. */
const WORD_FUNCTIONS: readonly string[] = ['contains', 'startsWith', 'endsWith', 'matches', 'includes'];

/** Advises on a syntax error at a place. */
export function wrongSyntax(message: string, place: Place): string | undefined {
  for (const rule of RULES) {
    const sentence = rule(place, message);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Advises on a name in backquotes, which earlier releases do not support. */
export function noBackquotes({ after }: Place): string {
  const name = /^`([^`]{1,64})`/.exec(after)?.[1] ?? '...';
  const instead = /^[A-Za-z_]\w*$/.test(name) ? `write ${name} without them` : `write ["${name}"]`;
  return `names in backquotes are supported since Kubernetes 1.37: ${instead}`;
}

type Rule = (place: Place, message: string) => string | undefined;

const RULES: readonly Rule[] = [
  curlyQuotes,
  wrongEscape,
  quoteAlone,
  pattern,
  sign,
  oneSign,
  wordOperator,
  bareWord,
  list,
  question,
  joined,
  brackets,
  missing,
  extra,
];

const CURLY = /[\u2018-\u201f\u00ab\u00bb\u00b4`]/;

function curlyQuotes({ before, after }: Place): string | undefined {
  if (!CURLY.test(after[0] ?? '')) return undefined;
  const inner = /^.([^\u2018-\u201f\u00ab\u00bb\u00b4`"'\\\n]{1,64})[\u2018-\u201f\u00ab\u00bb\u00b4`]/.exec(after)?.[1];
  // This is the closing quote of a text whose opening quote already has advice.
  if (inner === undefined && CURLY.test(before)) return undefined;
  return `put strings in straight quotes: "${inner ?? '...'}"`;
}

const NO_TEXT = /^Syntax error: token recognition error at: '[bBrR]{0,2}["']/;

/** The first invalid escape in a text. */
const ESCAPE = String.raw`\\[abfnrtv"'\\?\x60xXuU0-3]`;
const NO_ESCAPE = String.raw`\\([\w.\-+*$()[\]{}|/^ ])`;
const WRONG_ESCAPE = new RegExp(String.raw`^[bB]?(?:"(?:[^"\\\n\r]|${ESCAPE})*|'(?:[^'\\\n\r]|${ESCAPE})*)(?!${ESCAPE})${NO_ESCAPE}`);

/** A text that is terminated if its escapes are ignored. */
const CLOSED = /^[bB]?(?:"(?:[^"\\\n\r]|\\[^\n\r])*"|'(?:[^'\\\n\r]|\\[^\n\r])*')/;

function wrongEscape({ after }: Place, message: string): string | undefined {
  if (!NO_TEXT.test(message)) return undefined;
  const character = WRONG_ESCAPE.exec(after)?.[1];
  if (character !== undefined) return `\\${character} is not an escape sequence: write \\\\${character}, or put r before the opening quote`;
  // The text is terminated, so no quote is missing.
  return CLOSED.test(after) ? 'this string has an invalid escape sequence: write \\\\ for a backslash' : undefined;
}

function quoteAlone({ after }: Place, message: string): string | undefined {
  if (!NO_TEXT.test(message)) return undefined;
  const [, quote = '"'] = /(["'])/.exec(after) ?? [];
  return `this ${quote} has no partner: a string begins and ends with the same quote`;
}

function pattern({ after }: Place): string | undefined {
  if (!/^=~/.test(after)) return undefined;
  const [, text = '"..."'] = /^=~\s*("[^"\\\n]{0,64}"|'[^'\\\n]{0,64}')/.exec(after) ?? [];
  return `use .matches(${text}) to match a string`;
}

/** Advises on a symbol of {@link SIGNS}. The parser splits the symbol, so the error may be at any of its characters. */
function sign({ before, after }: Place): string | undefined {
  for (const [other, operator] of SIGNS) {
    for (let taken = 0; taken < other.length; taken += 1)
      if (before.endsWith(other.slice(0, taken)) && after.startsWith(other.slice(taken))) return `write ${operator} instead of ${other}`;
  }
  return undefined;
}

function oneSign({ before, after }: Place): string | undefined {
  if (/^=(?!=)/.test(after) && !/[=!<>]$/.test(before)) return 'use == to compare two values';
  if (/^&(?!&)/.test(after) || /^\|(?!\|)/.test(after)) return 'join conditions with && or ||';
  if (after.startsWith('#')) return 'a comment begins with //';
  if (/^\$\{/.test(after)) return '$ and braces are not expanded: write the value itself';
  return after.startsWith(';') ? 'leave out the ;' : undefined;
}

function wordOperator({ before, after }: Place): string | undefined {
  const [word = ''] = /^\w{1,16}/.exec(after) ?? [];
  if (/^not\s+in\b/i.test(after)) return `write !(... in ...) instead of ${after.slice(0, 3)} in`;
  const [, not] = /(?:^|\W)(not)\s+$/i.exec(before) ?? [];
  if (not !== undefined) return `write !(...) instead of ${not}`;
  if (word === 'is' && /^is\s+not\b/.test(after)) return 'write != instead of is not';
  const operator = WORD_OPERATORS.get(word.toLowerCase());
  if (operator !== undefined) return `write ${operator} instead of ${word}`;
  if (word === 'IN') return 'write in instead of IN';
  if (word.toLowerCase() === 'like') return 'use .contains("...") to find part of a string, and .matches("...") to match a pattern';
  if (!WORD_FUNCTIONS.includes(word)) return undefined;
  const [, text = '...'] = /^\w+\s+("[^"\\\n]{0,64}"|'[^'\\\n]{0,64}')/.exec(after) ?? [];
  return `${word} is a function: write .${word}(${text})`;
}

/** Advises on an unquoted version, amount, or text that begins with a digit. */
function bareWord({ before, after, word }: Place): string | undefined {
  if (word.length > MAX_WORD || !/[\w.]$/.test(before + (after.startsWith('.') ? '.' : '')) || !/^[\w.]/.test(after)) return undefined;
  if (/^\d+\.\d+\.\d+/.test(word)) return `write semver("${word}") for a version, or "${word}" for a string`;
  if (/^\d/.test(word) && isQuantity(word)) return `write quantity("${word}") for a quantity, or "${word}" for a string`;
  return /\d[A-Za-z_]/.test(word) ? `if ${word} is a string, put it in quotes: "${word}"` : undefined;
}

function list({ before, after }: Place, message: string): string | undefined {
  if (!message.endsWith("expecting ')'") || !after.startsWith(',')) return undefined;
  const start = /\bin\s*\(([^()[\]{}]{0,64})$/.exec(before)?.[1];
  if (start === undefined) return undefined;
  const rest = /^([^()[\]{}]{0,64})\)/.exec(after)?.[1];
  return `write a list in square brackets: in [${rest === undefined ? '...' : start + rest}]`;
}

function question({ before, after }: Place, message: string): string | undefined {
  if (after.startsWith('?') && before.endsWith('?')) return 'write .orValue(...) after .? instead of ??';
  if (!message.endsWith("expecting ':'") || !before.includes('?') || before.includes('??')) return undefined;
  const [, device, name] = /(\bdevice\s*)?\?\.\s*([A-Za-z_]\w{0,63})/.exec(before) ?? [];
  if (name !== undefined) return `write ${device === undefined ? '.?' : '.'}${name} instead of ?.${name}`;
  // A map also needs colons.
  return before.lastIndexOf('{') > before.lastIndexOf('}') ? undefined : '? needs a colon: CONDITION ? VALUE : VALUE';
}

function missing({ before }: Place, message: string): string | undefined {
  if (!message.includes("input '<EOF>'")) return undefined;
  const operator = /(&&|\|\||[=!<>]=|[<>+*/%!-]|\bin)\s*$/.exec(before)?.[1];
  return operator === undefined ? undefined : `a value is missing after ${operator}`;
}

/** Advises on consecutive conditions, or on a comparison without a left side. */
function joined({ before, after }: Place, message: string): string | undefined {
  if (/^(?:[=!<>]=|[<>])/.test(after) && /(?:&&|\|\|)\s*$/.test(before)) return 'each side of && and || must be a condition';
  return message.endsWith('expecting <EOF>') && /^(?:,|device\b)/.test(after) ? 'join conditions with && or ||' : undefined;
}

/** Advises on `a.f "b"` and `a."b"`. */
function brackets({ before, after }: Place): string | undefined {
  const [text] = /^(?:"[^"\\\n]{0,64}"|'[^'\\\n]{0,64}')/.exec(after) ?? [];
  if (text === undefined) return undefined;
  if (before.endsWith('.')) return `put a quoted name in brackets, without a dot: [${text}]`;
  const [, name] = /\.\s*([A-Za-z_]\w{0,63})\s*$/.exec(before.slice(-200)) ?? [];
  return name === undefined ? undefined : `a function call needs parentheses: .${name}(${text})`;
}

function extra(_place: Place, message: string): string | undefined {
  const [, closing] = /extraneous input '([)\]}])' expecting <EOF>$/.exec(message) ?? [];
  return closing === undefined ? undefined : `this ${closing} has no opening bracket`;
}
