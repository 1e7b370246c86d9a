import { keyOf } from '../../world/subject.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A device is allocated to one claim at a time, except for shares and admin access. */
export const deviceHeldTwice: WorldRule = {
  id: 'device-held-twice',
  severity: 'warning',
  says: 'Two claims are allocated the same device, which cannot be shared',
  link: DRA_PAGE,
  at: ['ResourceClaim'],
  examples: () => ({
    bad: [
      [
        'ResourceClaim',
        { 'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' }] },
      ],
      [
        'ResourceClaim',
        {
          'metadata.name': 'other',
          'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' }],
        },
      ],
    ],
    good: [
      [
        'ResourceClaim',
        { 'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' }] },
      ],
      [
        'ResourceClaim',
        {
          'metadata.name': 'other',
          'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-1' }],
        },
      ],
    ],
  }),
  check(claim, context) {
    const { world, namespace } = context;
    const claimKey = keyOf(namespace, claim.child('metadata', 'name').text);
    for (const result of claim.child('status', 'allocation', 'devices', 'results').items) {
      if (result.child('shareID').isSet || result.child('adminAccess').flag) continue;
      const [driver, pool, device] = ['driver', 'pool', 'device'].map((field) => result.child(field).text) as [string, string, string];
      const holders = world.holdersOf(driver, pool, device).filter(({ isShared, isAdmin }) => !isShared && !isAdmin);
      const [first] = holders;
      // The first claim is not reported, because the device was allocated to it first.
      if (first === undefined || keyOf(first.claim.namespace, first.claim.name) === claimKey) continue;
      context.report(
        result.child('device'),
        `${driver}/${pool}/${device} is also allocated to ${first.claim.shown}: only shared devices and admin access can be in several claims`,
      );
    }
  },
};
