// Quantities that people write otherwise than Kubernetes does: `40GB`, `40 Gi`, `40gib`.

import { isQuantity } from './quantity.js';

/** The quantity that a text may mean: in units of 1000 and of 1024, of which one may be certain. */
export interface MeantQuantity {
  readonly times1000: string;
  readonly times1024: string;
  /** True where the text says 1024: it has an i. */
  readonly isBinary: boolean;
}

/** Finds out what a text may mean that is no quantity; undefined where it is nothing like one. */
export function meantQuantity(text: string): MeantQuantity | undefined {
  const [, amount = '', unit = '', i = ''] = /^\s*([\d.]+)\s*([kKMGTPE])(i?)B?\s*$/i.exec(text) ?? [];
  if (unit === '') return undefined;
  const times1000 = `${amount}${unit.toUpperCase() === 'K' ? 'k' : unit.toUpperCase()}`;
  return isQuantity(times1000) ? { times1000, times1024: `${amount}${unit.toUpperCase()}i`, isBinary: i !== '' } : undefined;
}
