// DeviceClass: what an administrator lets people ask for by name. Source: resource.k8s.io/v1, type DeviceClass.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy } from './decoder.js';
import { ignored, list, object, optional, string } from './decoder.js';
import { deviceSelector, opaqueConfiguration } from './device-request.js';
import { objectMeta } from './meta.js';
import { decodeResource } from './version.js';

const deviceClass = object({
  apiVersion: ignored,
  kind: ignored,
  metadata: objectMeta,
  spec: object(
    {
      selectors: list(deviceSelector),
      config: list(object({ opaque: optional(opaqueConfiguration) })),
      extendedResourceName: optional(string),
    },
    { retired: { suitableNodes: 'is ignored since Kubernetes 1.32: it served drivers with a control plane controller' } },
  ),
});

/** A named choice of devices with configuration for them. */
export interface DeviceClass extends DecodedBy<typeof deviceClass> {}

/** Decodes a DeviceClass of any served version. Throws AllocationError. */
export function decodeDeviceClass(value: Json, context: DecodeContext): DeviceClass {
  return decodeResource(value, 'DeviceClass', { v1: deviceClass, flat: deviceClass }, context);
}
