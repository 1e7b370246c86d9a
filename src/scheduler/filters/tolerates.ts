// Decides which node taints a pod tolerates. Source: ToleratesTaint in core/v1/toleration.go of k8s.io/api v0.37.1 and
// FindMatchingUntoleratedTaint of k8s.io/component-helpers v0.37.2.

import type { Taint, Toleration } from '../../core/api/toleration.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { parseInt64 } from '../../core/base/integers.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';

/** Returns whether a taint is tolerated. */
export type TolerationTest = (taint: Taint) => boolean;

/** Up to this many tolerations are checked one by one. */
const FEW_TOLERATIONS = 16;

/** Prepares the test of `isTolerated`. With many tolerations, an index finds the candidates for each taint. */
export function* tolerationTest(
  tolerations: readonly Toleration[],
  comparisons: boolean,
  checkpoint: Checkpoint,
): Incremental<TolerationTest> {
  if (tolerations.length <= FEW_TOLERATIONS) return (taint) => isTolerated(taint, tolerations, comparisons);
  const index = new TolerationIndex();
  for (const toleration of tolerations) {
    index.add(toleration);
    if (checkpoint.due()) yield;
  }
  return (taint) => index.tolerates(taint, comparisons);
}

/** Returns whether any toleration tolerates a taint. `comparisons`: `Lt` and `Gt` compare integers. Without it, they match no taint. */
export function isTolerated(taint: Taint, tolerations: readonly Toleration[], comparisons: boolean): boolean {
  return tolerations.some((toleration) => tolerates(toleration, taint, comparisons));
}

/** Returns whether a toleration tolerates a taint. */
export function tolerates({ key, operator, value, effect }: Toleration, taint: Taint, comparisons: boolean): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (operator) {
    case '':
    case 'Equal':
      return value === taint.value;
    case 'Exists':
      return true;
    case 'Lt':
    case 'Gt':
      return comparisons && isBeyond(taint.value, operator, value);
    default:
      return false;
  }
}

function isBeyond(value: string, operator: 'Lt' | 'Gt', bound: string): boolean {
  const [number, limit] = [plainInteger(value), plainInteger(bound)];
  if (number === undefined || limit === undefined) return false;
  return operator === 'Lt' ? number < limit : number > limit;
}

/** Parses an integer without leading zeros and without a plus sign. */
function plainInteger(text: string): bigint | undefined {
  const integer = /^(0|-?[1-9][0-9]*)$/.test(text) ? parseInt64(text) : undefined;
  return typeof integer === 'bigint' ? integer : undefined;
}

/** The lowest bound of any `Gt`, and the highest bound of any `Lt`. */
interface Bounds {
  above: bigint | undefined;
  below: bigint | undefined;
}

/** Many tolerations, indexed by key, effect and value. */
class TolerationIndex {
  readonly #exact = new LargeMap<string, true>(numberOfText);
  readonly #bounds = new LargeMap<string, Bounds>(numberOfText);

  add({ key, operator, value, effect }: Toleration): void {
    const place = placeText(key, effect);
    if (operator === 'Exists') this.#exact.set(place, true);
    else if (operator === '' || operator === 'Equal') this.#exact.set(place + valueText(value), true);
    else if (operator === 'Lt' || operator === 'Gt') this.#addBound(place, operator, plainInteger(value));
  }

  #addBound(place: string, operator: 'Lt' | 'Gt', bound: bigint | undefined): void {
    if (bound === undefined) return;
    const bounds = this.#bounds.get(place) ?? { above: undefined, below: undefined };
    if (operator === 'Gt' && (bounds.above === undefined || bound < bounds.above)) bounds.above = bound;
    if (operator === 'Lt' && (bounds.below === undefined || bound > bounds.below)) bounds.below = bound;
    this.#bounds.set(place, bounds);
  }

  tolerates({ key, value, effect }: Taint, comparisons: boolean): boolean {
    const places = [placeText(key, effect), placeText(key, ''), placeText('', effect), placeText('', '')];
    const text = valueText(value);
    if (places.some((place) => this.#exact.get(place) === true || this.#exact.get(place + text) === true)) return true;
    const number = comparisons ? plainInteger(value) : undefined;
    return number !== undefined && places.some((place) => isWithin(number, this.#bounds.get(place)));
  }
}

function isWithin(number: bigint, bounds: Bounds | undefined): boolean {
  if (bounds === undefined) return false;
  const { above, below } = bounds;
  return (above !== undefined && number > above) || (below !== undefined && number < below);
}

/** Returns the index key for a taint key and an effect. An empty key or effect matches every taint. */
function placeText(key: string, effect: string): string {
  return lengthPrefixed(key) + lengthPrefixed(effect);
}

function valueText(value: string): string {
  return `=${value}`;
}
