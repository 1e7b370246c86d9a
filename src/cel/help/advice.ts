// Advises on selectors with unintended results: names that no device has, and comparisons with values of
// another type. The compiler cannot find these mistakes, since they depend on the devices.

import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { entryIn } from '../../core/base/entry-in.js';
import { accessTo, type Mention, mentionsIn } from '../reads/mentions.js';
import { aboutName, addName, type DeviceNames } from './device-names.js';
import { aboutValue } from './device-values.js';
import type { DeviceTrial, ReadValue } from './trials.js';

/** More sentences would hide the first ones. */
const MAX_SENTENCES = 3;

/** The error of a selector whose value is not a condition contains this text. */
const NOT_BOOL = 'could not be converted to bool';

type Kind = Mention['map'];

/** Returns sentences about a selector that was tried on the devices of these slices; empty if there is no advice. */
export function adviceOn(expression: string, trials: readonly DeviceTrial[], slices: readonly ResourceSlice[]): readonly string[] {
  const sentences = new Set<string>();
  const nothingMatches = trials.every(({ matches }) => matches !== true);
  const notBool = trials.some(({ error }) => error?.includes(NOT_BOOL) === true);
  const values = valuesRead(trials);
  let names: DeviceNames | undefined;
  for (const mention of mentionsIn(expression)) {
    if (sentences.size >= MAX_SENTENCES) break;
    const read = values.get(keyOf(mention.map, `${mention.domain}/${mention.name}`));
    if (read === undefined) continue;
    names ??= namesOfDevices(slices);
    const isMissing = read.value === undefined && (nothingMatches || read.failed);
    const isMissingSomewhere = read.value !== undefined && read.failed;
    const sentence = isMissing
      ? aboutName(mention, names)
      : (aboutValue(mention, read.value, notBool) ?? (isMissingSomewhere ? aboutGap(mention) : undefined));
    if (sentence !== undefined) sentences.add(sentence);
  }
  return [...sentences];
}

/** The findings about a name: the value on the first device that has it, and whether a device without it failed. */
interface Found {
  value: ReadValue['value'];
  failed: boolean;
}

function keyOf(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}

function valuesRead(trials: readonly DeviceTrial[]): ReadonlyMap<string, Found> {
  const values = new Map<string, Found>();
  for (const { error, read } of trials) {
    for (const { kind, name, value } of read) {
      const key = keyOf(kind === 'attribute' ? 'attributes' : 'capacity', name);
      const found = entryIn(values, key, (): Found => ({ value: undefined, failed: false }));
      found.value ??= value;
      found.failed ||= error !== undefined && value === undefined;
    }
  }
  return values;
}

function namesOfDevices(slices: readonly ResourceSlice[]): DeviceNames {
  const names = { attributes: new Map<string, Set<string>>(), capacity: new Map<string, Set<string>>() };
  for (const { spec } of slices) {
    for (const { attributes, capacity } of spec.devices) {
      for (const name of attributes.keys()) addName(names.attributes, name, spec.driver);
      for (const name of capacity.keys()) addName(names.capacity, name, spec.driver);
    }
  }
  return names;
}

/** Advises on a name that some devices lack, so that the selector fails on them. */
function aboutGap(mention: Mention): string {
  return `not every device has ${mention.name}: begin with has(${accessTo(mention)}) && ...`;
}
