// Makes ResourceSlices that edits add: each has a new pool on the node.

import { DecodeContext } from '../../../core/api/context.js';
import { type Device, decodeResourceSlice, type ResourceSlice } from '../../../core/api/resource-slice.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Change } from '../change.js';
import type { Question } from '../question.js';

/** A new slice. */
export type NewSlice = Extract<Change['target'], { kind: 'ResourceSlice' }> & { readonly json: Json };

/** The names of slices and pools, and the names that several slices have. */
export interface SliceNames {
  readonly taken: Set<string>;
  readonly ambiguous: ReadonlySet<string>;
}

/** Collects the names of all slices. */
export function* sliceNamesOf({ input, checkpoint }: Question): Incremental<SliceNames> {
  const [slices, pools, ambiguous] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const {
    metadata: { name },
    spec,
  } of input.view.slices.all) {
    if (checkpoint.due()) yield;
    if (slices.has(name)) ambiguous.add(name);
    slices.add(name);
    pools.add(spec.pool.name);
  }
  for (const name of pools) slices.add(name);
  return { taken: slices, ambiguous };
}

/** Returns an empty slice on the node of a question, in a new pool. Its name is unused by slices and pools. */
export function newSlice({ input }: Question, { taken }: SliceNames, driver: string, like: string): NewSlice {
  const nodeName = input.view.node.metadata.name;
  const name = freeName(`${nodeName === '' ? 'node' : nodeName}-${like}`.toLowerCase(), taken);
  const spec = {
    driver,
    pool: { name, generation: 1, resourceSliceCount: 1 },
    ...(nodeName === '' ? { allNodes: true } : { nodeName }),
    devices: [],
  };
  const json = sliceJson(name, spec);
  return { kind: 'ResourceSlice', object: decodeSlice(json), json };
}

/** Returns a ResourceSlice in the current API version. */
export function sliceJson(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name }, spec };
}

/** Returns the changes that create a slice, unless it was created, and add a device to it. */
export function publishing({ json: slice, ...target }: NewSlice, device: Json): readonly Change[] {
  const sliceOfDevice = { ...(slice as JsonObject), spec: { ...((slice as JsonObject)['spec'] as JsonObject), devices: [device] } };
  const [value] = decodeSlice(sliceOfDevice).spec.devices as [Device];
  return [
    { target, operation: { op: 'create', path: [], json: slice } },
    { target, operation: { op: 'append', path: ['spec', 'devices'], value, json: device } },
  ];
}

/** Decodes a new slice. */
export function decodeSlice(json: Json): ResourceSlice {
  return decodeResourceSlice(json, new DecodeContext());
}

/** Returns the requested name, with a number if the name is used, and marks it as used. */
export function freeName(baseName: string, taken: Set<string>): string {
  let name = baseName;
  for (let number = 2; taken.has(name); number++) name = `${baseName}-${number}`;
  taken.add(name);
  return name;
}
