import { describe, expect, test } from 'vitest';
import { kindNames, removalOf, type StructType, type Type, typeOf, versionsOf } from '../../../src/validate/schema/schema.js';
import { MINORS, STRUCTS } from '../../../src/validate/schema/types.generated.js';

/** Returns the type at a path of fields, through lists and maps. */
function at(root: Type | undefined, ...path: readonly string[]): Type | undefined {
  let type = root;
  for (const name of path) type = inner(type).fields.get(name);
  return type;
}

function inner(type: Type | undefined): StructType {
  if (type?.kind === 'list') return inner(type.items);
  if (type?.kind === 'map') return inner(type.values);
  if (type?.kind !== 'struct') throw new Error(`no struct: ${type?.kind}`);
  return type;
}

const slice = (minor: number) => typeOf('resource.k8s.io/v1', 'ResourceSlice', minor);

describe('types of objects', () => {
  test('have the fields of their version with their types', () => {
    const claim = typeOf('resource.k8s.io/v1', 'ResourceClaim', 37);
    expect(claim).toMatchObject({ kind: 'struct', name: 'ResourceClaim', isNamespaced: true });
    expect([...(claim?.fields.keys() ?? [])]).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
    expect(inner(at(claim, 'metadata')).name).toBe('ObjectMeta');
    expect(at(claim, 'spec', 'devices', 'requests', 'exactly', 'count')).toEqual({ kind: 'int64' });
    expect(at(claim, 'spec', 'devices', 'requests', 'exactly', 'capacity', 'requests')).toEqual({
      kind: 'map',
      values: { kind: 'Quantity' },
    });
    expect(at(claim, 'spec', 'devices', 'config', 'opaque', 'parameters')).toEqual({ kind: 'RawExtension' });
    const flat = at(typeOf('resource.k8s.io/v1beta1', 'ResourceClaim', 37), 'spec', 'devices', 'requests');
    expect(inner(flat).fields.has('deviceClassName')).toBe(true);
  });

  test('tell pointers from values', () => {
    const attribute = inner(at(slice(37), 'spec', 'devices', 'attributes'));
    expect([...attribute.pointers]).toEqual(['int', 'bool', 'string', 'version']);
    expect(inner(at(slice(37), 'spec')).pointers.has('driver')).toBe(false);
  });

  test('differ between releases', () => {
    const attributes = (minor: number) => [...inner(at(slice(minor), 'spec', 'devices', 'attributes')).fields.keys()];
    expect(attributes(35)).toEqual(['int', 'bool', 'string', 'version']);
    expect(attributes(36)).toEqual(['int', 'bool', 'string', 'version', 'ints', 'bools', 'strings', 'versions']);
    const devices = (minor: number) => inner(at(slice(minor), 'spec', 'devices')).fields;
    expect(devices(36).has('nodeAllocatableResourceMappings')).toBe(true);
    expect(devices(37).has('nodeAllocatableResourceMappings')).toBe(false);
  });

  test('name structs of other groups with their group', () => {
    const pod = typeOf('v1', 'Pod', 37);
    expect(inner(at(pod, 'spec')).name).toBe('core.PodSpec');
    expect(inner(at(pod, 'spec', 'containers', 'resources', 'claims')).name).toBe('core.ResourceClaim');
    expect(inner(at(pod, 'spec', 'securityContext', 'seccompProfile')).name).toBe('core.SeccompProfile');
  });

  test('have the fields of embedded structs as their own', () => {
    const volume = inner(at(typeOf('v1', 'Pod', 37), 'spec', 'volumes'));
    expect(volume.fields.has('emptyDir')).toBe(true);
  });

  test('can contain themselves', () => {
    const template = inner(at(typeOf('scheduling.k8s.io/v1beta1', 'Workload', 37), 'spec', 'compositePodGroupTemplates'));
    expect(at(template, 'compositePodGroupTemplates', 'compositePodGroupTemplates', 'name')).toEqual({ kind: 'string' });
  });

  test('are made once', () => {
    expect(slice(37)).toBe(slice(37));
  });

  test('can all be read in all releases', () => {
    const seen = new Set<Type>();
    const read = (type: Type): void => {
      if (seen.has(type)) return;
      seen.add(type);
      if (type.kind === 'list') read(type.items);
      else if (type.kind === 'map') read(type.values);
      else if (type.kind === 'struct') {
        for (const name of type.pointers) expect(type.fields.has(name), `${type.name} ${name}`).toBe(true);
        for (const field of type.fields.values()) read(field);
      }
    };
    for (const minor of MINORS) {
      for (const { apiVersion, kind } of kindNames().flatMap((name) => versionsOf(name, minor))) {
        const type = typeOf(apiVersion, kind, minor);
        expect(type?.fields.has('metadata'), `${apiVersion} ${kind}`).toBe(true);
        read(type as StructType);
      }
    }
    const structs = new Set([...seen].filter((type) => type.kind === 'struct').map((type) => type.name));
    expect(structs.size).toBeGreaterThan(250);
    expect(STRUCTS.split('\n').length).toBeGreaterThan(structs.size);
  });
});

describe('versions of a kind', () => {
  const versions = (kind: string, minor: number) => versionsOf(kind, minor).map(({ apiVersion }) => apiVersion);

  test('come with the preferred one first', () => {
    expect(versions('ResourceClaim', 37)).toEqual(['resource.k8s.io/v1', 'resource.k8s.io/v1beta2', 'resource.k8s.io/v1beta1']);
    expect(versions('DeviceTaintRule', 37)).toEqual(['resource.k8s.io/v1', 'resource.k8s.io/v1beta2', 'resource.k8s.io/v1alpha3']);
    expect(versions('DeviceTaintRule', 36)).toEqual(['resource.k8s.io/v1beta2', 'resource.k8s.io/v1alpha3']);
    expect(versions('DeviceTaintRule', 34)).toEqual(['resource.k8s.io/v1alpha3']);
    expect(versions('PodGroup', 35)).toEqual([]);
    expect(versions('PodGroup', 37)).toEqual(['scheduling.k8s.io/v1beta1', 'scheduling.k8s.io/v1alpha3']);
    expect(versions('Deployment', 37)).toEqual(['apps/v1']);
  });

  test('are on by default when they are stable', () => {
    expect(versionsOf('ResourceSlice', 37).map(({ isOnByDefault }) => isOnByDefault)).toEqual([true, false, false]);
  });

  test('go away with a release', () => {
    expect(removalOf('apps/v1beta1', 'Deployment')).toBe(16);
    expect(removalOf('apps/v1', 'Deployment')).toBeUndefined();
    expect(typeOf('apps/v1beta1', 'Deployment', 37)).toBeUndefined();
    expect(typeOf('v1', 'Deployment', 37)).toBeUndefined();
    expect(typeOf('v1', '__proto__', 37)).toBeUndefined();
  });
});
