// Unquotes text of Go with escape sequences, in quotes of either kind.

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

/** Matches escapes with the number of a character. */
const NUMBERED = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/;

/** Returns the text between the quotes at both ends; undefined for an invalid literal. */
export function unquote(literal: string): string | undefined {
  const quote = literal[0];
  const text = literal.slice(1, -1);
  if (quote === undefined || literal.length < 2 || !literal.endsWith(quote)) return undefined;
  if (!text.includes('\\') && !text.includes(quote)) return text;
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === quote) return undefined;
    if (character !== '\\') {
      result += character;
      continue;
    }
    const escaped = escapeAt(text, at + 1, quote);
    if (escaped === undefined) return undefined;
    result += escaped.text;
    at += escaped.length;
  }
  return result;
}

function escapeAt(text: string, at: number, quote: string): { readonly text: string; readonly length: number } | undefined {
  const character = text[at];
  if (character === undefined) return undefined;
  const escapedText = character === quote ? quote : ESCAPES.get(character);
  if (escapedText !== undefined) return { text: escapedText, length: 1 };
  const match = NUMBERED.exec(text.slice(at, at + 9));
  if (match === null) return undefined;
  const [sequence, ...digits] = match;
  const octal = digits[3];
  const number = octal === undefined ? Number.parseInt(digits.find((each) => each !== undefined) ?? '', 16) : Number.parseInt(octal, 8);
  const isCharacter = number <= 0x10ffff && (number < 0xd800 || number > 0xdfff) && (octal === undefined || number <= 0xff);
  return isCharacter ? { text: String.fromCodePoint(number), length: sequence.length } : undefined;
}
