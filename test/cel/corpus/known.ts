// Where our answers differ from the reference's, with the reason. Whatever else differs is a defect. Each entry has an example, which a
// test asks both sides about: an entry whose example no longer differs must go.

import type { Difference } from './compare.js';
import { type Answer, EMPTY_DEVICE, type Question } from './question.js';

/** A question about a device without anything, and what both sides say. */
interface Example extends Omit<Question, 'devices'> {
  readonly ours: string;
  readonly reference: string;
}

/** A known difference. */
export interface Known {
  readonly name: string;
  readonly reason: string;
  /** An expression that shows it on a device without attributes, with what ours and the reference say: values, messages or costs. */
  readonly example: Example;
  /** Whether a difference is of this kind. */
  readonly explains: (difference: Difference, question: Question) => boolean;
}

const OWN_LIMIT = 'the reference counts little for what takes long, and goes on; ours ends after some 35 ms (WORK_LIMIT in frame.ts)';
const COST_EXCEEDED = 'operation cancelled: actual cost limit exceeded';

/** Whether ours ends in an expression that calls such functions, while the reference has a value. */
function endedByOwnLimit(calls: RegExp): Known['explains'] {
  return ({ column, got, want }, { expression }) =>
    column === 'value' && got === COST_EXCEEDED && typeof want !== 'string' && calls.test(expression);
}

