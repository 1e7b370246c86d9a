import type { Quantity } from '../../../core/quantity/quantity.js';
import type { Field } from '../../tree/field.js';
import { expressionsOf } from '../../world/claims.js';
import { devicesFor } from '../../world/requests.js';
import type { World } from '../../world/world.js';
import type { WorldRule } from '../../world-rule.js';
import { PRIORITIZED_LIST_KEP } from '../links.js';

/**
 * Alternatives are tried in order. If an earlier alternative requires no more than a later one, devices for the later one also
 * satisfy the earlier one.
 */
export const alternativeUnreachable: WorldRule = {
  id: 'alternative-unreachable',
  severity: 'warning',
  says: 'Alternative can never be chosen',
  link: PRIORITIZED_LIST_KEP,
  at: ['DeviceRequest'],
  examples: () => ({
    bad: [
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0]': {
            name: 'gpu',
            firstAvailable: [
              { name: 'any', deviceClassName: 'gpu.example.com' },
              { name: 'two', deviceClassName: 'gpu.example.com', count: 2 },
            ],
          },
        },
      ],
    ],
    good: [
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0]': {
            name: 'gpu',
            firstAvailable: [
              { name: 'two', deviceClassName: 'gpu.example.com', count: 2 },
              { name: 'any', deviceClassName: 'gpu.example.com' },
            ],
          },
        },
      ],
    ],
  }),
  check(request, context) {
    const { world } = context;
    const alternatives = request.child('firstAvailable').items;
    for (const [place, later] of alternatives.entries()) {
      const earlier = alternatives.slice(0, place).find((other) => asksForNoMore(other, later, request) && fitsAsWell(other, later, world));
      if (earlier === undefined) continue;
      const name = later.child('name').text;
      context.report(
        later,
        `${name} can never be chosen: all devices that fit it also fit ${earlier.child('name').text}, which comes first`,
        `put ${name} before ${earlier.child('name').text}, or remove it`,
      );
    }
  },
};

/** Returns whether an alternative requires no more than a later one, apart from its device selection. */
function asksForNoMore(earlier: Field, later: Field, request: Field): boolean {
  if (earlier.child('allocationMode').text !== 'ExactCount' || later.child('allocationMode').text !== 'ExactCount') return false;
  if (earlier.child('count').integer > later.child('count').integer) return false;
  if (earlier.child('derivedAttributes').size > 0 || later.child('derivedAttributes').size > 0) return false;
  if (isConstrained(earlier, request)) return false;
  return toleratesAsMuch(earlier, later) && needsNoMoreCapacity(earlier, later);
}

/** Returns whether a constraint names this alternative. */
function isConstrained(alternative: Field, request: Field): boolean {
  const name = `${request.child('name').text}/${alternative.child('name').text}`;
  const constraints = request.parent?.parent?.child('constraints').items ?? [];
  return constraints.some((constraint) => constraint.child('requests').items.some(({ text }) => text === name));
}

function toleratesAsMuch(earlier: Field, later: Field): boolean {
  const earlierTolerations = new Set(earlier.child('tolerations').items.map(textOf));
  return later.child('tolerations').items.every((toleration) => earlierTolerations.has(textOf(toleration)));
}

function textOf(toleration: Field): string {
  return ['key', 'operator', 'value', 'effect'].map((field) => toleration.child(field).text).join('\0');
}

function needsNoMoreCapacity(earlier: Field, later: Field): boolean {
  const others = later.child('capacity', 'requests');
  return earlier.child('capacity', 'requests').entries.every((entry) => isAtMost(entry.quantity, others.key(String(entry.step)).quantity));
}

function isAtMost(amount: Quantity | undefined, other: Quantity | undefined): boolean {
  return amount !== undefined && other !== undefined && amount.compare(other) <= 0;
}

/** Returns whether an alternative matches each device that a later one matches, judged by the selectors or by the devices of the input. */
function fitsAsWell(earlier: Field, later: Field, world: World): boolean {
  const selectors = new Set(expressionsOf(later.child('selectors')));
  const isSameClass = earlier.child('deviceClassName').text === later.child('deviceClassName').text;
  if (isSameClass && expressionsOf(earlier.child('selectors')).every((text) => selectors.has(text))) return true;
  const [some, others] = [devicesFor(earlier, world), devicesFor(later, world)];
  if (some === undefined || others === undefined) return false;
  const chosen = new Set(some);
  // Classes that match the same devices may differ in configuration, so the order may express a preference.
  return others.every((device) => chosen.has(device)) && (isSameClass || some.length > others.length);
}
