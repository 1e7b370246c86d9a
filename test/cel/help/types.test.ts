import { describe, expect, it } from 'vitest';
import { errorOf, expectHelp, type Mistake } from './mistake.js';

const GROUPED = 'are grouped by domain: write';
const NO_FIELDS = 'a capacity is a quantity and has no fields: leave out value';
const EACH_SIDE = 'each side of && and || must be a condition';
const optional = (value: string): string => `a value that is read with .? may be missing: give a default with .orValue(${value})`;

const MISTAKES: readonly Mistake[] = [
  [
    'an attribute without domain',
    'device.attributes.model == "H100"',
    `attributes ${GROUPED} device.attributes["DOMAIN"].model`,
    'device.attributes.model',
    'device.attributes["DOMAIN"].model',
  ],
  [
    'an attribute without domain, in brackets, on the right',
    '"H100" == device.attributes["model"]',
    `attributes ${GROUPED} device.attributes["DOMAIN"].model`,
    'device.attributes["model"]',
    'device.attributes["DOMAIN"].model',
  ],
  [
    'an attribute without domain, after one that has one',
    'device.attributes["d"].index == 1 || device.attributes.model.startsWith("H")',
    `attributes ${GROUPED} device.attributes["DOMAIN"].model`,
    'device.attributes.model',
    'device.attributes["DOMAIN"].model',
  ],
  ['a whole domain', 'device.attributes["d.example"] == "H100"', `attributes ${GROUPED} device.attributes["d.example"].NAME`],
  [
    'a capacity without domain',
    'device.capacity.memory.isGreaterThan(quantity("1Gi"))',
    `capacities ${GROUPED} device.capacity["DOMAIN"].memory`,
    'device.capacity.memory',
    'device.capacity["DOMAIN"].memory',
  ],
  ['domains joined', '(true ? device.attributes["d"] : {}) == 1', `attributes ${GROUPED} device.attributes["DOMAIN"].NAME`],
  [
    'the name of an attribute in its domain',
    'device.attributes["d/model"] == "x"',
    'a domain has no slash: write device.attributes["d"].model',
    'device.attributes["d/model"]',
    'device.attributes["d"].model',
  ],
  [
    'the name of a capacity in its domain, behind the operator',
    'quantity("1") == device.capacity["d/memory"]',
    'a domain has no slash: write device.capacity["d"].memory',
    'device.capacity["d/memory"]',
    'device.capacity["d"].memory',
  ],
  [
    'a quantity compared with a number',
    'device.capacity["d"].memory >= 8',
    'use compareTo to compare quantities, for example .compareTo(quantity("8")) >= 0',
    ' >= 8',
    '.compareTo(quantity("8")) >= 0',
  ],
  [
    'a number compared with a quantity',
    '8 < device.capacity["d"].memory',
    'use compareTo to compare quantities, for example .compareTo(quantity("8")) > 0',
    /8 < (?<before>.*)/,
    '.compareTo(quantity("8")) > 0',
  ],
  [
    'a number compared with a quantity, at most',
    '8 <= device.capacity["d"].memory',
    'use compareTo to compare quantities, for example .compareTo(quantity("8")) >= 0',
    /8 <= (?<before>.*)/,
    '.compareTo(quantity("8")) >= 0',
  ],
  [
    'a number compared with a quantity, greater',
    '8 > device.capacity["d"].memory',
    'use compareTo to compare quantities, for example .compareTo(quantity("8")) < 0',
    /8 > (?<before>.*)/,
    '.compareTo(quantity("8")) < 0',
  ],
  [
    'a number compared with a quantity, at least',
    '8 >= device.capacity["d"].memory',
    'use compareTo to compare quantities, for example .compareTo(quantity("8")) <= 0',
    /8 >= (?<before>.*)/,
    '.compareTo(quantity("8")) <= 0',
  ],
  [
    'a quantity compared with a text of another system',
    "device.capacity['d'].memory < '40GB'",
    'use compareTo to compare quantities, for example .compareTo(quantity("40G")) < 0',
    " < '40GB'",
    '.compareTo(quantity("40G")) < 0',
  ],
  [
    'quantities with an operator',
    'device.capacity["d"].memory > quantity("1Gi")',
    'use compareTo to compare quantities, for example .compareTo(quantity("1Gi")) > 0',
    ' > quantity("1Gi")',
    '.compareTo(quantity("1Gi")) > 0',
  ],
  [
    'a quantity compared with something that is no literal',
    'device.capacity["d"].memory > size(device.driver)',
    'use compareTo to compare quantities, for example .compareTo(quantity("8Gi")) > 0',
    ' > size(device.driver)',
    '.compareTo(quantity("8Gi")) > 0',
  ],
  [
    'a quantity that shall equal a text',
    'device.capacity["d"].memory == "8Gi"',
    'compare a quantity with a quantity, for example quantity("8Gi")',
    '"8Gi"',
    'quantity("8Gi")',
  ],
  [
    'a quantity that shall equal a number',
    '40 != device.capacity["d"].memory',
    'compare a quantity with a quantity, for example quantity("40")',
    '40',
    'quantity("40")',
  ],
  [
    'a capacity compared with a text by a method',
    'device.capacity["d"].memory.isGreaterThan("40Gi")',
    'isGreaterThan accepts a quantity, not a string: .isGreaterThan(quantity("40Gi"))',
    '.isGreaterThan("40Gi")',
    '.isGreaterThan(quantity("40Gi"))',
  ],
  [
    'a capacity compared with a number by a method',
    'device.capacity["d"].memory.compareTo(40) > 0',
    'compareTo accepts a quantity, not a number: .compareTo(quantity("40"))',
    '.compareTo(40)',
    '.compareTo(quantity("40"))',
  ],
  [
    'a text compared with a method that is too long to repeat',
    `device.capacity["d"].memory.isGreaterThan("${'1'.repeat(70)}")`,
    'isGreaterThan accepts a quantity, not a string: .isGreaterThan(quantity("8Gi"))',
  ],
  ['the value of a capacity', 'device.capacity["d"].memory.value.isInteger()', NO_FIELDS, '.value', ''],
  ['the value of a capacity, in brackets', 'device.capacity["d"]["memory"]["value"].isInteger()', NO_FIELDS, '["value"]', ''],
  [
    'another field of a capacity',
    'device.capacity["d"].memory.bytes > 3',
    'a quantity has no fields: compare it with .compareTo(quantity("8Gi")) >= 0',
    '.bytes > 3',
    '.compareTo(quantity("8Gi")) >= 0',
  ],
  [
    'a quantity of a quantity',
    'quantity(device.capacity["d"].memory).isInteger()',
    'a capacity is already a quantity: leave out quantity()',
    /quantity\((?<after>.*)\)(?=\.)/,
    '',
  ],
  ['a version of a version', 'semver(semver("1.2.3")).major() == 1', 'this is already a version: leave out the outer semver()'],
  [
    'a version that shall equal a text',
    'semver("1.2.3") == "1.3.0"',
    'compare a version with a version, for example semver("1.3.0")',
    '"1.3.0"',
    'semver("1.3.0")',
  ],
  [
    'versions with an operator',
    'device.attributes["d"].version < semver("1.2.4")',
    'use compareTo to compare versions, for example .compareTo(semver("1.2.4")) < 0',
    ' < semver("1.2.4")',
    '.compareTo(semver("1.2.4")) < 0',
  ],
  [
    'versions with an operator, a short one on the left',
    'semver("1.3", true) >= semver(device.driver)',
    'use compareTo to compare versions, for example .compareTo(semver("1.2.3")) >= 0',
    ' >= semver(device.driver)',
    '.compareTo(semver("1.2.3")) >= 0',
  ],
  [
    'a version compared with a text by a method',
    'semver("1.2.3").isLessThan( \'1.3\' )',
    'isLessThan accepts a version, not a string: .isLessThan(semver("1.3", true))',
    ".isLessThan( '1.3' )",
    '.isLessThan(semver("1.3", true))',
  ],
  [
    'an attribute compared with a text by a method',
    'device.attributes["d"].version.compareTo("1.3.0") > 0',
    'compareTo does not accept a string: for a version use .compareTo(semver("1.3.0"))',
    '.compareTo("1.3.0")',
    '.compareTo(semver("1.3.0"))',
  ],
  ['the minor part of a version', 'semver("1.2.3").minor == 1', 'minor is a function of versions: .minor()', '.minor', '.minor()'],
  ['the patch of a version', 'semver("1.2.3").patch == 1', 'patch is a function of versions: .patch()', '.patch', '.patch()'],
  ['a part of a version', 'semver("1.2.3").major == 1', 'major is a function of versions: .major()', '.major', '.major()'],
  [
    'a version that begins with a text',
    'semver("1.2.3").startsWith("1")',
    'a version is not a string: its parts are .major(), .minor() and .patch()',
  ],
  ['an optional compared with a text', 'device.attributes["d"].?model == "H100"', optional('""'), /(?= ==)/, '.orValue("")'],
  ['an optional compared with an int', '3 > device.attributes["d"].?index', optional('0'), /$/, '.orValue(0)'],
  [
    'an optional that begins with a text',
    'device.attributes["d"].?model.startsWith("H")',
    optional('""'),
    /(?=\.startsWith)/,
    '.orValue("")',
  ],
  ['an optional compared with a bool', 'device.attributes["d"].?healthy == true', optional('false'), /(?= ==)/, '.orValue(false)'],
  ['an optional compared with a double', 'device.attributes["d"].?ratio == 0.5', optional('0.0'), /(?= ==)/, '.orValue(0.0)'],
  ['an optional version', 'device.attributes["d"].?version.isLessThan(semver("2.0.0"))', optional('semver("0.0.0")')],
  ['an optional capacity', 'device.capacity["d"].?memory.isLessThan(quantity("1"))', optional('quantity("0")')],
  [
    '! before a comparison',
    '!device.driver == "d"',
    '! applies before comparisons: put the comparison in parentheses, !(...)',
    /!(?<inside>.*)/,
    '!(...)',
  ],
  [
    '! before a comparison of an attribute',
    'true || !device.attributes["d"].model == "d"',
    '! applies before comparisons: put the comparison in parentheses, !(...)',
    /!(?<inside>.*)/,
    '!(...)',
  ],
  ['! of a number', '!size(device.driver)', '! needs a condition, such as a comparison in parentheses: !(...)'],
  ['a chain of comparisons', '1 < size(device.driver) < 5', 'join comparisons with &&: a < b && b < c'],
  [
    'a text of several without comparison',
    'device.driver == "a" || "d"',
    `${EACH_SIDE}; to compare with several strings, use in ["...", "..."]`,
  ],
  ['a number instead of a condition beside another', 'true && size(device.driver)', `${EACH_SIDE}, such as a comparison`],
  [
    'all attributes of a domain beside a condition',
    'true && device.attributes["d"]',
    `attributes ${GROUPED} device.attributes["DOMAIN"].NAME`,
  ],
  [
    'in with a text',
    'device.driver in "a"',
    'in looks for an element of a list, as in ["a"]; use .contains("...") to find part of a string',
    'in "a"',
    'in ["a"]',
  ],
  [
    'in with two texts',
    '"a" in device.driver',
    'in looks for an element of a list, as in ["..."]; use .contains("a") to find part of a string',
    /"a" in (?<before>.*)/,
    '.contains("a")',
  ],
  [
    'a method that is a function',
    'device.driver.string() == "d"',
    'string is a function, not a method: write string(...)',
    /(?<inside>device.driver).string\(\)/,
    'string(...)',
  ],
  ['a function that is a method', 'startsWith(device.driver, "d")', 'startsWith is a method: write VALUE.startsWith(...)'],
  [
    'a field of device in brackets',
    'device["driver"] == "d"',
    'read the fields of device with a dot, as in device.attributes["DOMAIN"].NAME',
  ],
  ['a quantity of a number', 'quantity(40).isInteger()', 'quantity accepts a string: quantity("40")', 'quantity(40)', 'quantity("40")'],
  [
    'a version of a number',
    'semver(1.2).major() == 1',
    'semver accepts a string: semver("1.2", true)',
    'semver(1.2)',
    'semver("1.2", true)',
  ],
  [
    'a number compared by a method',
    'device.attributes["d"].index.isGreaterThan(2)',
    'isGreaterThan is for quantities and versions: compare numbers with > and <',
  ],
  [
    'a quantity compared with a double',
    'device.capacity["d"].memory > 40e9',
    'use compareTo to compare quantities, for example .compareTo(quantity("40e9")) > 0',
    ' > 40e9',
    '.compareTo(quantity("40e9")) > 0',
  ],
  [
    'amounts added',
    'sign(device.capacity["d"].memory + quantity("1")) == 1',
    'use .add(...) to add quantities',
    / \+ (?<inside>quantity\("1"\))/,
    '.add(...)',
  ],
  [
    'an int compared with a double',
    '1.0 == size(device.driver)',
    'convert one of the numbers: int(...) returns an int',
    /(?<inside>1\.0)/,
    'int(...)',
  ],
  ['null', 'device.driver == null', 'this is never null: has(device.attributes["DOMAIN"].NAME) is true if the attribute exists'],
  [
    'numbers of two types',
    'size(device.driver) == 1.0',
    'convert one of the numbers: double(...) returns a double',
    /(?<inside>size\(.*\))(?= ==)/,
    'double(...)',
  ],
  [
    'a number in quotes',
    'size(device.driver) == "1"',
    'one is a string, the other is not: leave out the quotes, or convert with int(...) or string(...)',
    /(?<inside>"1")/,
    'int(...)',
  ],
  [
    'a bool in quotes',
    'device.allowMultipleAllocations == "true"',
    'one is a string, the other is not: leave out the quotes, or convert with bool(...) or string(...)',
    /(?<inside>"true")/,
    'bool(...)',
  ],
  [
    'a number joined with a text',
    'device.driver + 1 == "d1"',
    'a string can only be joined with a string: convert a number or bool with string(...)',
    /(?<inside>1)(?= ==)/,
    'string(...)',
  ],
  ['the length of a text', 'device.driver.length > 3', 'the length of a string is .size()', '.length', '.size()'],
  ['another field of a text', 'device.driver.model == "x"', 'a string has no fields: an attribute is device.attributes["DOMAIN"].NAME'],
  ['a pattern that is none', 'device.driver.matches("[")', 'the pattern is not valid in RE2: missing closing ]: `[`'],
  [
    'a pattern that looks ahead',
    'device.driver.matches(r"(?!gpu)")',
    'the pattern is not valid in RE2: invalid or unsupported Perl syntax: `(?!`',
  ],
  [
    'a text instead of a condition',
    'device.driver',
    'a selector is a condition: compare the string, for example == "..."',
    /$/,
    ' == "..."',
  ],
  [
    'a domain instead of a condition',
    'device.attributes["d"]',
    'a selector is a condition on one attribute: device.attributes["DOMAIN"].NAME',
  ],
  ['a number instead of a condition', 'size(device.driver)', 'a selector is a condition, such as a comparison'],
];

const TOO_FAR = [
  'device.capacity["d"].memory * 2 == 1',
  '[device.capacity["d"].memory] == [1]',
  'true ? quantity("1") : optional.of(1)',
  '[semver("1.2.3")] == 1',
];

describe('types that do not go together', () => {
  for (const mistake of MISTAKES) it(`get help about ${mistake[0]}`, () => expectHelp(mistake));

  it.each(TOO_FAR)('receive no help that is about something else: %s', (expression) => {
    expect(errorOf(expression).help).toEqual([]);
  });

  it('receive no help where none comes to mind', () => {
    expect(errorOf('1 + true == 2').help).toEqual([]);
  });
});

it.each(['contains("1")', 'matches("1.*")', 'split(".").size() == 3'])('a version is reported as no text: %s', (call) => {
  expect(errorOf(`semver("1.2.3").${call}`).help).toEqual(['a version is not a string: its parts are .major(), .minor() and .patch()']);
});
