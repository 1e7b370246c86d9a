import { describe, expect, it } from 'vitest';
import { errorOf, expectHelp, type Mistake } from './mistake.js';

const MISTAKES: readonly Mistake[] = [
  ['===', 'device.driver === "d"', 'write == instead of ===', '===', '=='],
  ['!==', 'device.driver !== "d"', 'write != instead of !==', '!==', '!='],
  ['<>', 'device.driver <> "d"', 'write != instead of <>', '<>', '!='],
  ['=>', 'size(device.driver) => 1', 'write >= instead of =>', '=>', '>='],
  ['=<', 'size(device.driver) =< 1', 'write <= instead of =<', '=<', '<='],
  ['a sign for greater or equal', 'size(device.driver) \u2265 1', 'write >= instead of \u2265', '\u2265', '>='],
  ['a dash', 'size(device.driver) \u2013 1 == 0', 'write - instead of \u2013', '\u2013', '-'],
  ['a sign for less or equal', 'size(device.driver) \u2264 1', 'write <= instead of \u2264', '\u2264', '<='],
  ['a sign for unequal', 'device.driver \u2260 "d"', 'write != instead of \u2260', '\u2260', '!='],
  ['or', 'true or true', 'write || instead of or', 'or', '||'],
  [
    'startsWith between texts',
    'device.driver startsWith "d"',
    'startsWith is a function: write .startsWith("d")',
    ' startsWith "d"',
    '.startsWith("d")',
  ],
  [
    'endsWith between texts',
    'device.driver endsWith "d"',
    'endsWith is a function: write .endsWith("d")',
    ' endsWith "d"',
    '.endsWith("d")',
  ],
  ['matches between texts', 'device.driver matches "d"', 'matches is a function: write .matches("d")', ' matches "d"', '.matches("d")'],
  [
    'includes between a list and a text',
    'device.attributes["d"].links includes "a"',
    'includes is a function: write .includes("a")',
    ' includes "a"',
    '.includes("a")',
  ],
  ['one equals sign', 'device.driver = "d"', 'use == to compare two values', '=', '=='],
  ['one ampersand', 'true & true', 'join conditions with && or ||', '&', '&&'],
  ['one bar', 'true | true', 'join conditions with && or ||', '|', '||'],
  ['and', 'true and true', 'write && instead of and', 'and', '&&'],
  ['OR', 'true OR true', 'write || instead of OR', 'OR', '||'],
  ['is', 'device.driver is "d"', 'write == instead of is', 'is', '=='],
  ['is not', 'device.driver is not "d"', 'write != instead of is not', 'is not', '!='],
  ['not', 'not device.driver == "d"', 'write !(...) instead of not', /not (?<inside>.*)/, '!(...)'],
  ['not before brackets', 'true && not (true)', 'write !(...) instead of not', /not \((?<inside>.*)\)/, '!(...)'],
  ['not in', 'device.driver not in ["d"]', 'write !(... in ...) instead of not in'],
  ['IN', 'device.driver IN ["d"]', 'write in instead of IN', 'IN', 'in'],
  [
    'like',
    'device.driver like "d%"',
    'use .contains("...") to find part of a string, and .matches("...") to match a pattern',
    / like "(?<inside>.)%"/,
    '.contains("...")',
  ],
  [
    'contains between texts',
    'device.driver contains "d"',
    'contains is a function: write .contains("d")',
    ' contains "d"',
    '.contains("d")',
  ],
  ['=~', 'device.driver =~ "d.*"', 'use .matches("d.*") to match a string', ' =~ "d.*"', '.matches("d.*")'],
  ['=~ of something else', 'device.driver =~ 1', 'use .matches("...") to match a string'],
  [
    'curly quotes',
    'device.driver == \u201cd.example\u201d',
    'put strings in straight quotes: "d.example"',
    /\u201c.*\u201d/,
    '"d.example"',
  ],
  ['single curly quotes', 'device.driver == \u2018d\u2019', 'put strings in straight quotes: "d"', /\u2018.*\u2019/, '"d"'],
  ['low quotes', 'device.driver == \u201ed\u201c', 'put strings in straight quotes: "d"', /\u201e.*\u201c/, '"d"'],
  ['backquotes', 'device.driver == `d.example`', 'put strings in straight quotes: "d.example"', /`.*`/, '"d.example"'],
  ['a curly quote alone', 'device.driver == d\u201d', 'put strings in straight quotes: "..."'],
  ['no quote at the end', 'device.driver == "d', 'this " has no partner: a string begins and ends with the same quote'],
  ['another quote at the end', 'device.driver == "d\'', 'this " has no partner: a string begins and ends with the same quote'],
  ['no quote at the beginning', "device.driver == d'", "this ' has no partner: a string begins and ends with the same quote"],
  [
    'a quote missing before',
    'device.attributes["d].model == "H100"',
    'this " has no partner: a string begins and ends with the same quote',
  ],
  [
    'a backslash of a pattern',
    'device.driver.matches("\\d+")',
    '\\d is not an escape sequence: write \\\\d, or put r before the opening quote',
    '\\d',
    '\\\\d',
  ],
  [
    'a backslash after one that stands for something',
    'device.driver.matches("\\n\\\\\\.")',
    '\\. is not an escape sequence: write \\\\., or put r before the opening quote',
    '\\.',
    '\\\\.',
  ],
  [
    'a character that has no such number',
    'device.driver == "\\xZZ"',
    'this string has an invalid escape sequence: write \\\\ for a backslash',
    '\\x',
    '\\\\',
  ],
  [
    'a line end that stands for something, without the quote',
    'device.driver == "\\n',
    'this " has no partner: a string begins and ends with the same quote',
  ],
  [
    'a version without quotes',
    'device.attributes["d"].version == 1.2.3',
    'write semver("1.2.3") for a version, or "1.2.3" for a string',
    '1.2.3',
    'semver("1.2.3")',
  ],
  [
    'an amount without quotes',
    'device.capacity["d"].memory == 40Gi',
    'write quantity("40Gi") for a quantity, or "40Gi" for a string',
    '40Gi',
    'quantity("40Gi")',
  ],
  [
    'a text without quotes that goes on with a number',
    'device.attributes["d"].model == H100-SXM5-80GB',
    'if H100-SXM5-80GB is a string, put it in quotes: "H100-SXM5-80GB"',
    'H100-SXM5-80GB',
    '"H100-SXM5-80GB"',
  ],
  [
    'a list in round brackets',
    'device.driver in ("a", "d")',
    'write a list in square brackets: in ["a", "d"]',
    'in ("a", "d")',
    'in ["a", "d"]',
  ],
  ['?.', 'device.attributes["d"]?.model.orValue("") == ""', 'write .?model instead of ?.model', '?.model', '.?model'],
  ['?. after device', 'device?.driver == "d"', 'write .driver instead of ?.driver', '?.driver', '.driver'],
  ['??', 'device.attributes["d"].?no ?? "x" == "x"', 'write .orValue(...) after .? instead of ??', / \?\? (?<inside>"x")/, '.orValue(...)'],
  ['? without colon', 'true ? true', '? needs a colon: CONDITION ? VALUE : VALUE'],
  ['if', 'if true', 'write a choice as CONDITION ? VALUE : VALUE'],
  ['nothing behind an operator', 'true && ', 'a value is missing after &&'],
  ['a bracket too many', 'device.driver == "d")', 'this ) has no opening bracket', ')', ''],
  ['a comma between conditions', 'true, device.driver == "d"', 'join conditions with && or ||', ',', ' &&'],
  ['a line end between conditions', 'true\ndevice.driver == "d"', 'join conditions with && or ||', '\n', '||'],
  ['a comparison without left side', 'device.driver == "d" || == "e"', 'each side of && and || must be a condition'],
  [
    'a function without brackets',
    'device.driver.startsWith "d"',
    'a function call needs parentheses: .startsWith("d")',
    '.startsWith "d"',
    '.startsWith("d")',
  ],
  ['a name in quotes behind a dot', 'has(device.attributes."d".x)', 'put a quoted name in brackets, without a dot: ["d"]', '."d"', '["d"]'],
  ['a variable of a chart', `\${DRIVER} == "d"`, '$ and braces are not expanded: write the value itself'],
  ['a semicolon', 'device.driver == "d";', 'leave out the ;', ';', ''],
  ['a comment of a script', 'true # always', 'a comment begins with //', '#', '//'],
];

describe('a text that does not fit the grammar', () => {
  for (const mistake of MISTAKES) it(`gets help about ${mistake[0]}`, () => expectHelp(mistake));

  it.each(['[1 2] == []', 'device..driver', '"a" "b"', '{1 = 2}.x', '(', '1 2', ')(', '"\\', "b'\\"])(
    'gets help that ends: %s',
    (expression) => {
      expect(errorOf(expression).help.length).toBeLessThanOrEqual(1);
    },
  );

  it('is spoken of once, as later errors follow from the first', () => {
    expect(errorOf('true and true; = \u201cx').help).toHaveLength(1);
  });
});
