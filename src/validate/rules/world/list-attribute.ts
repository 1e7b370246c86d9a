import { CelCompileError } from '../../../cel/engine.js';
import { edited, type ListKindOf, type ScalarUse, scalarUsesIn } from '../../../cel/rewrite/list-reads.js';
import type { WorldDevice } from '../../world/devices.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { LISTS_KEP } from '../links.js';

/** The number of devices on which an expression and its replacement are compared. */
const MOST_COMPARED = 200;

/** When an attribute becomes a list, selectors that read a single value fail or change their meaning. */
export const listAttribute: WorldRule = {
  id: 'list-attribute',
  severity: 'warning',
  says: 'Selector reads a list attribute as a single value',
  link: LISTS_KEP,
  at: ['CELDeviceSelector'],
  examples: () => ({
    options: { kubernetesVersion: '1.37', featureGates: { DRAListTypeAttributes: true } },
    bad: [
      ['ResourceSlice', { 'spec.devices[0].attributes.link': { strings: ['a', 'b'] } }],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].link == 'a'" } }] },
      ],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[0].attributes.link': { strings: ['a', 'b'] } }],
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0].exactly.selectors': [
            { cel: { expression: "device.attributes['gpu.example.com'].link.includes('a')" } },
          ],
        },
      ],
    ],
  }),
  check(selector, context) {
    const field = selector.child('expression');
    const kindOf = context.world.facts.listKindOf;
    if (kindOf === undefined || context.world.expressions.get(field.text) === undefined) return;
    const uses = scalarUsesIn(field.text, kindOf);
    const [first] = uses;
    if (first === undefined) return;
    const edits = uses.flatMap(({ edit }) => (edit === undefined ? [] : [edit]));
    const text = edited(field.text, edits);
    const message = `${about(first, kindOf)}${uses.length > 1 ? ` (and ${uses.length - 1} more)` : ''}`;
    if (edits.length < uses.length || !isEquivalent(field.text, text, context)) context.report(field, message);
    else if (context.expressions.get(text) instanceof CelCompileError)
      context.report(field, `${message}; use .includes(...), which new selectors have only with the feature gate DRAListTypeAttributes`);
    else context.report(field, `${message}; write ${text}`, text, { from: field.text, edits });
  },
};

function about({ domain, name, use, fails }: ScalarUse, kindOf: ListKindOf): string {
  const where = kindOf(domain, name) === 'both' ? 'a list on some devices and a single value on others' : 'a list';
  const outcome = fails
    ? 'it fails on a list'
    : use === '!='
      ? '!= is always true for a list'
      : use === 'in'
        ? 'in is always false for a list'
        : '== is always false for a list';
  return `${name} is ${where}, but ${use === 'condition' ? 'it is used as a condition' : `${use} treats it as a single value`}: ${outcome}`;
}

/** Returns whether the new expression gives the same results as the old one on devices on which the old one succeeds. */
function isEquivalent(text: string, instead: string, { world, checkpoint }: WorldContext): boolean {
  if (world.expressions.get(instead) === undefined) return false;
  const isScalar = ({ attributes }: WorldDevice): boolean =>
    ![...attributes.values()].some((attribute) => Object.values(attribute).some(Array.isArray));
  return world.devices
    .filter(isScalar)
    .slice(0, MOST_COMPARED)
    .every((device) => {
      const before = world.expressions.try(text, device, checkpoint);
      return typeof before !== 'boolean' || world.expressions.try(instead, device, checkpoint) === before;
    });
}
