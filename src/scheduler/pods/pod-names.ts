// Names pods that do not exist yet: as their controller would name them, with a number in place of random characters.

import type { PodSet } from '../../core/api/pod-sets.js';

/** Returns the name of the pod with this number (from 0) in a set. Different numbers have different names. */
export function podNameOf(owner: string, { name: set, names, indices }: PodSet, number: number): string {
  const pattern = names === '' ? `{name}${set === '' ? '' : '-{set}'}-${indices.length === 1 ? '{0}' : '{index}'}` : names;
  let isNumbered = false;
  let rest = number;
  // The last index changes fastest. The first index may exceed its size if names are already in use.
  const digits = [...indices.keys()].reverse().map((place) => {
    const { size, first } = indices[place] as (typeof indices)[number];
    const digit = place === 0 || size === 0 ? rest : rest % size;
    rest = place === 0 || size === 0 ? 0 : Math.floor(rest / size);
    return String(first + digit);
  });
  digits.reverse();
  const shown = new Set<string>();
  const text = pattern.replaceAll(/\{(name|set|index|\d+)\}/g, (whole, field: string) => {
    if (field === 'name') return owner;
    if (field === 'set') return set;
    if (field === 'index') {
      isNumbered = true;
      return String(number);
    }
    shown.add(field);
    return digits[Number(field)] ?? whole;
  });
  // A name without all of its indices would not be unique.
  const isWhole = isNumbered || (digits.length > 0 && digits.every((_, place) => shown.has(String(place))));
  return isWhole || number === 0 ? text : `${text}-${number}`;
}
