// Completions of values: names of the text for references, enumerations of the API, and keys of maps with such names.

import type { JsonObject } from '../../../core/base/json.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import { ALLOCATION_MODES } from '../../../validate/checks/allocation-modes.js';
import { taintEffects } from '../../../validate/checks/taint-effects.js';
import { kindNames, versionsOf } from '../../../validate/schema/schema.js';
import type { CompletionOption } from '../protocol.js';
import { fieldAt, type TypedPlace, typeAt } from './fields.js';
import type { Names } from './names.js';
import { podClaimsOf, requestNamesOf } from './object-at-cursor.js';

/** The names available as values. */
export interface ValueContext {
  readonly names: Names;
  /** The objects of the current document. */
  readonly currentObjects: readonly JsonObject[];
  /** The mappings around the place, the innermost first, with the keys and values above it. */
  readonly levels: readonly ReadonlyMap<string, string>[];
  /** The minor version of the release. */
  readonly minor: number;
}

type Words = (context: ValueContext) => Iterable<string>;

const LABEL_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const TOLERATION_OPERATORS = ['Exists', 'Equal'];
const NODE_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const requests: Words = ({ currentObjects }) => new Set(currentObjects.flatMap(requestNamesOf));
const drivers: Words = ({ names }) => names.drivers;
const pools: Words = ({ names }) => names.pools;
const nodeLabels: Words = ({ names }) => names.nodeLabels;
const resources: Words = ({ names }) => ['cpu', 'memory', 'ephemeral-storage', ...names.extendedResources];
const objects =
  (kind: string): Words =>
  ({ names }) =>
    names.objects.get(kind) ?? [];
const words =
  (...wordList: readonly string[]): Words =>
  () =>
    wordList;

/** Values by struct and field. Source: the types of k8s.io/api resource/v1, core/v1 and apimachinery meta/v1. */
const BY_FIELD: ReadonlyMap<string, Words> = new Map([
  ['DeviceConstraint.requests', requests],
  ['DeviceClaimConfiguration.requests', requests],
  ['DeviceAllocationConfiguration.requests', requests],
  ['DeviceAllocationConfiguration.source', words('FromClaim', 'FromClass')],
  ['DeviceRequestAllocationResult.request', requests],
  ['DeviceRequestAllocationResult.pool', pools],
  ['DeviceRequestAllocationResult.device', ({ names }) => names.devices],
  ['AllocatedDeviceStatus.pool', pools],
  ['AllocatedDeviceStatus.device', ({ names }) => names.devices],
  ['DeviceTaintSelector.pool', pools],
  ['DeviceTaintSelector.device', ({ names }) => names.devices],
  ['DeviceTaint.key', ({ names }) => names.deviceTaints],
  ['DeviceTaint.effect', ({ minor }) => taintEffects(minor)],
  ['DeviceToleration.key', ({ names }) => names.deviceTaints],
  ['DeviceToleration.operator', words(...TOLERATION_OPERATORS)],
  ['DeviceToleration.effect', words('NoSchedule', 'NoExecute')],
  ['DeviceCounterConsumption.counterSet', ({ names }) => names.counterSets.keys()],
  ['core.ResourceClaim.name', ({ currentObjects }) => currentObjects.flatMap((object) => [...podClaimsOf(object).keys()])],
  ['core.ResourceClaim.request', requestsBehind],
  ['core.Taint.key', ({ names }) => names.nodeTaints],
  ['core.Taint.effect', words(...NODE_EFFECTS)],
  ['core.Toleration.key', ({ names }) => names.nodeTaints],
  ['core.Toleration.operator', words(...TOLERATION_OPERATORS)],
  ['core.Toleration.effect', words(...NODE_EFFECTS)],
  ['core.NodeSelectorRequirement.key', nodeLabels],
  ['core.NodeSelectorRequirement.operator', words(...LABEL_OPERATORS, 'Gt', 'Lt')],
  ['LabelSelectorRequirement.operator', words(...LABEL_OPERATORS)],
  ['core.PodSpec.restartPolicy', words('Always', 'OnFailure', 'Never')],
  ['core.PodSpec.preemptionPolicy', words('PreemptLowerPriority', 'Never')],
]);

