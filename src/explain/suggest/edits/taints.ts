// Edits that remove a taint from devices, and set the effect None in the DeviceTaintRules that add it.

import type { DeviceTaintRule } from '../../../core/api/device-taint-rule.js';
import type { Device, DeviceTaint, ResourceSlice } from '../../../core/api/resource-slice.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { append } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { some } from '../../../core/base/words.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { MOST_CHANGES, type Question } from '../question.js';
import { MOST } from './bounds.js';
import { isSameTaint, taintsOf, taintText } from './tolerations.js';

/** Returns the edits that remove a taint. */
export function* untaintingEdits(question: Question): Incremental<readonly Edit[]> {
  const { input, world, checkpoint } = question;
  const taints = (yield* taintsOf(question)).filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  if (taints.length === 0) return [];
  const ofRules = new Set(world.rules.map(({ spec }) => spec.taint));
  const slices = new Set(yield* mapping(input.view.devices, ({ slice }) => slice, checkpoint));
  const tainted = taints.map((): Tainted[] => []);
  for (const slice of slices) {
    for (const [place, device] of slice.spec.devices.entries()) {
      if (checkpoint.due()) yield;
      if (device.taints.length > MOST.taintsOfDevice) continue;
      for (const [number, list] of tainted.entries())
        if (list.length <= MOST.taintedDevices) append(list, taintedIn(slice, device, place, taints[number] as DeviceTaint, ofRules));
    }
  }
  return taints.flatMap((taint, number) => untainting(taint, tainted[number] as readonly Tainted[], world.rules));
}

/** A taint of a device: its place, and whether a rule added it. */
interface Tainted {
  readonly slice: ResourceSlice;
  readonly name: string;
  readonly taint: DeviceTaint;
  readonly removal: Change;
  readonly isByRule: boolean;
}

function untainting(taint: DeviceTaint, tainted: readonly Tainted[], rules: readonly DeviceTaintRule[]): readonly Edit[] {
  const deviceTaints = tainted.filter(({ isByRule }) => !isByRule);
  const brought = new Set(tainted.map((one) => one.taint));
  const bringing = rules.filter(({ spec }) => brought.has(spec.taint));
  if (tainted.length === 0 || tainted.length > MOST.taintedDevices || deviceTaints.length + bringing.length > MOST_CHANGES) return [];
  const names = deviceTaints.map(({ slice, name }) => `${name} of pool ${slice.spec.pool.name}`);
  const places = [...bringing.map(({ metadata }) => `DeviceTaintRule ${metadata.name}`), ...new Set(names)];
  return [
    {
      kind: 'untaint',
      by: 'admin',
      text: `remove the taint ${taintText(taint)} from ${some(places, MOST.named)}`,
      loss: tainted.length,
      changes: [...deviceTaints.map(({ removal }) => removal), ...bringing.map(withoutEffect)],
      effects: tainted.filter(({ isByRule }) => isByRule).map(({ removal }) => removal),
    },
  ];
}

/** Returns the taints of a device that are equal to a taint. `ofRules` contains the taints that rules add. */
function taintedIn(
  slice: ResourceSlice,
  { name, taints }: Device,
  device: number,
  taint: DeviceTaint,
  ofRules: ReadonlySet<DeviceTaint>,
): readonly Tainted[] {
  return taints.flatMap((other, place): Tainted[] => {
    if (!isSameTaint(other, taint)) return [];
    const operation = { op: 'remove', path: ['spec', 'devices', device, 'taints', place] } as const;
    const removal = { target: { kind: 'ResourceSlice', object: slice }, operation } as const;
    return [{ slice, name, taint: other, removal, isByRule: ofRules.has(other) }];
  });
}

function withoutEffect(object: DeviceTaintRule): Change {
  return {
    target: { kind: 'DeviceTaintRule', object },
    operation: { op: 'replace', path: ['spec', 'taint', 'effect'], value: 'None', json: 'None' },
  };
}
