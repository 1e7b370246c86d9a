// Lists known differences from the reference with their reasons. Any other difference is a defect. A
// test runs each example on both sides: an entry whose example no longer differs must be removed.

import { TOO_MUCH_MEMORY } from '../../../src/cel/errors.js';
import type { Difference } from './compare.js';
import { type Answer, EMPTY_DEVICE, type Question } from './question.js';

/** A question about an empty device, and both answers. */
interface Example extends Omit<Question, 'devices'> {
  readonly ours: string;
  readonly reference: string;
}

/** A known difference. */
export interface Known {
  readonly name: string;
  readonly reason: string;
  /** An expression that shows it on a device without attributes, with both answers: values, messages or costs. */
  readonly example: Example;
  /** Returns whether a difference is of this kind. */
  readonly explains: (difference: Difference, question: Question) => boolean;
}

const isBeforeSemver = (release: Question['new']): boolean => release?.version === '1.32' || release?.version === '1.33';

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
      isBeforeSemver(release) && /undeclared reference to '(?:semver|isSemver|major|minor|patch)'/.test(String(want)),
  },
  {
    name: 'comparisons-in-earlier-releases',
    reason:
      'for the same reason quantities alone are compared there, in the reference as it was asked: a call with one overload evaluates its second argument also where the first one is an error',
    example: {
      expression: 'device.attributes["a.b"].c.isLessThan(device.attributes["a.b"].d)',
      kind: 'selector',
      new: { version: '1.33', consumableCapacity: false, listTypeAttributes: false },
      ours: 'error: no such key: c, cost 4, at most 9',
      reference: 'error: no such key: c, cost 9, at most 9',
    },
    explains: ({ column }, { new: release, expression }) =>
      column === 'cost' && isBeforeSemver(release) && /\.(?:isLessThan|isGreaterThan|compareTo)\(/.test(expression),
  },
  {
    name: 'device-as-a-key',
    reason:
      'each time that the reference reads the whole device, or the capacity of a domain, it makes another map, and one map is not the same key as another; ours is one map, and nobody looks up a device',
    example: {
      expression: '[1, 2].transformMapEntry(i, x, {device: x}).size() == 2',
      kind: 'selector',
      ours: 'error: insert failed: key {driver: d, attributes: {}, capacity: {}, allowMultipleAllocations: false} already exists, cost 71, at most 111',
      reference: 'true, cost 71, at most 111',
    },
    explains: (_difference, { expression }) => /[{,]\s*\??device(?:\.capacity\S*)?\s*:/.test(expression),
  },
  {
    name: 'device-behind-a-dot',
    reason:
      'where a variable has the name of the device, the reference does not count what is read of the device behind a dot; nobody writes that',
    example: {
      expression: 'cel.bind(device, "d", .device.driver == device)',
      kind: 'selector',
      ours: 'true, cost 4, at most 14',
      reference: 'true, cost 3, at most 14',
    },
    explains: ({ column, got, want }, { expression }) =>
      column === 'cost' && Number(got) > Number(want) && /\.device\b/.test(expression) && /\(\s*device\s*,/.test(expression),
  },
  {
    name: 'much-made',
    reason: `ours ends what would fill the memory (MAKING_LIMIT in frame.ts), here lists of billions of items; the reference goes on until it has no more`,
    example: {
      expression: 'cel.bind(v, lists.range(9000), cel.bind(w, v + v + v + v + v + v + v + v, lists.range(400).all(x, size(w + w) > x)))',
      kind: 'selector',
      ours: `error: ${TOO_MUCH_MEMORY}, cost 10000, at most 13058`,
      reference: 'true, cost 13038, at most 13058',
    },
    explains: ({ column, got, want }) => column === 'value' && got === TOO_MUCH_MEMORY && typeof want !== 'string',
  },
];

/** Returns the entry that explains a difference; undefined if none exists. */
export function knownFor(difference: Difference, question: Question): Known | undefined {
  return KNOWN.find(({ explains }) => explains(difference, question));
}

/** Returns the question of an example. */
export function exampleQuestion({ ours: _, reference: __, ...question }: Known['example']): Question {
  return { ...question, devices: [EMPTY_DEVICE] };
}

/** Returns an answer as the text in examples: the result or the reason for its absence, and the costs. */
export function textOfAnswer({ refused, maxCost, results = [] }: Answer): string {
  if (refused !== undefined) return `refused: ${refused.split('\n', 1)[0]}`;
  const [{ error, value, cost } = {}] = results;
  const costs = [...(cost === undefined ? [] : [`cost ${cost}`]), ...(maxCost === undefined ? [] : [`at most ${maxCost}`])];
  return [error === undefined ? JSON.stringify(value) : `error: ${error}`, ...costs].join(', ');
}
