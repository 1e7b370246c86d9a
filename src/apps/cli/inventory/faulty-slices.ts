// Slices whose node selectors do not parse. It is unknown which nodes can access their devices.

import type { NodeChoice } from '../../../core/api/node-match.js';
import { NodeSelectorError, parseNodeSelector } from '../../../core/api/node-selector.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';

/** A slice, and the reason why it is ignored. */
export interface FaultySlice {
  readonly slice: ResourceSlice;
  readonly why: string;
}

/** Separates valid and faulty slices. */
export function withoutFaulty(slices: readonly ResourceSlice[]): {
  readonly sound: readonly ResourceSlice[];
  readonly faulty: readonly FaultySlice[];
} {
  const sound: ResourceSlice[] = [];
  const faulty: FaultySlice[] = [];
  for (const slice of slices) {
    const { spec } = slice;
    const choices: readonly NodeChoice[] = spec.perDeviceNodeSelection === true ? spec.devices : [spec];
    const fault = choices.map(faultOf).find((each) => each !== undefined);
    if (fault === undefined) sound.push(slice);
    else faulty.push({ slice, why: `its node selector is invalid, so every allocation fails with this error: ${fault}` });
  }
  return { sound, faulty };
}

/** Returns the error of a selector, unless a node name or `allNodes` precedes it. */
function faultOf({ nodeName = '', allNodes, nodeSelector }: NodeChoice): string | undefined {
  if (nodeName !== '' || allNodes === true || nodeSelector === undefined) return undefined;
  try {
    parseNodeSelector(nodeSelector, UNLIMITED);
    return undefined;
  } catch (error) {
    if (error instanceof NodeSelectorError) return error.message;
    throw error;
  }
}
