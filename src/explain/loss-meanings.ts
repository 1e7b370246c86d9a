// The meanings of loss codes, from which docs/reference/explanation-codes.md is generated. No other code reads them.

import type { LossCode } from './loss-codes.js';

/** The meaning of a code. */
export interface CodeMeaning {
  readonly meaning: string;
  /** A general remedy; suggestions have specific ones. */
  readonly remedy: string;
}

/** The codes in the order of the allocator's checks, as in loss-codes.ts. */
export const LOSS_MEANINGS = {
  'other-node': { meaning: 'The device is not available on the node.', remedy: 'use another node' },
  'gate-off': { meaning: 'The device needs a feature gate that is disabled.', remedy: 'enable the gate, or upgrade' },
  'obsolete-pool': {
    meaning: 'The slice of the device is of an older generation of its pool.',
    remedy: 'wait until the driver has removed it; if it stays, restart the driver',
  },
  'incomplete-pool': {
    meaning: 'Slices of the pool are missing, so its devices are ignored.',
    remedy: 'wait until the driver has published all slices of the pool',
  },
  'invalid-pool': {
    meaning: 'The slices of the pool contradict each other, so its devices are ignored.',
    remedy: 'fix the driver: two devices have the same name, or counters are missing',
  },
  'no-device-slice': {
    meaning: 'The slice has shared counters, so its devices are ignored.',
    remedy: 'publish the devices in another slice of the pool',
  },
  'other-kind': {
    meaning: 'On this node, no device of this driver matches the class, but devices of another driver do.',
    remedy: 'no remedy: the request needs devices of another driver',
  },
  'class-selector': { meaning: 'A selector of the class is false for the device.', remedy: 'use another class, or change its selectors' },
  'request-selector': {
    meaning: 'A selector of the request is false for the device.',
    remedy: 'change the selector: `clauses` lists each false clause with its values',
  },
  'selector-error': { meaning: 'A selector fails on the device.', remedy: 'fix the selector: `help` describes how' },
  'selector-limit': {
    meaning: 'A selector exceeds the work limit of the call.',
    remedy: 'use a simpler selector, or raise `limits.selectorWork`',
  },
  'node-selection-error': { meaning: 'The node selector of the device is invalid.', remedy: 'fix the driver that published it' },
  'no-capacity': {
    meaning: 'The device has no capacity of the requested name.',
    remedy: 'request a capacity of the device: names must match exactly',
  },
  'capacity-policy': {
    meaning: 'The request policy of the capacity does not allow the amount.',
    remedy: 'request an amount that the policy allows',
  },
  'capacity-too-small': { meaning: 'The device has less of the capacity than requested.', remedy: 'request less' },
  'capacity-error': {
    meaning: 'The amount of the capacity cannot be computed.',
    remedy: 'fix the request policy in the driver, or request another amount',
  },
  'node-operations': {
    meaning: 'The device skips node operations that the node does not declare as optional.',
    remedy: 'use a node whose kubelet declares DRAOptionalNodeOperations',
  },
  tainted: {
    meaning: 'The device has a taint that the request does not tolerate.',
    remedy: 'add a toleration, or wait until the taint is removed',
  },
  'no-attribute': {
    meaning: 'The device lacks the attribute that a constraint compares.',
    remedy: 'use an attribute that the devices have',
  },
  taken: { meaning: 'The device is allocated to other claims.', remedy: 'deallocate one of the claims: `holders` lists them' },
  shares: {
    meaning: 'The claims that share the device leave too little of a capacity.',
    remedy: 'request less, or deallocate one of the claims',
  },
  'compatibility-groups': {
    meaning: 'Allocated devices that use the same counters belong to other compatibility groups.',
    remedy: 'use devices of the same group, or deallocate the claims on the others',
  },
  counters: {
    meaning: 'Allocated devices leave too little of a counter, for example because they are partitions of the same card.',
    remedy: 'request a smaller partition, or deallocate one of the claims',
  },
} as const satisfies Readonly<Record<LossCode, CodeMeaning>>;
