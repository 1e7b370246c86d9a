// Each field of a pod is changed, and makes another shape unless no filter and no score checks it. A field that has no place here does not
// compile in pod-shape.ts.

import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod } from '../../../src/core/api/pod.js';
import type { Json } from '../../../src/core/base/json.js';
import { podShape } from '../../../src/scheduler/filters/pod-shape.js';
import { RICH_MANIFEST } from './rich-pod.js';

type Fields = Record<string, unknown>;

const shape = (value: Fields): string => podShape(decodePod(value as Json, new DecodeContext()));

/** The paths to all scalars of a value. */
function* scalarPaths(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [key, inner] of Object.entries(value)) yield* scalarPaths(inner, [...path, key]);
}

/** The value with another scalar at a path. */
function changed(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}x`;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed(item, rest) : item));
  return { ...(value as Fields), [key]: changed((value as Fields)[key], rest) };
}

const SAME =
  /^(metadata\.|spec\.(topologySpread|priority|preemption|runtimeClass|resourceClaims|schedulingGroup|resources\.limits|volumes\.0\.name)|.*ontainers\.0\.(ports\.0\.containerPort|resources\.(limits|claims)|volumeMounts)|status\.(phase|nominatedNodeName|resourceClaimStatuses|extendedResourceClaim|resources\.limits)|status\..*Statuses\.0\.(resources\.limits|resourceClaimName|containers\.0))/;

test.each([...scalarPaths(RICH_MANIFEST)].map((path) => [path.join('.'), path] as const))('%s', (name, path) => {
  expect(shape(changed(RICH_MANIFEST, path) as Fields) === shape(RICH_MANIFEST)).toBe(SAME.test(name));
});

test('what is there at all counts', () => {
  const specOf = (fields: Fields): Fields => ({ spec: fields });
  const shapes = [
    {},
    { hostUsers: false },
    { containers: [{}] },
    { containers: [{ volumeMounts: [{ bindMountOptions: ['a'] }] }] },
    { initContainers: [{}] },
    { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
    { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } } },
    { resources: { requests: { memory: 1 } } },
    { volumes: [{ name: 'v', image: { reference: 'i' } }] },
  ].map((fields) => shape(specOf(fields)));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('conditions of other types tell nothing', () => {
  expect(shape({ status: { conditions: [{ type: 'PodScheduled', reason: 'Unschedulable' }] } })).toBe(shape({}));
});
