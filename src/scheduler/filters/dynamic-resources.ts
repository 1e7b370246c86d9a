// The words of the plugin for devices, which is queried through the allocator and not as a filter here. Source: Filter, PreFilter and PreBind of plugin
// dynamicresources of Kubernetes 1.37.1.

import type { Rejection } from './filter.js';

/** The claims get no devices on a node. */
export const NO_DEVICES: Rejection = { code: 'devices', message: 'cannot allocate all claims' };

/** The devices of a claim that has them already cannot be had on a node. */
export const CLAIM_ELSEWHERE: Rejection = { code: 'claim-elsewhere', message: 'resourceclaim not available on the node' };

/** The node passes all filters, and the scheduler fails with these words when it binds the pod there. */
export function unboundBecause(words: string, detail?: string): Rejection {
  return {
    code: 'binding',
    message: `running PreBind plugin "DynamicResources": ${words}`,
    ...(detail === undefined ? {} : { detail }),
  };
}
