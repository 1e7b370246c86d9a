// Reads the parameters of claims for the fake driver: `count` and `split` of its custom resource, and parts of resource.k8s.io/v1 requests.

import { DecodeContext } from '../core/api/context.js';
import { int32, list, object, optional, string } from '../core/api/decoder.js';
import { rawObject } from '../core/api/values.js';
import type { Json, JsonObject } from '../core/base/json.js';
import type { ApiObject } from './api/objects.js';

/** The requirements of a claim on the fake driver. */
export interface FakeClaimParameters {
  /** The number of devices. */
  readonly count: number;
  /** The number of parts into which each device is split; 0 for no split. */
  readonly split: number;
  /** DeviceSelectors of v1. Each device must match all of them. */
  readonly selectors: readonly JsonObject[];
  /** DeviceConstraints of v1. */
  readonly constraints: readonly JsonObject[];
}

/** The parameters of a claim without a reference to parameters. */
export const DEFAULT_PARAMETERS: FakeClaimParameters = { count: 1, split: 0, selectors: [], constraints: [] };

const spec = object({
  count: optional(int32),
  split: optional(int32),
  selector: optional(object({ model: optional(string) })),
  selectors: list(rawObject),
  constraints: list(rawObject),
});

/** Returns checked parameters. Throws for counts below 1, and AllocationError for invalid fields. */
export function checkedParameters(inputObject: ApiObject): FakeClaimParameters {
  const {
    count = 1,
    split,
    selector,
    selectors,
    constraints,
  } = spec.decode((inputObject as ApiObject & { spec?: Json }).spec, new DecodeContext(['spec']));
  if (count < 1) throw new Error(`invalid number of Fakes requested: count=${count}`);
  if (split !== undefined && split < 1) throw new Error(`invalid number of virtual Fakes requested: split=${split}`);
  const model = selector?.model === undefined ? [] : [modelSelector(selector.model)];
  return { count, split: split ?? 0, selectors: [...model, ...selectors], constraints };
}

function modelSelector(model: string): JsonObject {
  return { cel: { expression: `device.attributes[device.driver].model == ${JSON.stringify(model)}` } };
}
