import { describe, expect, it } from 'vitest';
import { Lexer } from '../../../src/cel/syntax/lexer.js';

/** Returns the tokens of a text as `kind text`, and the characters that are not tokens as `at text`. */
function read(text: string): { readonly tokens: readonly string[]; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  const lexer = new Lexer(text, (at, characters) => wrong.push(`${at} ${characters}`));
  const tokens: string[] = [];
  for (let index = 0; lexer.token(index).kind !== 'EOF'; index += 1) tokens.push(`${lexer.token(index).kind} ${lexer.token(index).text}`);
  return { tokens, wrong };
}

describe('Lexer', () => {
  it.each([
    ['a_1 in true nullx', ['IDENTIFIER a_1', 'in in', 'true true', 'IDENTIFIER nullx']],
    [
      '1 1. 1.5 .5 1e3 1.e 0x1F 0x 7u 0xfU',
      [
        'NUM_INT 1',
        'NUM_INT 1',
        '. .',
        'NUM_FLOAT 1.5',
        'NUM_FLOAT .5',
        'NUM_FLOAT 1e3',
        'NUM_INT 1',
        '. .',
        'IDENTIFIER e',
        'NUM_INT 0x1F',
        'NUM_INT 0',
        'IDENTIFIER x',
        'NUM_UINT 7u',
        'NUM_UINT 0xfU',
      ],
    ],
    ['<= < == != ! && || ?:', ['<= <=', '< <', '== ==', '!= !=', '! !', '&& &&', '|| ||', '? ?', ': :']],
    ['a//b\n/c', ['IDENTIFIER a', '/ /', 'IDENTIFIER c']],
    ['`a-b c` x', ['ESC_IDENTIFIER `a-b c`', 'IDENTIFIER x']],
    [
      String.raw`"a\"b" 'c"' r"\" b'\377' bR"""x"y"""`,
      [String.raw`STRING "a\"b"`, `STRING 'c"'`, String.raw`STRING r"\"`, String.raw`BYTES b'\377'`, 'BYTES bR"""x"y"""'],
    ],
    ['"""a\n"b""" """""" """', ['STRING """a\n"b"""', 'STRING """"""', 'STRING ""']],
    ['rb"a"', ['IDENTIFIER rb', 'STRING "a"']],
  ])('reads %j', (text, tokens) => {
    expect(read(text).tokens).toEqual(tokens);
  });

  it.each([
    ['a = b', ['2 = ']],
    ['a & | b', ['2 & ', '4 | ']],
    ['\u{1f600}=\u{1f600}', ['0 \u{1f600}', '2 =\u{1f600}']],
    ['"a', ['0 "a']],
    ["'a\nb'", ["0 'a\n", "4 '"]],
    [String.raw`"\q"`, [String.raw`0 "\q`, '3 "']],
    [String.raw`"\u12x"`, [String.raw`0 "\u12x`, '6 "']],
    [String.raw`"\400"`, [String.raw`0 "\4`, '5 "']],
    ['`` `a+`', ['0 ``', '3 `a+', '6 `']],
    ['"""', ['2 "']],
  ])('skips what is no token: %j', (text, wrong) => {
    expect(read(text).wrong).toEqual(wrong);
  });

  it('keeps what is before a token, and ends with EOF for ever', () => {
    const lexer = new Lexer(' a /**/ // c\n b', () => undefined);
    expect(lexer.token(0)).toEqual({ kind: 'IDENTIFIER', text: 'a', at: 1, hidden: ' ' });
    expect(lexer.token(5)).toEqual({ kind: 'IDENTIFIER', text: 'b', at: 14, hidden: ' // c\n ' });
    expect(lexer.token(6)).toEqual({ kind: 'EOF', text: '', at: 15, hidden: '' });
    expect(lexer.token(99)).toBe(lexer.token(6));
  });

  it('reads no further than it is asked to', () => {
    const wrong: string[] = [];
    const lexer = new Lexer('a # b', (_, characters) => wrong.push(characters));
    lexer.token(0);
    expect(wrong).toEqual([]);
    lexer.token(1);
    expect(wrong).toEqual(['#']);
  });
});
