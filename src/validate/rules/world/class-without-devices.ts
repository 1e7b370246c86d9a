import type { Field } from '../../tree/field.js';
import { expressionsOf } from '../../world/claims.js';
import type { Expression } from '../../world/expressions.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import { hasSpecificFinding } from '../../world/specific-findings.js';
import { valuesOf } from '../../world/values.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A class that matches no device leaves all its claims pending. */
export const classWithoutDevices: WorldRule = {
  id: 'class-without-devices',
  severity: 'warning',
  says: 'DeviceClass matches no device',
  link: DRA_PAGE,
  at: ['DeviceClassSpec'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', { 'spec.selectors[0].cel.expression': "device.driver == 'gpus.example.com'" }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['DeviceClass', { 'spec.selectors[0].cel.expression': "device.driver == 'fpga.example.org'" }],
    ],
  }),
  check(spec, context) {
    const { world } = context;
    const expressions = expressionsOf(spec.child('selectors')).map((text) => world.expressions.get(text));
    if (!world.hasDevices || expressions.some((expression) => expression === undefined)) return;
    const compiledExpressions = expressions as readonly Expression[];
    const drivers = compiledExpressions.flatMap((expression) => expression.drivers);
    if (drivers.length > 0 && !drivers.some((driver) => world.facts.drivers.has(driver))) checkDriver(spec, compiledExpressions, context);
    else if (
      drivers.length > 0 ||
      compiledExpressions.some(({ mentions }) => mentions.some(({ domain }) => world.facts.drivers.has(domain)))
    )
      checkDevices(spec, compiledExpressions, context);
  },
};

/** If a driver has no slices in the input, its devices are unknown, unless its name is similar to the name of a driver with slices. */
function checkDriver(spec: Field, expressions: readonly Expression[], context: WorldContext): void {
  for (const [place, { drivers }] of expressions.entries()) {
    const [driver] = drivers;
    const near = driver === undefined ? [] : context.world.facts.nearest.of(driver, context.world.facts.drivers);
    if (near.length === 0) continue;
    const field = spec.child('selectors').index(place).child('cel', 'expression');
    const conditions = near.map((name) => `device.driver == "${name}"`);
    context.report(field, `no slice has the driver ${driver}: ${didYouMean(conditions)}`, onlyOne(conditions));
    return;
  }
}

function checkDevices(spec: Field, expressions: readonly Expression[], context: WorldContext): void {
  const { world } = context;
  const found = world.matcher.among(
    world.devices,
    expressions.map(({ text }) => text),
  );
  if (found === undefined || found.devices.length > 0 || found.failures.size > 0) return;
  if (expressions.some(({ text }) => hasSpecificFinding(text, world))) return;
  const reading = expressions.find(({ mentions }) => mentions.length > 0);
  const values = reading === undefined ? '' : valuesOf(reading, world.devices);
  context.report(spec.child('selectors'), `no device of the input is of this class${values}`);
}
