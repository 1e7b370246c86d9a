// Claims whose whole alternatives have one request each, next to the same claims with prioritized lists. Both forms have the same outcome.

import { AllocationError } from '../../src/core/base/errors.js';
import type { AllocateInput, Allocator } from '../../src/index.js';
import type { Dice } from './dice.js';
import { claim, device, deviceClass, node, request, selectors, slice } from './objects.js';

type Fields = Readonly<Record<string, unknown>>;

/** One input in two forms. */
export interface TwoForms {
  readonly tied: AllocateInput;
  readonly listed: AllocateInput;
}

const KINDS = ['a', 'b', 'c'];
const DOMAIN = 'd.example.com';

/**
 * Makes an input of one to three claims over up to eight devices, some of which are shared, tainted or in use. Some inputs have a selector
 * that fails.
 */
export function twoForms(dice: Dice): TwoForms {
  const count = 2 + dice.below(7);
  const devices = Array.from({ length: count }, (_, index) => randomDevice(index, dice));
  const claims = Array.from({ length: 1 + dice.below(3) }, (_, index) => randomClaim(`c${index}`, dice));
  const inUse = dice.below(3) === 0 ? [{ driver: DOMAIN, pool: 'p', device: `d${dice.below(count)}` }] : [];
  const rest = {
    node: node('n'),
    deviceClasses: [deviceClass('any'), deviceClass('a', `device.attributes["${DOMAIN}"].kind == "a"`)],
    resourceSlices: [slice('s', devices)],
    allocated: { devices: inUse },
  };
  const asked = (form: keyof TwoForms) => ({ ...rest, claims: claims.map((one) => one[form]) }) as unknown as AllocateInput;
  return { tied: asked('tied'), listed: asked('listed') };
}

function randomDevice(index: number, dice: Dice): object {
  const lacksKind = dice.below(12) === 0;
  const attributes = { ...(lacksKind ? {} : { kind: KINDS[dice.below(3)] }), root: dice.below(3) };
  const shared = dice.below(5) === 0 ? { allowMultipleAllocations: true, capacity: { memory: { value: '10' } } } : {};
  const taints = dice.below(10) === 0 ? { taints: [{ key: 'k', effect: 'NoSchedule' }] } : {};
  return device(`d${index}`, attributes, { ...shared, ...taints });
}

/** A claim in both forms. A constraint of an alternative names its subrequest in the list. */
function randomClaim(name: string, dice: Dice): Record<keyof TwoForms, object> {
  const wanted = Array.from({ length: 1 + dice.below(4) }, () => randomSelection(dice));
  const constrained = wanted.map(() => (dice.below(3) === 0 ? [dice.below(2) === 0 ? 'matchAttribute' : 'distinctAttribute'] : []));
  const alternatives = wanted.map((exactly, index) => ({
    requests: [request('r', exactly)],
    constraints: (constrained[index] ?? []).map((field) => ({ [field]: `${DOMAIN}/root` })),
  }));
  const constraints = constrained.flatMap((fields, index) =>
    fields.map((field) => ({ requests: [`r/s${index}`], [field]: `${DOMAIN}/root` })),
  );
  const firstAvailable = wanted.map((exactly, index) => ({ name: `s${index}`, deviceClassName: 'any', ...exactly }));
  return {
    tied: { ...claim(name, []), spec: { firstOfDevices: alternatives } },
    listed: claim(name, [{ name: 'r', firstAvailable }], { constraints }),
  };
}

function randomSelection(dice: Dice): Fields {
  const kind = `device.attributes["${DOMAIN}"].kind`;
  const selection: Record<string, unknown> =
    dice.below(8) === 0 ? { allocationMode: 'All' } : { count: 1 + dice.below(dice.below(20) === 0 ? 40 : 3) };
  if (dice.below(2) === 0) Object.assign(selection, selectors(`${kind} == "${KINDS[dice.below(3)]}"`));
  if (dice.below(4) === 0) selection['deviceClassName'] = dice.below(15) === 0 ? 'none' : 'a';
  if (dice.below(6) === 0) selection['capacity'] = { requests: { memory: String(1 + dice.below(12)) } };
  if (dice.below(8) === 0) selection['tolerations'] = [{ operator: 'Exists' }];
  return selection;
}

/** The outcome of one form, with names that differ between the two forms replaced by one name. */
export function answerOf(question: AllocateInput, allocator: Allocator): unknown {
  try {
    const outcome = allocator.allocate(question);
    if (outcome.kind !== 'allocated') return outcome;
    const claims = outcome.allocations.map(({ devices: { results = [], config = [] }, firstOfDevicesIndex }) => ({
      alternative: firstOfDevicesIndex ?? Number(results[0]?.request.split('/s')[1]),
      results: results.map(({ request: _, shareID: __, ...result }) => result),
      config,
    }));
    return { kind: outcome.kind, steps: outcome.steps, claims };
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    const { code, claim: name, device: at, selector, nodeLocal } = error;
    return { code, claim: name, device: at, selector, nodeLocal };
  }
}
