// Fills in defaults as the API server does before it validates. Source: pkg/apis/{core/v1,resource/{v1,v1beta1}}/defaults.go of Kubernetes 1.37.1.

import type { DecodedStruct } from '../tree/decoded.js';
import { type Transform, Transforms, withFields } from '../tree/transform.js';

/** Defaults the allocation mode and count: one device. */
const withCount: Transform = (request) => {
  const { allocationMode = 'ExactCount', count = 0n } = request;
  const mode = allocationMode === '' ? 'ExactCount' : allocationMode;
  return withFields(request, { allocationMode: mode, count: mode === 'ExactCount' && count === 0n ? 1n : count });
};

/** Flat requests default their mode only if they name a class, since a request without a class may only have alternatives. */
const withCountOfFlat: Transform = (request) => (hasClass(request) ? withCount(request) : request);

const withOperator: Transform = (toleration) =>
  (toleration['operator'] ?? '') === '' ? withFields(toleration, { operator: 'Equal' }) : toleration;

const withDiskKind: Transform = ({ kind = 'Shared', ...disk }) => withFields(disk, { kind });

/** Returns the defaults for objects in v1 form. `isFlat`: the objects are from v1beta1, whose requests have no `exactly`. */
export function defaultsOf(isFlat: boolean): Transforms {
  return new Transforms([
    ['ExactDeviceRequest', isFlat ? withCountOfFlat : withCount],
    ['DeviceSubRequest', withCount],
    ['DeviceToleration', withOperator],
    ['core.AzureDiskVolumeSource', withDiskKind],
  ]);
}

function hasClass(request: DecodedStruct): boolean {
  return (request['deviceClassName'] ?? '') !== '';
}