/** Values by field name, in any struct. */
const BY_KEY: ReadonlyMap<string, Words> = new Map([
  ['deviceClassName', objects('DeviceClass')],
  ['resourceClaimTemplateName', objects('ResourceClaimTemplate')],
  ['resourceClaimName', objects('ResourceClaim')],
  ['nodeName', objects('Node')],
  ['priorityClassName', objects('PriorityClass')],
  ['runtimeClassName', objects('RuntimeClass')],
  ['driver', drivers],
  ['allocationMode', words(...ALLOCATION_MODES)],
]);

/** Keys of maps, by the struct and field of the map. */
const KEYS: ReadonlyMap<string, Words> = new Map([
  ['CapacityRequirements.requests', ({ names }) => names.capacityKeys],
  ['DeviceCounterConsumption.counters', countersOfSet],
  ['core.PodSpec.nodeSelector', nodeLabels],
  ['core.ResourceRequirements.requests', resources],
  ['core.ResourceRequirements.limits', resources],
]);

/** Returns the requests of the claim that a container names. */
function requestsBehind({ names, currentObjects, levels }: ValueContext): readonly string[] {
  const namedClaims = currentObjects.flatMap((object) => [...podClaimsOf(object)]).filter(([name]) => name === levels[0]?.get('name'));
  return namedClaims.flatMap(([, { kind, name }]) => names.requestsOf(kind, name)).filter((name) => !name.includes('/'));
}

/** Returns the counters of the counter set in the same mapping, or of all sets. */
function countersOfSet({ names: { counterSets }, levels }: ValueContext): Iterable<string> {
  const counters = counterSets.get(levels[1]?.get('counterSet') ?? '');
  return counters ?? new Set([...counterSets.values()].flatMap((names) => [...names]));
}

/** Returns the possible values of a field, or of an item of its list. */
export function valueCompletions(
  place: TypedPlace,
  key: string,
  context: ValueContext,
  options: FeatureOptions,
): readonly CompletionOption[] {
  if (place.path.length === 0 && key === 'kind') return enums(kindNames());
  if (place.path.length === 0 && key === 'apiVersion') return enums(versionsIn(place.kindName, context.minor));
  if (key === 'matchAttribute' || key === 'distinctAttribute') return attributes(context.names);
  const field = fieldAt(place, key, options);
  const found = (field === undefined ? undefined : BY_FIELD.get(field)) ?? BY_KEY.get(key);
  if (found !== undefined) return enums(found(context));
  return typeAt({ ...place, path: [...place.path, key] }, options)?.kind === 'bool' ? enums(['true', 'false']) : [];
}

/** Returns the possible keys of a map. */
export function keyCompletions(
  place: TypedPlace,
  siblings: ReadonlySet<string>,
  context: ValueContext,
  options: FeatureOptions,
): readonly CompletionOption[] {
  const field = fieldAt({ ...place, path: place.path.slice(0, -1) }, place.path.at(-1) ?? '', options);
  const found = field === undefined ? undefined : KEYS.get(field);
  if (found === undefined) return [];
  return Array.from(found(context), (label): CompletionOption => ({ label, apply: `${label}: `, type: 'property' })).filter(
    ({ label }) => !siblings.has(label),
  );
}

function enums(values: Iterable<string>): readonly CompletionOption[] {
  return Array.from(values, (label) => ({ label, type: 'enum' }));
}

function versionsIn(kind: string, minor: number): ReadonlySet<string> {
  const kinds = kind === '' ? kindNames() : [kind];
  return new Set(kinds.flatMap((each) => versionsOf(each, minor).map(({ apiVersion }) => apiVersion)));
}

function attributes({ fullAttributes, attributes: attributesByDomain }: Names): readonly CompletionOption[] {
  return fullAttributes.map((label) => {
    const slash = label.indexOf('/');
    const count = attributesByDomain.get(label.slice(0, slash))?.get(label.slice(slash + 1))?.values.size ?? 0;
    return { label, type: 'property', detail: count === 1 ? '1 value' : `${count} values` };
  });
}
