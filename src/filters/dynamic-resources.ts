// The words of the plugin for devices, which is asked through the allocator and not as a filter here. Source: Filter and PreFilter of plugin
// dynamicresources of Kubernetes 1.37.1.

import type { Rejection } from './filter.js';

/** The claims get no devices on a node. */
export const NO_DEVICES: Rejection = { code: 'devices', message: 'cannot allocate all claims' };

/** The devices of a claim that has them already cannot be had on a node. */
export const CLAIM_ELSEWHERE: Rejection = { code: 'claim-elsewhere', message: 'resourceclaim not available on the node' };

/** A claim has as many consumers as it can have. `claim` is its name for people. */
export function claimInUse(claim: string, consumers: number): Rejection {
  return { code: 'claims', message: 'resourceclaim in use', detail: `claim ${claim} is reserved for ${consumers} consumers` };
}
