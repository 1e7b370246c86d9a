import { choicesOf } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** The maximum number of configurations of an allocation (AllocationConfig of the API server). */
const MOST_CONFIGS = 64;

const CONFIG = { opaque: { driver: 'gpu.example.com', parameters: { mode: 'shared' } } };

/**
 * An allocation contains the configurations of the claim and of its classes. The API
 * server rejects an allocation with too many, so no pod can use the claim.
 */
export const configAboveLimit: WorldRule = {
  id: 'config-above-limit',
  severity: 'warning',
  says: 'Claim has more than 64 configurations, including the ones of its classes',
  link: DRA_PAGE,
  at: ['DeviceClaim'],
  examples: () => ({
    bad: [
      ['DeviceClass', { 'spec.config': Array.from({ length: 32 }, () => CONFIG) }],
      ['DeviceClass', { 'metadata.name': 'nic.example.com', 'spec.config': Array.from({ length: 32 }, () => CONFIG) }],
      [
        'ResourceClaim',
        { 'spec.devices.requests[1]': { name: 'nic', exactly: { deviceClassName: 'nic.example.com' } }, 'spec.devices.config': [CONFIG] },
      ],
    ],
    good: [
      ['DeviceClass', { 'spec.config': Array.from({ length: 32 }, () => CONFIG) }],
      ['DeviceClass', { 'metadata.name': 'nic.example.com', 'spec.config': Array.from({ length: 32 }, () => CONFIG) }],
      ['ResourceClaim', { 'spec.devices.requests[1]': { name: 'nic', exactly: { deviceClassName: 'nic.example.com' } } }],
    ],
  }),
  check(claim, context) {
    const { classes } = context.world.gathered;
    // Only requests without alternatives count, since the selected alternative is unknown.
    const certain = choicesOf(claim).filter(({ name }) => !name.includes('/'));
    const used = new Set(certain.map(({ field }) => field.child('deviceClassName').text));
    let configs = claim.child('config').size;
    for (const name of used) configs += classes.get(name)?.configs ?? 0;
    if (configs > MOST_CONFIGS && used.size > 0)
      context.report(
        claim.child('config'),
        `an allocation would have ${configs} configurations, including the ones of its classes, but at most ${MOST_CONFIGS} are allowed`,
      );
  },
};
