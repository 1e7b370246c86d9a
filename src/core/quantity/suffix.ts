// Suffixes of quantities and their formats. Source: k8s.io/apimachinery/pkg/api/resource suffix.go.

/** The notation of a quantity in its source, which decides how results print. */
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

/** Returns the suffix of this exact text. Decimal exponents such as `e3` are not included. */
export function namedSuffix(text: string): Suffix | undefined {
  return SUFFIXES.get(text);
}

/** Returns a suffix that differs from `text` only by case or a missing `i`, for messages. */
export function similarSuffix(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower === 'k') return 'k or Ki';
  return [...SUFFIXES.keys()].find((suffix) => suffix !== '' && suffix.toLowerCase() === lower);
}

/** Returns the suffix for 10^`exponent`. Empty for a power without a suffix (1e21 in DecimalSI), as in Kubernetes, which also loses the magnitude. */
export function decimalSuffix(exponent: number, format: 'DecimalSI' | 'DecimalExponent'): string {
  if (format === 'DecimalExponent') return exponent === 0 ? '' : `e${exponent}`;
  return DECIMAL_TEXT.get(exponent) ?? '';
}

/** Returns the suffix for 2^`exponent`; empty above Ei, as in Kubernetes. */
export function binarySuffix(exponent: number): string {
  return BINARY_TEXT.get(exponent) ?? '';
}
