// Suffixes of quantities and the format that each stands for. Source: k8s.io/apimachinery/pkg/api/resource suffix.go.

/** The notation of a quantity as it was written, which decides how results print. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The factor that a suffix stands for: `base` to the power of `exponent`. */
export interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const DECIMAL: readonly (readonly [string, number])[] = [
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
];
const BINARY: readonly (readonly [string, number])[] = [
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
];

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...DECIMAL.map(([text, exponent]) => [text, { base: 10, exponent, format: 'DecimalSI' }] as const),
  ...BINARY.map(([text, exponent]) => [text, { base: 2, exponent, format: 'BinarySI' }] as const),
]);
const DECIMAL_TEXT: ReadonlyMap<number, string> = new Map(DECIMAL.map(([text, exponent]) => [exponent, text]));
const BINARY_TEXT: ReadonlyMap<number, string> = new Map(BINARY.map(([text, exponent]) => [exponent, text]));

/** The suffix of this exact text, without decimal exponents such as `e3`. */
export function namedSuffix(text: string): Suffix | undefined {
  return SUFFIXES.get(text);
}

/** A known suffix that differs from `text` by case or a missing `i` only, to offer it in a message. */
export function similarSuffix(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower === 'k') return 'k or Ki';
  return [...SUFFIXES.keys()].find((known) => known !== '' && known.toLowerCase() === lower);
}

/**
 * The suffix for 10^`exponent`. A power without one (1e21 in DecimalSI) prints nothing, as upstream: the magnitude
 * is lost there, too.
 */
export function decimalSuffix(exponent: number, format: 'DecimalSI' | 'DecimalExponent'): string {
  if (format === 'DecimalExponent') return exponent === 0 ? '' : `e${exponent}`;
  return DECIMAL_TEXT.get(exponent) ?? '';
}

/** The suffix for 2^`exponent`, nothing above Ei, as upstream. */
export function binarySuffix(exponent: number): string {
  return BINARY_TEXT.get(exponent) ?? '';
}
