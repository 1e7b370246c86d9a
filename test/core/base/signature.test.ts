import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthPrefixed } from '../../../src/core/base/key-text.js';
import { ended, irrelevant, isAny, listOf, MOST_LISTED, mapOf, signature, sparseSignature } from '../../../src/core/base/signature.js';

interface Thing {
  readonly name: string;
  readonly note?: string;
  readonly count?: bigint;
  readonly parts: readonly string[];
  readonly sizes: ReadonlyMap<string, number>;
  readonly flags?: readonly string[];
  readonly seen: number;
}

const fields = {
  name: lengthPrefixed,
  note: lengthPrefixed,
  count: ended,
  parts: listOf(lengthPrefixed),
  sizes: mapOf(ended),
  flags: isAny,
  seen: irrelevant('no rule reads it'),
} as const;

const text = fc.oneof(fc.constantFrom('', '.', 'A', '1:a', 'AB0:', '2:', ';'), fc.string({ maxLength: 3 }));
const things: fc.Arbitrary<Thing> = fc.record(
  {
    name: text,
    note: text,
    count: fc.bigInt({ min: -3n, max: 12n }),
    parts: fc.array(text, { maxLength: 3 }),
    sizes: fc.array(fc.tuple(text, fc.integer({ min: 0, max: 12 })), { maxLength: 2 }).map((entries) => new Map(entries)),
    flags: fc.array(text, { maxLength: 2 }),
    seen: fc.integer(),
  },
  { requiredKeys: ['name', 'parts', 'sizes', 'seen'] },
);

/** The fields of a thing that count, compared as a whole. */
function counted({ seen: _, flags, sizes, ...rest }: Thing): unknown {
  return { ...rest, sizes: [...sizes], hasFlags: (flags?.length ?? 0) > 0 };
}

it.each([
  ['signature', signature<Thing>(fields)],
  ['sparse signature', sparseSignature<Thing>(fields)],
])('%s: two texts in a row are the same only if all that counts is', (_, signatureOf) => {
  const pairs = fc.tuple(things, things, things, things);
  fc.assert(
    fc.property(pairs, ([a, b, c, d]) => {
      const isSame = JSON.stringify([counted(a), counted(b)], bigints) === JSON.stringify([counted(c), counted(d)], bigints);
      expect(signatureOf(a) + signatureOf(b) === signatureOf(c) + signatureOf(d)).toBe(isSame);
    }),
    { numRuns: 3000 },
  );
  fc.assert(fc.property(things, fc.integer(), (thing, seen) => signatureOf({ ...thing, seen }) === signatureOf(thing)));
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

it.each([
  ['list', (count: number) => Array.from({ length: count }, (_, index) => `${index}`), listOf(lengthPrefixed)],
  ['map', (count: number) => new Map(Array.from({ length: count }, (_, index) => [`${index}`, index] as const)), mapOf(ended)],
] as const)('a %s of very many is the very object: nobody goes over it', (_, make, textOf) => {
  const [few, alike] = [make(MOST_LISTED), make(MOST_LISTED)] as [never, never];
  expect(textOf(few)).toBe(textOf(alike));
  const [many, others] = [make(MOST_LISTED + 1), make(MOST_LISTED + 1)] as [never, never];
  expect(textOf(many)).toBe(textOf(many));
  expect(textOf(many)).not.toBe(textOf(others));
  expect((textOf(many) as string).length).toBeLessThan(20);
});

it('a field without a place does not compile', () => {
  const { note: _, ...others } = fields;
  // @ts-expect-error it lacks the note
  expect(signature<Thing>(others)).toBeTypeOf('function');
  // @ts-expect-error a number is not text
  expect(signature<Thing>({ ...fields, seen: lengthPrefixed })).toBeTypeOf('function');
});
