// Modes in which a constraint compares values of its attribute, from the alternatives of KEP-5491. Available only with the gate XAttributeSemantics.

import type { JsonObject } from '../base/json.js';
import { shorten } from '../base/words.js';
import { type DecodeContext, MOST_SHOWN } from './context.js';
import { bool, type DecodedBy, type Decoder, int64, object, optional, string, transform } from './decoder.js';

/** The modes of matchAttribute, then the modes of distinctAttribute. */
export type AttributeMode = 'Identical' | 'NonEmptyIntersection' | 'AllDistinct' | 'EmptyIntersection' | 'PairwiseDisjoint';

/** The options field of each mode. */
const OPTIONS = {
  Identical: 'identical',
  NonEmptyIntersection: 'nonEmptyIntersection',
  AllDistinct: 'allDistinct',
  EmptyIntersection: 'emptyIntersection',
  PairwiseDisjoint: 'pairwiseDisjoint',
} as const satisfies Readonly<Record<AttributeMode, string>>;

/** The modes that each field of constraints allows. */
export const MODES_OF = {
  matchAttribute: ['Identical', 'NonEmptyIntersection'],
  distinctAttribute: ['AllDistinct', 'EmptyIntersection', 'PairwiseDisjoint'],
} as const satisfies Readonly<Record<string, readonly AttributeMode[]>>;

/** The way in which a constraint compares values. */
export interface AttributeSemantics {
  readonly mode: AttributeMode;
  /** True if a scalar counts as a list with one value. Otherwise, it equals no list, and comparisons as sets reject it. */
  readonly coerceScalarToList: boolean;
  /** Lists are equal if their values are equal in order, or as sets. */
  readonly listMode: 'List' | 'Set';
  /** The minimum number of values that all devices must have in common. */
  readonly minSize: number;
}

/** The API limits lists of attributes to this length. */
export const MOST_IN_COMMON = 64n;

const coercion = { coerceScalarToList: bool } as const;
const equality = object({ ...coercion, listMode: optional(string) });

const drawn = object({
  mode: string,
  options: object({
    identical: optional(equality),
    nonEmptyIntersection: optional(object({ ...coercion, minSize: optional(int64) })),
    allDistinct: optional(equality),
    emptyIntersection: optional(object(coercion)),
    pairwiseDisjoint: optional(object(coercion)),
  }),
});

type Drawn = DecodedBy<typeof drawn>;

/** Decodes the semantics of a constraint with one of these modes, and fills in defaults. */
export function attributeSemantics(modes: readonly AttributeMode[]): Decoder<AttributeSemantics> {
  return transform(drawn, ({ mode: modeName, options }, context) => {
    const mode = modes.find((one) => one === modeName);
    if (mode === undefined) {
      const found = modeName === '' ? 'none' : JSON.stringify(shorten(modeName, MOST_SHOWN));
      return context.within('mode', () => context.fail(`expected ${modes.join(', ')}, found ${found}`));
    }
    return context.within('options', () => withDefaults(mode, options, context));
  });
}

function withDefaults(mode: AttributeMode, options: Drawn['options'], context: DecodeContext): AttributeSemantics {
  const field = OPTIONS[mode];
  for (const other of Object.values(OPTIONS)) {
    if (other !== field && options[other] !== undefined)
      context.within(other, () => context.fail(`mode ${mode} does not have these options`));
  }
  const { coerceScalarToList = false, listMode = 'List', minSize = 1n }: AnyOptions = options[field] ?? {};
  return context.within(field, () => ({
    mode,
    coerceScalarToList,
    listMode: context.within('listMode', () => listModeOf(listMode, context)),
    minSize: context.within('minSize', () => minSizeOf(minSize, context)),
  }));
}

interface AnyOptions {
  readonly coerceScalarToList?: boolean;
  readonly listMode?: string;
  readonly minSize?: bigint;
}

function listModeOf(modeName: string, context: DecodeContext): 'List' | 'Set' {
  if (modeName === 'List' || modeName === 'Set') return modeName;
  return context.fail(`expected List or Set, found ${JSON.stringify(shorten(modeName, MOST_SHOWN))}`);
}

function minSizeOf(minSize: bigint, context: DecodeContext): number {
  if (minSize >= 1n && minSize <= MOST_IN_COMMON) return Number(minSize);
  return context.fail(`expected an integer from 1 to ${MOST_IN_COMMON}, found ${minSize}`);
}

/** Encodes semantics in the format of KEP-5491, without default values. */
export function encodeSemantics({ mode, coerceScalarToList, listMode, minSize }: AttributeSemantics): JsonObject {
  const options: JsonObject = {
    ...(coerceScalarToList ? { coerceScalarToList } : {}),
    ...(listMode === 'List' ? {} : { listMode }),
    ...(minSize === 1 ? {} : { minSize }),
  };
  return { mode, ...(Object.keys(options).length === 0 ? {} : { options: { [OPTIONS[mode]]: options } }) };
}
