import { describe, expect, it } from 'vitest';
import { errorOf, expectHelp, type Mistake } from './mistake.js';

const MISTAKES: readonly Mistake[] = [
  ['===', 'device.driver === "d"', '=== is written ==', '===', '=='],
  ['!==', 'device.driver !== "d"', '!== is written !=', '!==', '!='],
  ['<>', 'device.driver <> "d"', '<> is written !=', '<>', '!='],
  ['=>', 'size(device.driver) => 1', '=> is written >=', '=>', '>='],
  ['=<', 'size(device.driver) =< 1', '=< is written <=', '=<', '<='],
  ['a sign for greater or equal', 'size(device.driver) \u2265 1', '\u2265 is written >=', '\u2265', '>='],
  ['a dash', 'size(device.driver) \u2013 1 == 0', '\u2013 is written -', '\u2013', '-'],
  ['a sign for less or equal', 'size(device.driver) \u2264 1', '\u2264 is written <=', '\u2264', '<='],
  ['a sign for unequal', 'device.driver \u2260 "d"', '\u2260 is written !=', '\u2260', '!='],
  ['or', 'true or true', 'or is written ||', 'or', '||'],
  [
    'startsWith between texts',
    'device.driver startsWith "d"',
    'startsWith is called: .startsWith("d")',
    ' startsWith "d"',
    '.startsWith("d")',
  ],
  ['endsWith between texts', 'device.driver endsWith "d"', 'endsWith is called: .endsWith("d")', ' endsWith "d"', '.endsWith("d")'],
  ['matches between texts', 'device.driver matches "d"', 'matches is called: .matches("d")', ' matches "d"', '.matches("d")'],
  [
    'includes between a list and a text',
    'device.attributes["d"].links includes "a"',
    'includes is called: .includes("a")',
    ' includes "a"',
    '.includes("a")',
  ],
  ['one equals sign', 'device.driver = "d"', 'two values are compared with ==', '=', '=='],
  ['one ampersand', 'true & true', 'conditions are joined with && or ||', '&', '&&'],
  ['one bar', 'true | true', 'conditions are joined with && or ||', '|', '||'],
  ['and', 'true and true', 'and is written &&', 'and', '&&'],
  ['OR', 'true OR true', 'OR is written ||', 'OR', '||'],
  ['is', 'device.driver is "d"', 'is is written ==', 'is', '=='],
  ['is not', 'device.driver is not "d"', 'is not is written !=', 'is not', '!='],
  ['not', 'not device.driver == "d"', 'not is written with ! before brackets: !(...)', /not (?<inside>.*)/, '!(...)'],
  ['not before brackets', 'true && not (true)', 'not is written !(...)', /not \((?<inside>.*)\)/, '!(...)'],
  ['not in', 'device.driver not in ["d"]', 'not in is written with ! before the brackets: !(... in ...)'],
  ['IN', 'device.driver IN ["d"]', 'IN is written in', 'IN', 'in'],
  [
    'like',
    'device.driver like "d%"',
    'use .contains("...") to find a part of a text, and .matches("...") to match a pattern',
    / like "(?<inside>.)%"/,
    '.contains("...")',
  ],
  ['contains between texts', 'device.driver contains "d"', 'contains is called: .contains("d")', ' contains "d"', '.contains("d")'],
  ['=~', 'device.driver =~ "d.*"', 'a text is matched with .matches("d.*")', ' =~ "d.*"', '.matches("d.*")'],
  ['=~ of something else', 'device.driver =~ 1', 'a text is matched with .matches("...")'],
  ['curly quotes', 'device.driver == \u201cd.example\u201d', 'texts are in straight quotes: "d.example"', /\u201c.*\u201d/, '"d.example"'],
  ['single curly quotes', 'device.driver == \u2018d\u2019', 'texts are in straight quotes: "d"', /\u2018.*\u2019/, '"d"'],
  ['low quotes', 'device.driver == \u201ed\u201c', 'texts are in straight quotes: "d"', /\u201e.*\u201c/, '"d"'],
  ['backquotes', 'device.driver == `d.example`', 'texts are in straight quotes: "d.example"', /`.*`/, '"d.example"'],
  ['a curly quote alone', 'device.driver == d\u201d', 'texts are in straight quotes: "..."'],
  ['no quote at the end', 'device.driver == "d', 'this " has no partner: a text begins and ends with the same quote'],
  ['another quote at the end', 'device.driver == "d\'', 'this " has no partner: a text begins and ends with the same quote'],
  ['no quote at the beginning', "device.driver == d'", "this ' has no partner: a text begins and ends with the same quote"],
  ['a quote missing before', 'device.attributes["d].model == "H100"', 'this " has no partner: a text begins and ends with the same quote'],
  [
    'a backslash of a pattern',
    'device.driver.matches("\\d+")',
    '\\d is no escape sequence: write \\\\d, or put r before its quotes',
    '\\d',
    '\\\\d',
  ],
  [
    'a backslash after one that stands for something',
    'device.driver.matches("\\n\\\\\\.")',
    '\\. is no escape sequence: write \\\\., or put r before its quotes',
    '\\.',
    '\\\\.',
  ],
  [
    'a character that has no such number',
    'device.driver == "\\xZZ"',
    'a \\ in this text has something after it that stands for nothing: write \\\\ for a backslash',
    '\\x',
    '\\\\',
  ],
  [
    'a line end that stands for something, without the quote',
    'device.driver == "\\n',
    'this " has no partner: a text begins and ends with the same quote',
  ],
  [
    'a version without quotes',
    'device.attributes["d"].version == 1.2.3',
    'a version is written semver("1.2.3"), a text in quotes: "1.2.3"',
    '1.2.3',
    'semver("1.2.3")',
  ],
  [
    'an amount without quotes',
    'device.capacity["d"].memory == 40Gi',
    'an amount is written quantity("40Gi"), a text in quotes: "40Gi"',
    '40Gi',
    'quantity("40Gi")',
  ],
  [
    'a text without quotes that goes on with a number',
    'device.attributes["d"].model == H100-SXM5-80GB',
    'if H100-SXM5-80GB is a text, put it in quotes: "H100-SXM5-80GB"',
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
  ['?.', 'device.attributes["d"]?.model.orValue("") == ""', '?.model is written .?model', '?.model', '.?model'],
  ['?. after device', 'device?.driver == "d"', '?.driver is written .driver', '?.driver', '.driver'],
  ['??', 'device.attributes["d"].?no ?? "x" == "x"', '?? is written .orValue(...), after .?', / \?\? (?<inside>"x")/, '.orValue(...)'],
  ['? without colon', 'true ? true', '? goes with a colon: CONDITION ? VALUE : VALUE'],
  ['if', 'if true', 'a choice is written CONDITION ? VALUE : VALUE'],
  ['nothing behind an operator', 'true && ', 'something is missing after &&'],
  ['a bracket too many', 'device.driver == "d")', 'this ) closes nothing', ')', ''],
  ['a comma between conditions', 'true, device.driver == "d"', 'conditions are joined with && or ||', ',', ' &&'],
  ['a line end between conditions', 'true\ndevice.driver == "d"', 'conditions are joined with && or ||', '\n', '||'],
  ['a comparison without left side', 'device.driver == "d" || == "e"', 'each side of && and || must be a condition'],
  [
    'a function without brackets',
    'device.driver.startsWith "d"',
    'a function has brackets: .startsWith("d")',
    '.startsWith "d"',
    '.startsWith("d")',
  ],
  [
    'a name in quotes behind a dot',
    'has(device.attributes."d".x)',
    'a name in quotes is in brackets, without a dot: ["d"]',
    '."d"',
    '["d"]',
  ],
  ['a variable of a chart', `\${DRIVER} == "d"`, '$ and braces are not replaced: write the value itself'],
  ['a semicolon', 'device.driver == "d";', 'leave the ; out', ';', ''],
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
