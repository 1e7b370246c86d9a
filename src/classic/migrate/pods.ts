// Migrates pods and pod templates: references to claims no longer have `source`.

import { isJsonObject } from '../../core/api/decoder.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { ClassicPod } from '../api/kinds.js';
import { isControlledBy } from '../api/objects.js';
import type { MigrationWorld } from './world.js';

/** Returns a current pod. Its status lists the claims created for it, which up to 1.27 were found by name. */
export function migratedPod(source: ClassicPod, world: MigrationWorld): JsonObject {
  const pod = withoutSources(source as unknown as JsonObject) as JsonObject;
  const claimStatuses = source.status?.resourceClaimStatuses ?? [];
  const names = new Set(claimStatuses.map(({ name }) => name));
  const { name: podName, namespace } = source.metadata;
  const made = (source.spec.resourceClaims ?? []).flatMap(({ name, source: from }) => {
    if (from?.resourceClaimTemplateName === undefined || names.has(name)) return [];
    const claim = world.claim(namespace, `${podName}-${name}`);
    return claim !== undefined && isControlledBy(claim, source) ? [{ name, resourceClaimName: claim.metadata.name }] : [];
  });
  if (made.length === 0) return pod;
  return { ...pod, status: { ...source.status, resourceClaimStatuses: [...claimStatuses, ...made] } as unknown as JsonObject };
}

/** Returns a value with migrated `resourceClaims` next to `containers` at any depth. */
export function withoutSources(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutSources(item));
  if (!isJsonObject(value)) return value;
  const isPodSpec = Array.isArray(value['containers']);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isPodSpec && name === 'resourceClaims' && Array.isArray(field) ? field.map((entry: Json) => flattened(entry)) : withoutSources(field),
    ]),
  );
}

function flattened(entry: Json): Json {
  if (!isJsonObject(entry) || !isJsonObject(entry['source'])) return entry;
  const { source, ...rest } = entry;
  return { ...rest, ...source };
}
