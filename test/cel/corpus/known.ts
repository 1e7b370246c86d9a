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

const OWN_LIMIT =
  'the reference counts little for what takes long, and goes on; ours ends after a tenth of a second (WORK_LIMIT in frame.ts)';
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
    name: 'many-new-patterns',
    reason: `${OWN_LIMIT}, here some 3,000 regular expressions that are compiled one after the other`,
    example: {
      expression: 'lists.range(9000).all(x, !"a".matches("b" + string(x)))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 45835, at most 18446744073709551615`,
      reference: 'true, cost 89012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/matches|find|findAll/),
  },
  {
    name: 'many-searches',
    reason: `${OWN_LIMIT}, here some 8,000 searches for a pattern, each of which may be in all its states at each character`,
    example: {
      expression: 'lists.range(20000).all(x, ("link-" + string(x)).matches("^link-[0-9]+$"))',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 108377, at most 18446744073709551615`,
      reference: 'true, cost 260012, at most 18446744073709551615',
    },
    explains: endedByOwnLimit(/matches|find|findAll/),
  },
  {
    name: 'many-days-in-a-time-zone',
    reason: `${OWN_LIMIT}, here some 3,000 days whose offsets in a zone are asked for`,
    example: {
      expression: 'lists.range(20000).all(x, timestamp(x * 100000).getHours("America/New_York") >= 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 48257, at most 180012`,
      reference: 'true, cost 180012, at most 180012',
    },
    explains: endedByOwnLimit(/\.get[A-Z]/),
  },
  {
    name: 'much-formatted',
    reason: `${OWN_LIMIT}, here some 20,000 numbers with fractions that are written`,
    example: {
      expression: 'lists.range(30000).all(x, "%.3f".format([1.5]).size() > 0)',
      kind: 'selector',
      ours: `error: ${COST_EXCEEDED}, cost 133022, at most 510012`,
      reference: 'true, cost 210012, at most 510012',
    },
    explains: endedByOwnLimit(/format/),
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
