// Short constructors of Kubernetes objects for tests. Objects are plain JSON in the shapes of resource.k8s.io/v1 and v1.

type Fields = Readonly<Record<string, unknown>>;

/** A Node. */
export function node(name: string, labels: Readonly<Record<string, string>> = {}, status: Fields = {}): object {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status };
}

/** A DeviceClass with at most one selector. */
export function deviceClass(name: string, expression?: string, more: Fields = {}): object {
  const selectors = expression === undefined ? {} : { selectors: [{ cel: { expression } }] };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name }, spec: { ...selectors, ...more } };
}

/** A ResourceSlice of driver `d.example.com`. By default it is the complete pool `p` on node `n`. */
export function slice(name: string, devices: readonly object[], more: Fields & { readonly pool?: Fields } = {}): object {
  const { pool, ...spec } = more;
  const where =
    'nodeName' in more || 'nodeSelector' in more || 'allNodes' in more || 'perDeviceNodeSelection' in more ? {} : { nodeName: 'n' };
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name },
    spec: { driver: 'd.example.com', ...where, pool: { name: 'p', generation: 1, resourceSliceCount: 1, ...pool }, devices, ...spec },
  };
}

/** A device with attributes in the driver's domain: strings, booleans and integers as scalars, arrays as lists. */
export function device(name: string, attributes: Readonly<Record<string, unknown>> = {}, more: Fields = {}): object {
  const entries = Object.entries(attributes).map(([key, value]) => [key, attribute(value)]);
  return { name, attributes: Object.fromEntries(entries), ...more };
}

function attribute(value: unknown): object {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const type = typeof first === 'boolean' ? 'bool' : typeof first === 'string' ? 'string' : 'int';
  return { [Array.isArray(value) ? `${type}s` : type]: value };
}

/** Devices d0, d1, ... without attributes. */
export function devices(count: number): object[] {
  return Array.from({ length: count }, (_, index) => device(`d${index}`));
}

/** A request of class `any`. */
export function request(name: string, exactly: Fields = {}): object {
  return { name, exactly: { deviceClassName: 'any', ...exactly } };
}

/** A prioritized list whose subrequests are of class `any`. */
export function firstAvailable(name: string, subrequests: Readonly<Record<string, Fields>>): object {
  return { name, firstAvailable: Object.entries(subrequests).map(([sub, fields]) => ({ name: sub, deviceClassName: 'any', ...fields })) };
}

/** A DeviceTaintRule. */
export function deviceTaintRule(name: string, spec: Fields): object {
  return { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceTaintRule', metadata: { name }, spec };
}

/** A ResourceClaim in namespace `ns`. */
export function claim(
  name: string,
  requests: readonly object[],
  more: Fields = {},
): { metadata: { name: string } & Fields; status?: Fields } & Fields {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { namespace: 'ns', name },
    spec: { devices: { requests, ...more } },
  };
}

/** The selectors of a request. */
export function selectors(...expressions: string[]): { readonly selectors: readonly object[] } {
  return { selectors: expressions.map((expression) => ({ cel: { expression } })) };
}
