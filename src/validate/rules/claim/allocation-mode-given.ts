import { ALLOCATION_MODES } from '../../checks/allocation-modes.js';
import { notSupported } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** Requests of v1beta1 default to `ExactCount` only if they name a class, since requests with alternatives have no mode. */
export const allocationModeGiven: Rule = {
  id: 'allocation-mode-given',
  severity: 'error',
  says: 'v1beta1 request has neither a class nor an allocationMode',
  link: CLAIM_PAGE,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    apiVersion: 'resource.k8s.io/v1beta1',
    bad: { 'spec.devices.requests[0]': { name: 'gpu', selectors: [{ cel: { expression: 'true' } }] } },
    good: { 'spec.devices.requests[0]': { name: 'gpu', deviceClassName: 'gpu.example.com' } },
    also: ['request-class'],
  }),
  check(request, context) {
    const mode = request.child('allocationMode');
    if (mode.text === '') context.report(mode, notSupported('', ALLOCATION_MODES), 'name a class');
  },
};
