// Makes small changes to the text of an expression, which a parser must reject or read differently.

import type { Random } from '../../differential/generate/random.js';

const TOKEN = /[A-Za-z_]\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[uU]?|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|&&|\|\||[=!<>]=|\s+|[\s\S]/gu;

const EXTRA = [
  ...['(', ')', '[', ']', '{', '}', ',', '.', '?', ':', '!', '-', '+', '&&', '||', '==', '<', ' in ', '.?', '[?', ' ', '\n', '// c\n'],
  ...['"', "'", '\\', '`', '@', '#', '$', '0', '1', '1u', '.5', '0x', 'e', 'true', 'null', 'x', 'has(', 'cel.bind(', 'in', 'as', 'loop'],
  ...['.all(x, ', '.map(', 'r"', 'b"', '"""', '\u00e9', '\u{1f600}', '\u0000', '\r', '\t', '/*'],
];

/** Returns the pieces of a text that readers perceive as units. */
export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Returns the text with one to three changes: a token removed, doubled, exchanged or added. */
export function mutate(random: Random, text: string): string {
  const tokens = tokensOf(text);
  for (let change = random.integer(1, 3); change > 0; change -= 1) {
    const at = random.integer(0, Math.max(0, tokens.length - 1));
    const choice = random.next();
    if (choice < 0.3) tokens.splice(at, 1);
    else if (choice < 0.45) tokens.splice(at, 0, tokens[at] ?? '');
    else if (choice < 0.65) tokens[at] = tokens[random.integer(0, Math.max(0, tokens.length - 1))] ?? '';
    else if (choice < 0.9) tokens.splice(at, 0, random.pick(EXTRA));
    else tokens[at] = (tokens[at] ?? '').slice(0, -1);
  }
  return tokens.join('');
}

/** Returns the text with some tokens exchanged for others of the same kind, mostly still well-formed. */
export function vary(random: Random, text: string): string {
  const tokens = tokensOf(text);
  const others = (token: string): string[] => tokens.filter((other) => kindOf(other) === kindOf(token));
  return tokens.map((token) => (random.chance(0.15) ? random.pick(others(token)) : token)).join('');
}

function kindOf(token: string): string {
  if (/^[A-Za-z_]/.test(token)) return 'name';
  if (/^[0-9]/.test(token)) return 'number';
  return /^["']./.test(token) ? 'string' : token;
}
