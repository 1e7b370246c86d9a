// Quantities in a notation that Kubernetes rejects: `40GB`, `40 Gi`, `40gib`.

import { isQuantity } from './quantity.js';

/** The quantities that a text may mean, in units of 1000 and of 1024. */
export interface MeantQuantity {
  readonly times1000: string;
  readonly times1024: string;
  /** True if the text contains an i, and therefore certainly means 1024. */
  readonly isBinary: boolean;
}

/** Returns the likely meaning of a text that is not a quantity; undefined if it does not resemble one. */
export function meantQuantity(text: string): MeantQuantity | undefined {
  const [, amount = '', unit = '', i = ''] = /^\s*([\d.]+)\s*([kKMGTPE])(i?)B?\s*$/i.exec(text) ?? [];
  if (unit === '') return undefined;
  const times1000 = `${amount}${unit.toUpperCase() === 'K' ? 'k' : unit.toUpperCase()}`;
  return isQuantity(times1000) ? { times1000, times1024: `${amount}${unit.toUpperCase()}i`, isBinary: i !== '' } : undefined;
}
