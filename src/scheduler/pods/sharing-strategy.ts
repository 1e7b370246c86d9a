// Reads the device sharing strategy from the parameters of a driver.

import { isJsonObject } from '../../core/api/decoder.js';
import type { Json } from '../../core/base/json.js';

/**
 * Returns the sharing strategy that driver parameters name, such as TimeSlicing; undefined if none exists. Drivers such as the
 * NVIDIA driver have it in sharing.strategy.
 */
export function sharingStrategyOf(parameters: Json): string | undefined {
  const sharing = isJsonObject(parameters) && Object.hasOwn(parameters, 'sharing') ? parameters['sharing'] : undefined;
  const strategy = isJsonObject(sharing) && Object.hasOwn(sharing, 'strategy') ? sharing['strategy'] : undefined;
  return typeof strategy === 'string' && SHARED.test(strategy) ? strategy.slice(0, MOST_SHOWN) : undefined;
}

const SHARED = /slic|mps|shar/i;
const MOST_SHOWN = 40;
