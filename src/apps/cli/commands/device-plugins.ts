// Warns about devices that both a device plugin and DRA offer on a node.

import { newestSlices } from '../../../allocator/pools/newest-generations.js';
import { CelCompileError, compileSelector, type Selector, STORED } from '../../../cel/engine.js';
import { tryDevice } from '../../../cel/help/trials.js';
import type { Node } from '../../../core/api/node.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { count } from '../../../core/base/words.js';
import { type LocalDevices, type NamedClass, offeredTwice, offeredTwiceTexts } from '../../../scheduler/pods/device-plugins.js';
import { diagnose, type Streams } from '../streams.js';

/** The most warnings in the output; others are only counted. */
const MAX_WARNINGS = 20;

/** Warns about devices that nodes offer twice. */
export function warnAboutPlugins(objects: ObjectSet, nodes: readonly Node[], streams: Pick<Streams, 'err'>, checkpoint: Checkpoint): void {
  const classes = objects.deviceClasses.map(({ metadata: { name }, spec }) => ({ name, extendedResourceName: spec.extendedResourceName }));
  const texts = offeredTwiceTexts(offeredTwice(nodes, classes, localDevices(objects, checkpoint), checkpoint));
  for (const text of texts.slice(0, MAX_WARNINGS)) diagnose(streams, 'warning', text);
  if (texts.length > MAX_WARNINGS)
    diagnose(
      streams,
      'warning',
      `both a device plugin and DRA offer the devices of ${count(texts.length - MAX_WARNINGS, 'more resource')}`,
    );
}

function localDevices({ resourceSlices, deviceClasses }: ObjectSet, checkpoint: Checkpoint): LocalDevices {
  const byNode = new Map<string, ResourceSlice[]>();
  for (const slice of newestSlices(resourceSlices)) {
    checkpoint.step(1 + slice.spec.devices.length);
    const { nodeName = '', perDeviceNodeSelection, devices } = slice.spec;
    const names = perDeviceNodeSelection === true ? devices.map((device) => device.nodeName ?? '') : [nodeName];
    for (const name of new Set(names)) if (name !== '' && devices.length > 0) entryIn(byNode, name, (): ResourceSlice[] => []).push(slice);
  }
  const selectors = new Map<string, readonly Selector[] | undefined>();
  for (const { metadata, spec } of deviceClasses) {
    checkpoint.step();
    selectors.set(metadata.name, selectorsOf(spec.selectors));
  }
  return {
    driversOn: (node) => new Set((byNode.get(node) ?? []).map(({ spec }) => spec.driver)),
    driverOf: ({ name }: NamedClass, node) => {
      const ofClass = selectors.get(name);
      if (ofClass === undefined) return undefined;
      return byNode.get(node)?.find((slice) => hasDevice(slice, node, ofClass, checkpoint))?.spec.driver;
    },
  };
}

/** Returns the selectors of a class; undefined if one does not compile, since the class then has no devices. */
function selectorsOf(selectors: ObjectSet['deviceClasses'][number]['spec']['selectors']): readonly Selector[] | undefined {
  try {
    return selectors.map(({ cel }) => compileSelector(cel?.expression ?? '', STORED));
  } catch (error) {
    if (error instanceof CelCompileError) return undefined;
    throw error;
  }
}

function hasDevice({ spec }: ResourceSlice, node: string, selectors: readonly Selector[], checkpoint: Checkpoint): boolean {
  return spec.devices.some((device) => {
    checkpoint.step();
    if (spec.perDeviceNodeSelection === true && device.nodeName !== node) return false;
    return selectors.every((selector) => tryDevice(selector, spec.driver, spec.pool.name, device, checkpoint).matches === true);
  });
}
