// A taint that goes: from the devices that have it, and from the DeviceTaintRules that bring it, whose effect is None then.

import { type DeviceTaintRule, isAboutDevice } from '../../api/device-taint-rule.js';
import type { DeviceTaint, ResourceSlice } from '../../api/resource-slice.js';
import { some } from '../../base/words.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import type { Question } from '../question.js';
import { isSameTaint, taintsOf, taintText } from './tolerations.js';

const MOST_NAMED = 3;

/** Edits that take a taint away. */
export function untaintingEdits(question: Question): readonly Edit[] {
  const slices = [...new Set(question.input.view.devices.map(({ slice }) => slice))];
  const taints = taintsOf(question).filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  return taints.map((taint) => untainting(taint, slices, question.world.rules));
}

/** A device that has a taint: where, and whether a rule brought it. */
interface Tainted {
  readonly slice: ResourceSlice;
  readonly name: string;
  readonly removal: Change;
  readonly isByRule: boolean;
}

function untainting(taint: DeviceTaint, slices: readonly ResourceSlice[], rules: readonly DeviceTaintRule[]): Edit {
  const tainted = slices.flatMap((slice) => taintedIn(slice, taint, rules));
  const own = tainted.filter(({ isByRule }) => !isByRule);
  const bringing = rules.filter(
    (rule) => isSameTaint(rule.spec.taint, taint) && tainted.some(({ slice, name }) => isAboutDevice(rule, slice.spec, name)),
  );
  const names = own.map(({ slice, name }) => `${name} of pool ${slice.spec.pool.name}`);
  const places = [...bringing.map(({ metadata }) => `DeviceTaintRule ${metadata.name}`), ...new Set(names)];
  return {
    kind: 'untaint',
    by: 'admin',
    text: `take the taint ${taintText(taint)} off ${some(places, MOST_NAMED)}`,
    loss: tainted.length,
    changes: [...own.map(({ removal }) => removal), ...bringing.map(withoutEffect)],
    effects: tainted.filter(({ isByRule }) => isByRule).map(({ removal }) => removal),
  };
}

function taintedIn(slice: ResourceSlice, taint: DeviceTaint, rules: readonly DeviceTaintRule[]): readonly Tainted[] {
  return slice.spec.devices.flatMap(({ taints, name }, device) => {
    // Taints of rules come after those of the device.
    const own = taints.length - rules.filter((rule) => isAboutDevice(rule, slice.spec, name)).length;
    return taints.flatMap((other, place): Tainted[] => {
      if (!isSameTaint(other, taint)) return [];
      const operation = { op: 'remove', path: ['spec', 'devices', device, 'taints', place] } as const;
      return [{ slice, name, removal: { target: { kind: 'ResourceSlice', object: slice }, operation }, isByRule: place >= own }];
    });
  });
}

function withoutEffect(object: DeviceTaintRule): Change {
  return {
    target: { kind: 'DeviceTaintRule', object },
    operation: { op: 'replace', path: ['spec', 'taint', 'effect'], value: 'None', json: 'None' },
  };
}