/** The table of known differences. */
export const KNOWN: readonly Known[] = [
  {
    name: 'versions-in-earlier-releases',
    reason:
      'up to 1.33 semver was declared by the CEL package of device allocation itself; the reference, asked as 1.37 about what is new in an earlier release, does not know',
    example: {
      expression: 'isSemver("1.0.0")',
      kind: 'selector',
      new: { version: '1.33', consumableCapacity: false, listTypeAttributes: false },
      ours: 'true, cost 1, at most 1',
      reference: "refused: compilation failed: ERROR: <input>:1:9: undeclared reference to 'isSemver' (in container '')",
    },
    explains: ({ want }, { new: release }) =>
      (release?.version === '1.32' || release?.version === '1.33') &&
      /undeclared reference to '(?:semver|isSemver|major|minor|patch)'/.test(String(want)),
  },
  {
    name: 'many-versions',
    reason: `${OWN_LIMIT}, here some 4,000 long versions that are read`,
    example: {
      expression:
        'lists.range(7000).all(x, isSemver("1.2.3-alpha.beta.gamma.delta.epsilon.zeta.alpha.beta.gamma.delta.epsilon.zeta.alpha.beta.gamma.delta.epsilon.zeta.alpha.beta.gamma.delta.epsilon.zeta." + string(x)))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 150814, at most 18446744073709551615`,
      reference: 'true, cost 266012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:semver|isSemver)\(/),
  },
  {
    name: 'many-new-patterns',
    reason: `${OWN_LIMIT}, here some 1,100 regular expressions that are compiled one after the other`,
    example: {
      expression: 'lists.range(2000).all(x, !"a".matches("b" + string(x)))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 10629, at most 18446744073709551615`,
      reference: 'true, cost 19012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\.(?:matches|find|findAll)\(/),
  },
  {
    name: 'many-searches',
    reason: `${OWN_LIMIT}, here some 5,000 searches for a pattern, each of which may be in all its states at each character`,
    example: {
      expression: 'lists.range(6000).all(x, ("link-" + string(x)).matches("^link-[0-9]+$"))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 56857, at most 18446744073709551615`,
      reference: 'true, cost 66012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\.(?:matches|find|findAll)\(/),
  },
  {
    name: 'many-days-in-a-time-zone',
    reason: `${OWN_LIMIT}, here some 1,100 days whose offsets in a zone are asked for`,
    example: {
      expression: 'lists.range(2000).all(x, timestamp(x * 100000).getHours("America/New_York") >= 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 10193, at most 18012`,
      reference: 'true, cost 18012, at most 18012',
    },
    explains: endedByOwnLimit(/\.get[A-Z]/),
  },
  {
    name: 'much-formatted',
    reason: `${OWN_LIMIT}, here some 7,000 numbers with fractions that are written`,
    example: {
      expression: 'lists.range(9000).all(x, "%.3f".format([1.5]).size() > 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 49448, at most 153012`,
      reference: 'true, cost 63012, at most 153012',
    },
    explains: endedByOwnLimit(/\.format\(/),
  },
  {
    name: 'long-ranges',
    reason: `${OWN_LIMIT}, here a list of 900,000 items that is made`,
    example: {
      expression: 'lists.range(900000).size() > 0',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 0, at most 900013`,
      reference: 'true, cost 900013, at most 900013',
    },
    explains: endedByOwnLimit(/\blists\.range\(/),
  },
  {
    name: 'long-lists',
    reason: `${OWN_LIMIT}, here lists of millions of items that are put together`,
    example: {
      expression: 'cel.bind(v, lists.range(9000), cel.bind(w, v + v + v + v + v + v + v + v, lists.range(100).all(x, size(w + w) > x)))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 9331, at most 10058`,
      reference: 'true, cost 10038, at most 10058',
    },
    explains: endedByOwnLimit(/\+|\.(?:flatten|slice|reverse)\(/),
  },
  {
    name: 'many-quantities',
    reason: `${OWN_LIMIT}, here some 7,000 long quantities that are read`,
    example: {
      expression: 'lists.range(9000).all(x, sign(quantity("12345678901234567890.123456789" + string(x))) >= 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 115070, at most 18446744073709551615`,
      reference: 'true, cost 144012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:quantity|isQuantity|add|sub)\(/),
  },
  {
    name: 'many-urls',
    reason: `${OWN_LIMIT}, here some 3,000 URLs that are read`,
    example: {
      expression: 'lists.range(5000).all(x, url("https://a.example.com:80/b?c=" + string(x)).getHost() != "")',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 41946, at most 18446744073709551615`,
      reference: 'true, cost 74992, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:url|isURL|getQuery)\(/),
  },
  {
    name: 'many-addresses',
    reason: `${OWN_LIMIT}, here some 7,500 addresses that are read`,
    example: {
      expression: 'lists.range(10000).all(x, ip("192.168.0." + string(x % 250)).family() == 4)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 98363, at most 18446744073709551615`,
      reference: 'true, cost 130012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:ip|isIP|isCanonical|cidr|isCIDR|containsIP|containsCIDR)\(/),
  },
  {
    name: 'many-named-formats',
    reason: `${OWN_LIMIT}, here some 11,000 texts that are checked for a format`,
    example: {
      expression: 'lists.range(14000).all(x, !format.dns1123Label().validate("abc").hasValue())',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 170801, at most 546012`,
      reference: 'true, cost 210012, at most 546012',
    },
    explains: endedByOwnLimit(/\.validate\(/),
  },
  {
    name: 'many-times',
    reason: `${OWN_LIMIT}, here some 6,000 durations that are read`,
    example: {
      expression: 'lists.range(7000).all(x, duration(string(x) + "h1m1s1ms1us1ns").getMinutes() >= 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 67678, at most 18446744073709551615`,
      reference: 'true, cost 77012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:duration|timestamp)\(/),
  },
  {
    name: 'texts-taken-apart',
    reason: `${OWN_LIMIT}, here some 11,000 texts that are split and joined`,
    example: {
      expression: 'lists.range(12000).all(x, "a,b,c".split(",").join("-").replace("-", ",").indexOf("c") >= 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 87602, at most 18446744073709551615`,
      reference: 'true, cost 96012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(
      /\.(?:split|join|replace|indexOf|lastIndexOf|substring|charAt|trim|lowerAscii|upperAscii)\(|\bstrings\.quote\(/,
    ),
  },
  {
    name: 'much-encoded',
    reason: `${OWN_LIMIT}, here some 3,000 long texts that are turned to bytes and back`,
    example: {
      expression:
        'lists.range(8000).all(x, string(bytes("abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij" + string(x))) != "")',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 280322, at most 18446744073709551615`,
      reference: 'true, cost 792012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/\b(?:bytes|string)\(/),
  },
  {
    name: 'values-made-of-themselves',
    reason: `${OWN_LIMIT}, here lists in lists, a million of them, that are compared`,
    example: {
      expression: `${'cel.bind(v, [v, v], '.repeat(19).replace('v, v', '1, 2')}v == v${')'.repeat(19)}`,
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 219, at most 419`,
      reference: 'true, cost 219, at most 419',
    },
    explains: endedByOwnLimit(/==|!=|\bin\b|\b(?:includes|indexOf|lastIndexOf|distinct|sets\.\w+)\(/),
  },
  {
    name: 'rounds-without-cost',
    reason: `${OWN_LIMIT}, here a million rounds of macros in which the reference counts nothing`,
    example: {
      expression: 'cel.bind(l, lists.range(100), l.exists_one(a, l.exists_one(b, l.exists_one(c, false))) == false)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 25968, at most 2050625`,
      reference: 'true, cost 30415, at most 2050625',
    },
    explains: endedByOwnLimit(/\.(?:filter|map|exists_one|existsOne|transform\w+)\(/),
  },
];

/** The entry that explains a difference, if one does. */
export function knownFor(difference: Difference, question: Question): Known | undefined {
  return KNOWN.find(({ explains }) => explains(difference, question));
}

/** The question of an example. */
export function exampleQuestion({ ours: _, reference: __, ...question }: Known['example']): Question {
  return { ...question, devices: [EMPTY_DEVICE] };
}

/** An answer to such a question in one text, as examples have it: what is the result, or why there is none, and the costs. */
export function textOfAnswer({ refused, maxCost, results = [] }: Answer): string {
  if (refused !== undefined) return `refused: ${refused.split('\n', 1)[0]}`;
  const [{ error, value, cost } = {}] = results;
  const costs = [...(cost === undefined ? [] : [`cost ${cost}`]), ...(maxCost === undefined ? [] : [`at most ${maxCost}`])];
  return [error === undefined ? JSON.stringify(value) : `error: ${error}`, ...costs].join(', ');
}
