// The rejections by the plugin for devices, which runs through the allocator and not as a filter here. Source: Filter, PreFilter and PreBind
// of plugin dynamicresources of Kubernetes 1.37.1.

import { shorten } from '../../core/base/words.js';
import type { Rejection } from './filter.js';

/** The claims cannot be allocated on a node. */
export const NO_DEVICES: Rejection = { code: 'devices', message: 'cannot allocate all claims' };

/** The devices of an allocated claim are unavailable on a node. */
export const CLAIM_ELSEWHERE: Rejection = { code: 'claim-elsewhere', message: 'resourceclaim not available on the node' };

/**
 * Returns the rejection of a pod with claims whose profile allocates none. The scheduler places such a pod, and the kubelet
 * does not start it.
 */
export function devicesOff(schedulerName: string): Rejection {
  const message = `scheduler profile ${shorten(schedulerName, MOST_SHOWN)} does not run DynamicResources, so the claims are not allocated`;
  return { code: 'devices-off', message };
}

const MOST_SHOWN = 80;

/** Returns the rejection of a node that passes all filters, but on which binding the pod fails with this message. */
export function unboundBecause(words: string, detail?: string): Rejection {
  return {
    code: 'binding',
    message: `running PreBind plugin "DynamicResources": ${words}`,
    ...(detail === undefined ? {} : { detail }),
  };
}
