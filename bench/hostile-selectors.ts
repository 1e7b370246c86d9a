// Selectors that are meant to run long: each is rejected, has a result, or is ended by a limit. No selector may run for more
// than 50 ms.

import type { CelDevice } from '../src/cel/engine.js';
import { parseQuantity } from '../src/core/quantity/quantity.js';

/** A hostile selector. */
export interface HostileSelector {
  readonly name: string;
  readonly expression: string;
}

/** A device whose lists have the maximum length of the API server. */
export function hostileDevice(): CelDevice {
  return {
    driver: 'd.example.com',
    attributes: new Map([
      ['model', { string: 'a'.repeat(64) }],
      ['version', { version: '1.2.3-rc.1' }],
      ['links', { strings: Array.from({ length: 64 }, (_, at) => `link-${at}`) }],
      ['ports', { ints: Array.from({ length: 64 }, (_, at) => BigInt(at)) }],
    ]),
    capacity: new Map([['memory', { value: parseQuantity('80Gi') }]]),
  };
}

const LIST = `[${Array.from({ length: 64 }, (_, at) => at).join(',')}]`;
const ATTRIBUTES = 'device.attributes["d.example.com"]';
const MEMORY = 'device.capacity["d.example.com"].memory';

/** Nested comprehensions, with `body` in the innermost. */
function nested(macros: readonly string[], body: string, list = LIST): string {
  return macros.reduceRight((inner, macro, at) => `${list}.${macro}(${'abcd'[at]}, ${inner})`, body);
}

