// Suggests the intended field for an unknown one: a sibling with a similar name, or
// a field elsewhere with the same name. It runs only for certain errors.

import { formatPath, type PathStep } from '../../core/base/json.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { innerType, type StructType, type Type } from '../schema/schema.js';

/** A type and the step that leads to it from another place. */
interface Place {
  readonly type: Type;
  readonly from?: Place;
  readonly step?: PathStep;
}

const ALTERNATIVE = 'an alternative';

/** Fields of other API versions or places, by the struct in which people write them, with the advice for each. */
const MEANT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'core.PodResourceClaim': {
    claimName: 'did you mean resourceClaimName?',
    templateName: 'did you mean resourceClaimTemplateName?',
    source: 'source was removed in 1.31: write resourceClaimName or resourceClaimTemplateName next to the name',
  },
  ResourceClaimSpec: {
    resourceClassName:
      'this field belongs to classic DRA, removed in 1.32: name a DeviceClass in devices.requests[].exactly.deviceClassName',
    parametersRef: 'this field belongs to classic DRA, removed in 1.32: write parameters in devices.config[].opaque.parameters',
    allocationMode: 'this field belongs to classic DRA, removed in 1.32: claims are allocated when a pod needs them',
    controller: 'claims with a control plane controller were removed in 1.32',
  },
  // In v1, the struct has this field, so the advice is for v1beta1.
  DeviceRequest: {
    exactly: 'in v1beta1, the fields of "exactly" belong next to the name: leave out "exactly", or write apiVersion: resource.k8s.io/v1',
  },
  DeviceSubRequest: {
    exactly: `in ${ALTERNATIVE}, the fields of "exactly" belong next to the name: leave out "exactly"`,
    adminAccess: `${ALTERNATIVE} cannot request admin access: only a request without alternatives can`,
    firstAvailable: `${ALTERNATIVE} cannot have alternatives`,
  },
  Device: {
    basic: '"basic" exists only in v1beta1; in this version, its fields belong next to the name: leave out "basic"',
    labels: 'devices have attributes: did you mean attributes?',
  },
  DeviceAttribute: { value: 'name the type of the value: write string, int, bool or version instead of value' },
  'core.Container': { resourceClaims: 'a container uses claims of its pod in resources.claims' },
  DeviceClassSpec: { suitableNodes: 'suitableNodes was removed in 1.32, with control plane controllers' },
};

/** Returns advice on an unknown field of the struct at `steps`; undefined if no field is similar. */
export function meantField(root: StructType, steps: readonly PathStep[], name: string): string | undefined {
  const ancestors = placesOnTheWay(root, steps);
  const parent = ancestors.at(-1);
  if (parent?.type.kind !== 'struct') return undefined;
  const meant = MEANT[parent.type.name];
  if (meant !== undefined && Object.hasOwn(meant, name)) return meant[name];
  const near = nearestName(name, [...parent.type.fields.keys()]);
  const isSameWord = near !== undefined && wordOf(near) === wordOf(name);
  const elsewhere = isSameWord ? undefined : placeOf(name, ancestors);
  if (elsewhere === undefined && near === undefined) return undefined;
  return `did you mean ${formatPath(elsewhere ?? [...steps, near ?? '']).replaceAll('[*]', '[]')}?`;
}

/** Returns a name in lower case without a plural `s`. */
function wordOf(name: string): string {
  return name.toLowerCase().replace(/s$/, '');
}

/** Returns the types along a path, starting at the root. */
function placesOnTheWay(root: StructType, steps: readonly PathStep[]): Place[] {
  const places: Place[] = [{ type: root }];
  for (const step of steps) {
    const from = places.at(-1) as Place;
    const type = innerType(from.type, step);
    if (type === undefined) break;
    places.push({ type, from, step });
  }
  return places;
}

/** Returns the path of the nearest field with this name: breadth-first below the nearest ancestor that has one. */
function placeOf(name: string, ancestors: readonly Place[]): readonly PathStep[] | undefined {
  const seen = new Set<Type>();
  for (const ancestor of ancestors.toReversed()) {
    const found = findBelow(ancestor, name, seen);
    if (found !== undefined) return [...stepsTo(found), name];
  }
  return undefined;
}

/** Returns the nearest struct with a field of this name. Each type is visited once, since some types contain themselves. */
function findBelow(start: Place, name: string, seen: Set<Type>): Place | undefined {
  const queue: Place[] = [start];
  for (const place of queue) {
    const { type } = place;
    if (seen.has(type)) continue;
    seen.add(type);
    // `*` represents any item of a list or entry of a map.
    if (type.kind === 'list') queue.push({ type: type.items, from: place, step: '*' });
    else if (type.kind === 'map') queue.push({ type: type.values, from: place, step: '*' });
    else if (type.kind === 'struct') {
      if (type.fields.has(name)) return place;
      for (const [step, inner] of type.fields) queue.push({ type: inner, from: place, step });
    }
  }
  return undefined;
}

function stepsTo({ from, step }: Place): readonly PathStep[] {
  return from === undefined || step === undefined ? [] : [...stepsTo(from), step];
}
