import type { DecodedBy } from './decoder.js';
import { ignored, type LargeDecoder, list, object, optional, string } from './decoder.js';
import { deviceSelector, opaqueConfiguration } from './device-request.js';
import { objectMeta } from './meta.js';
import { resourceKind } from './version.js';

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
    { retired: { suitableNodes: 'has been ignored since Kubernetes 1.32: only drivers with a control plane controller used it' } },
  ),
});

/** A named selection of devices with configuration for them. */
export interface DeviceClass extends DecodedBy<typeof deviceClass> {}

/** Decodes DeviceClasses of any served version, also in increments. */
export const deviceClassKind: LargeDecoder<DeviceClass> = resourceKind('DeviceClass', { v1: deviceClass, flat: deviceClass });

/** Decodes a DeviceClass of any served version. Throws AllocationError. */
export const { decode: decodeDeviceClass } = deviceClassKind;