const twice = (macro: string, body: string): string => `${LIST}.${macro}(i, a, ${LIST}.${macro}(j, b, ${LIST}.${macro}(k, c, ${body})))`;
const range = (size: number, body: string): string => `lists.range(${size}).all(x, ${body})`;
const doubled = (value: string, step: string, times: number, end: string): string =>
  `cel.bind(v, ${value}, ${`cel.bind(v, ${step}, `.repeat(times)}${end}${')'.repeat(times + 1)}`;

const TABLE: Readonly<Record<string, string>> = {
  'all, 64^3, sums': nested(['all', 'all', 'all'], 'a+b+c >= 0'),
  'all, 64^4, a comparison': nested(['all', 'all', 'all', 'all'], 'a <= 64'),
  'all, 64^4, equality': nested(['all', 'all', 'all', 'all'], 'a != -1'),
  'exists, 64^3': nested(['exists', 'exists', 'exists'], 'a*b*c < 0'),
  'exists_one, 64^4': nested(['exists_one', 'exists_one', 'exists_one', 'exists_one'], 'a == -1'),
  'exists_one, 64^4, no cost': nested(['exists_one', 'exists_one', 'exists_one', 'exists_one'], 'false'),
  'filter, 64^3': `${LIST}.filter(a, ${LIST}.filter(b, ${LIST}.filter(c, c >= 0) != []) != []) != []`,
  'filter, 64^4, no cost': `${LIST}.filter(a, ${LIST}.filter(b, ${LIST}.filter(c, ${LIST}.filter(d, false) == []) == []) == []) == []`,
  'map, 64^3': `${nested(['map', 'map', 'map'], 'a+b+c')} != []`,
  'map, 64^3, a constant': `${nested(['map', 'map', 'map'], '1')} != []`,
  'two variables, all': twice('all', 'i+j+k >= 0'),
  'two variables, exists': twice('exists', 'a+j < k'),
  'two variables, existsOne': twice('existsOne', 'a+j < k'),
  transformList: `${twice('transformList', 'i+b')} != []`,
  transformMap: `${twice('transformMap', 'i+b')} != {}`,
  transformMapEntry: `${LIST}.all(i, ${LIST}.all(j, ${LIST}.transformMapEntry(k, c, {k: c}) != {}))`,
  'list attributes, strings': nested(['all', 'all', 'all'], 'a != "x" || b == c', `${ATTRIBUTES}.links`),
  'list attributes, ints': nested(['all', 'all', 'all'], 'a+b+c >= 0', `${ATTRIBUTES}.ports`),
  'attributes in a loop': range(90_000, `${ATTRIBUTES}.model != "b"`),
  'has in a loop': range(90_000, `has(${ATTRIBUTES}.model) && !has(${ATTRIBUTES}.nothing)`),
  'optionals in a loop': range(90_000, `${ATTRIBUTES}[?"model"].orValue("") != "b"`),
  '`in` a list attribute': range(12_000, `!("x" in ${ATTRIBUTES}.links)`),
  'includes in a loop': range(12_000, `!${ATTRIBUTES}.links.includes("x")`),
  'capacity in a loop': range(50_000, `${MEMORY}.compareTo(quantity("1Gi")) > 0`),
  'conditional in a loop': range(90_000, 'x > 5 ? x < 100000 : true'),
  'doubles in a loop': range(90_000, 'double(x) * 1.5 < 1e9'),
  'uints in a loop': range(90_000, 'uint(x) * 2u < 1000000u'),
  'types in a loop': range(90_000, 'type(x) == int'),
  'dynamic types in a loop': range(90_000, 'dyn(x) + dyn(1) != dyn("a")'),
  'maps made in a loop': range(20_000, '{"a": x}["a"] == x'),
  'lists made in a loop': range(30_000, '[x, x + 1][1] > x'),
  'optionals made in a loop': range(60_000, 'optional.of(x).value() >= 0'),
  'semver in a loop': range(60_000, "semver('1.2.3').compareTo(semver('1.2.4')) < 0"),
  'semver of a variable in a loop': range(60_000, "isSemver('1.2.' + string(x))"),
  'quantity in a loop': range(60_000, "quantity('1.5Gi').isGreaterThan(quantity('1Gi'))"),
  'quantity of a variable in a loop': range(60_000, "sign(quantity(string(x) + 'Gi')) >= 0"),
  'quantities added in a loop': range(60_000, `${MEMORY}.add(x).sub(${MEMORY}).isGreaterThan(quantity('-1'))`),
  'url of a variable in a loop': range(60_000, "url('https://a.example.com:80/b?c=' + string(x)).getHost() != ''"),
  'ip of a variable in a loop': range(60_000, "ip('192.168.0.' + string(x % 250)).family() == 4"),
  'ip, version 6, of a variable in a loop': range(60_000, "ip('2001:db8::' + string(x % 9999)).isGlobalUnicast()"),
  'cidr of a variable in a loop': range(60_000, "cidr('10.0.0.0/' + string(8 + x % 8)).containsIP('10.0.1.2')"),
  'url in a loop': range(60_000, "url('https://a.example.com:80/b?c=d').getHost() != ''"),
  'query of a url in a loop': range(60_000, "url('https://a.example.com:80/b?c=d').getQuery() != {}"),
  'ip in a loop': range(60_000, "ip('192.168.0.1').family() == 4"),
  'ip, version 6, in a loop': range(60_000, "ip('2001:db8::1').isGlobalUnicast()"),
  'cidr in a loop': range(60_000, "cidr('10.0.0.0/8').containsIP('10.1.2.3')"),
  'named format in a loop': range(60_000, "!format.dns1123Label().validate('abc').hasValue()"),
  'timestamp in a loop': range(60_000, "timestamp('2024-01-01T00:00:00Z') + duration('1h') > timestamp(x)"),
  'hours in a loop': range(60_000, 'timestamp(x * 1000).getHours() >= 0'),
  'hours in a zone in a loop': range(60_000, 'timestamp(x * 100000).getHours("America/New_York") >= 0'),
  'duration in a loop': range(60_000, "duration(string(x) + 's').getMinutes() >= 0"),
  'format in a loop': range(60_000, '"%d %s %x".format([x, "a", x]).size() > 0'),
  'format of fractions in a loop': range(60_000, '"%.3f".format([1.5]).size() > 0'),
  'format of a list in a loop': range(60_000, '"%s".format([[x, 1.5, "a"]]).size() > 0'),
  'huge precisions': range(60_000, '"%.9999f %.9999e".format([1.5, 1e300]).size() > 0'),
  'strings in a loop': range(60_000, '("a" + string(x)).upperAscii().lowerAscii().startsWith("a")'),
  'string functions in a loop': range(60_000, '"a,b,c".split(",").join("-").replace("-", ",").indexOf("c") >= x - x'),
  'substrings in a loop': range(60_000, '"abcdef".substring(1, 3).charAt(0) == "b" && " a ".trim() == "a"'),
  'bytes in a loop': range(60_000, 'string(bytes("abc" + string(x))) != ""'),
  'matches, a constant': range(60_000, '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaab".matches("(a+)+$") == false'),
  'matches, a constant that is found': range(60_000, '"link-1".matches("^link-[0-9]+$")'),
  'matches, new patterns': range(60_000, '!"a".matches("b" + string(x))'),
  'matches, many states': range(60_000, '("ab".replace("a", "abcabcabcabcabcabcabcabc" + string(x))).matches("(.*a.*b.*){20}$")'),
  'matches of a variable': range(60_000, '("link-" + string(x)).matches("^link-[0-9]+$")'),
  'findAll in a loop': range(60_000, '"a1b2c3".findAll("[0-9]").size() == 3'),
  'findAll, a long text': '"a b ".replace(" ", "a b a b a b a b ").replace(" ", "a b a b a b a b ").findAll("[ab]").size() > 0',
  flatten: `${LIST}.all(a, ${LIST}.all(b, [[a, b], [b]].flatten().size() == 3))`,
  'flatten, a range': `${range(100, 'lists.range(1000).map(y, [y]).flatten().size() == 1000')}`,
  sort: range(100, 'lists.range(60).sort().size() == 60'),
  'sort, once': '[lists.range(690), lists.range(5)].flatten().reverse().sort()[0] == 0',
  'sort, strings': 'lists.range(680).map(x, string(x)).reverse().sort()[0] == "0"',
  sortBy: range(100, 'lists.range(60).sortBy(y, -y).size() == 60'),
  distinct: range(100, 'lists.range(60).distinct().size() == 60'),
  'distinct, once': 'lists.range(700).distinct().size() == 700',
  reverse: range(1_000, 'lists.range(400).reverse()[0] == 399'),
  'sum, min, max': range(1_000, 'lists.range(100).sum() + lists.range(100).max() >= lists.range(100).min()'),
  'sets in a loop': range(200, `sets.contains(${LIST}, [63]) && sets.equivalent(${LIST}, ${LIST})`),
  'range, the longest': 'lists.range(900000).size() > 0',
  'range and all': 'lists.range(150000).all(x, true)',
  'list equality': range(2_000, 'lists.range(200) == lists.range(200)'),
  'cel.bind, doubled strings': doubled('"aaaaaaaaaa"', 'v + v', 40, 'v == v'),
  'cel.bind, doubled lists': doubled('[1, 2]', 'v + v', 40, 'v == v'),
  'cel.bind, nested lists': doubled('[1, 2]', '[v, v]', 40, 'v == v'),
  'cel.bind, formatted': doubled('"aaaaaaaaaa"', '"%s%s".format([v, v])', 40, 'v == v'),
  'cel.bind, replaced': doubled('"aaaaaaaaaa"', 'v.replace("a", v)', 40, 'v == v'),
  'cel.bind, lists in maps': doubled('{"a": 1}', '{"a": v, "b": v}', 40, 'v == v'),
  'cel.bind, mapped': doubled('[1, 2]', 'v.map(x, v)', 40, 'v == v'),
  'cel.bind, nested lists of maps, looked through': doubled('dyn({})', '[v, v]', 22, 'v.includes(v)'),
  'choices that cost nothing': `lists.range(230000).exists_one(x, ${'false||'.repeat(1_400)}false) || true`,
  'choices of two variables': `lists.range(60000).exists_one(x, y, ${'true&&'.repeat(1_400)}false) || true`,
  'conditionals that cost nothing': `lists.range(230000).exists_one(x, ${'(false?true:false)||'.repeat(400)}false) || true`,
  'has of nothing': `lists.range(60000).exists_one(x, ${'has({}.?a.b)||'.repeat(500)}false) || true`,
  '200 binds in each other, in a loop': `lists.range(230000).exists_one(x, ${'cel.bind(y, true, '.repeat(200)}false${')'.repeat(200)}) || true`,
  'calls that cost nothing': `cel.bind(e, "a".substring(1), lists.range(60000).exists_one(x, ${'e.startsWith(e) && '.repeat(400)}false) || true)`,
  'equality that costs nothing': `lists.range(60000).exists_one(x, ${'[]!=[]||'.repeat(900)}false) || true`,
  '240 patterns in turn': range(1_000, 'lists.range(240).all(i, !"a".matches("^z+" + string(i)))'),
  '240 time zones in turn': range(1_000, 'lists.range(240).all(i, timestamp(0).getHours("Zone/Nowhere" + string(i)) >= 0 || true)'),
  'prototype names as keys': range(60_000, '{"__proto__": 1, "constructor": 2}["__proto__"] == 1 && !("toString" in {"a": 1})'),
  '1,250 x true||': `${'true || '.repeat(1_250)}true`,
  '1,450 x false||': `${'false||'.repeat(1_450)}true`,
  '10,000 ||': '||'.repeat(5_000),
  '3,400 terms': `${'x||'.repeat(3_400)}x`,
  '10 KiB of brackets': '['.repeat(10_240),
  '10 KiB of pairs of brackets': '['.repeat(5_120) + ']'.repeat(5_120),
  '10 KiB of parentheses': '('.repeat(10_240),
  '10 KiB of braces': '{'.repeat(10_240),
  '10 KiB of minus signs': `${'- '.repeat(5_000)}1 == 1`,
  '10 KiB of not signs': `${'!'.repeat(10_000)}true`,
  '5,000 x +1': `1${'+1'.repeat(5_000)} > 0`,
  '5,000 fields': `device${'.a'.repeat(5_000)}`,
  '5,000 items': `[${'1,'.repeat(5_000)}1].size() > 0`,
  '4,000 items, and strings in a loop': `[${'1,'.repeat(4_000)}1].size() > 0 && ${range(60_000, '" a ".trim() == "a"')}`,
  '200 macros in each other': `${'[1].all(x, '.repeat(200)}true${')'.repeat(200)}`,
  '200 binds in each other': `${'cel.bind(x, 1, '.repeat(200)}true${')'.repeat(200)}`,
  '30 optMap in each other': `optional.of(1)${'.optMap(x, x)'.repeat(30)}.hasValue()`,
  'dyn in dyn': `${'dyn('.repeat(1_500)}true${')'.repeat(1_500)}`,
};

/** The table, from loops to long texts. */
export const HOSTILE_SELECTORS: readonly HostileSelector[] = Object.entries(TABLE).map(([name, expression]) => ({ name, expression }));
