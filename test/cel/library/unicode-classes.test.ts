import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../src/cel/library/pattern.js';
import { withSupportedClasses } from '../../../src/cel/library/unicode-classes.js';
import { Frame } from '../../../src/cel/run/frame.js';
import { Failure } from '../../../src/cel/values/failure.js';

const matches = (pattern: string, text: string): boolean | string => {
  const compiled = compilePattern(pattern, new Frame(null));
  return compiled instanceof Failure ? compiled.message : compiled.test(text, new Frame(null));
};

describe('classes of Unicode', () => {
  // regexp.Compile of Go 1.26.8 gives equal results.
  it.each([
    ...['\\p{Letter}', '\\p{L}', '\\pL', '\\pl', '\\p{Lu}', '\\p{lu}', '\\p{Greek}', '\\p{gREEk}', '\\p{ASCII}', '\\p{Any}', '\\p{any}'],
    ...[
      '\\p{Uppercase_Letter}',
      '\\p{uppercaseletter}',
      '\\p{Decimal-Number}',
      '\\p{LC}',
      '\\p{lc}',
      '\\p{Cn}',
      '\\p{^Greek}',
      '\\P{Letter}',
    ],
    ...[
      '\\p{digit}',
      '\\p{punct}',
      '\\p{cntrl}',
      '[\\p{Letter}_]',
      '[^\\P{ascii}]',
      '\\Q\\p{Garay}\\E',
      '\\\\p{Garay}',
      '[[:alpha:]\\p{Nd}]',
      '\\p{Assigned}',
    ],
  ])('%s is known', (pattern) => {
    expect(compilePattern(pattern, new Frame(null))).not.toBeInstanceOf(Failure);
  });

  it.each([
    ...[
      '\\p{Alphabetic}',
      '\\p{Emoji}',
      '\\p{Garay}',
      '\\p{White_Space}',
      '\\p{Old_Italic}',
      '\\p{olditalic}',
      '\\p{Zyyy}',
      '\\p{Grek}',
      '\\p{Math}',
    ],
    ...['\\p{Hex_Digit}', '\\p{}', '\\pX', '\\P{SignWriting}'],
  ])('%s is not', (pattern) => {
    const message = `error parsing regexp: invalid character class range: \`${pattern}\``;
    expect(compilePattern(`a${pattern}b`, new Frame(null))).toEqual(new Failure(message));
    expect(compilePattern(`[a${pattern}b]`, new Frame(null))).toEqual(new Failure(message));
  });

  it('are rewritten outside quotations, and inside lists without brackets of their own', () => {
    expect(withSupportedClasses('\\p{ascii}[]\\P{ASCII}[a]\\p{^assigned}\\Q\\pl[\\E\\pl')).toBe(
      '[\\x00-\\x7F][]\\x{80}-\\x{10FFFF}[a]\\p{Cn}\\Q\\pl[\\E\\p{L}',
    );
    expect(withSupportedClasses('\\p{^L}\\P{^l}\\\\p{l}[[:^alpha:]\\pl]\\pl')).toBe('\\P{L}\\p{L}\\\\p{l}[[:^alpha:]\\p{L}]\\p{L}');
  });

  it('hold what they say', () => {
    expect([matches('^\\p{Letter}+$', 'gpuÄ'), matches('^\\p{Letter}+$', 'gpu0')]).toEqual([true, false]);
    expect([matches('^[^\\P{ASCII}]+$', 'gpu'), matches('^\\p{ascii}+$', 'gpü'), matches('\\P{ascii}', 'gpü')]).toEqual([
      true,
      false,
      true,
    ]);
    // The Kelvin sign is a K in any case.
    expect(matches('(?i)^\\p{ASCII}$', '\u212a')).toBe(true);
  });
});
