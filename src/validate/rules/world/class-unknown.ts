import { didYouMean, onlyOne } from '../../world/nearest.js';
import { REQUEST_TYPES } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/**
 * A pod is pending while its class is missing. Manifests of one application rarely contain
 * classes, so the rule requires a class with a similar name or a dump of a whole cluster.
 */
export const classUnknown: WorldRule = {
  id: 'class-unknown',
  severity: 'warning',
  says: 'Request names a DeviceClass that does not exist',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.deviceClassName': 'gpus.example.com' }],
    ],
    good: [
      ['DeviceClass', {}],
      ['ResourceClaim', {}],
    ],
  }),
  check(request, context) {
    const { world } = context;
    const field = request.child('deviceClassName');
    const classes = world.namesOf('DeviceClass');
    if (field.text === '' || classes.has(field.text) || classes.size === 0) return;
    const near = world.facts.nearest.of(field.text, classes);
    if (near.length > 0) context.report(field, `there is no DeviceClass ${field.text}: ${didYouMean(near)}`, onlyOne(near));
    else if (world.has('Node') && world.hasDevices)
      context.report(field, `there is no DeviceClass ${field.text}, although the input has nodes, slices and other classes`);
  },
};
