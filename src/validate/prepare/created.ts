// Changes new objects as the API server does before it validates them. Source: pkg/registry/core/pod/strategy.go and
// pkg/api/persistentvolumeclaim/util.go of Kubernetes 1.37.1.

import type { ServerRelease } from '../rule.js';
import type { StructType } from '../schema/schema.js';
import { type Decoded, type DecodedStruct, isStruct } from '../tree/decoded.js';
import { changeAt, struct, withFields } from '../tree/transform.js';

/** Returns an object as the API server stores it. Objects with a uid are stored already. */
export function asCreated(object: DecodedStruct, { name }: StructType, server: ServerRelease): DecodedStruct {
  if (textOf(object['metadata'], 'uid') !== '') return object;
  if (name === 'core.Pod') return withLabelKeys(object, server);
  return name === 'core.PersistentVolumeClaim' ? changeAt(object, ['spec'], withDataSources) : object;
}

const TERMS = ['requiredDuringSchedulingIgnoredDuringExecution', 'preferredDuringSchedulingIgnoredDuringExecution'];

/** Adds the labels of the pod that `matchLabelKeys` and `mismatchLabelKeys` name to the selectors. */
function withLabelKeys(pod: DecodedStruct, server: ServerRelease): DecodedStruct {
  const labels = isStruct(pod['metadata']) ? pod['metadata']['labels'] : undefined;
  if (!(labels instanceof Map)) return pod;
  const merge = (term: Decoded): Decoded => (isStruct(term) ? mergeKeys(term, labels) : term);
  let merged = pod;
  for (const affinity of ['podAffinity', 'podAntiAffinity']) {
    for (const list of TERMS) {
      merged = changeAt(merged, ['spec', 'affinity', affinity, list], (terms) =>
        changeItems(terms, (term) =>
          isStruct(term) && isStruct(term['podAffinityTerm']) ? changeAt(term, ['podAffinityTerm'], merge) : merge(term),
        ),
      );
    }
  }
  if (!server.gate('MatchLabelKeysInPodTopologySpreadSelectorMerge')) return merged;
  return changeAt(merged, ['spec', 'topologySpreadConstraints'], (constraints) => changeItems(constraints, merge));
}

function changeItems(list: Decoded, change: (item: Decoded) => Decoded): Decoded {
  return Array.isArray(list) ? list.map(change) : list;
}

function mergeKeys(term: DecodedStruct, labels: ReadonlyMap<string, Decoded>): DecodedStruct {
  const added = [...requirements(term['matchLabelKeys'], 'In', labels), ...requirements(term['mismatchLabelKeys'], 'NotIn', labels)];
  if (added.length === 0) return term;
  return changeAt(term, ['labelSelector'], (selector) => {
    if (!isStruct(selector)) return selector;
    const { matchExpressions } = selector;
    return withFields(selector, { matchExpressions: [...(Array.isArray(matchExpressions) ? matchExpressions : []), ...added] });
  });
}

function requirements(keys: Decoded | undefined, operator: string, labels: ReadonlyMap<string, Decoded>): readonly DecodedStruct[] {
  const all: readonly Decoded[] = Array.isArray(keys) ? keys : [];
  return all.flatMap((key) => {
    const value = labels.get(key as string);
    return value === undefined ? [] : [struct({ key, operator, values: [value] })];
  });
}

/** Ignores data sources that older clients could not set, and copies the data source into the other of its two fields. */
function withDataSources(spec: Decoded): Decoded {
  if (!isStruct(spec)) return spec;
  const reference = textOf(spec['dataSourceRef'], 'namespace') === '' ? spec['dataSourceRef'] : undefined;
  const source = reference !== undefined || isClaimOrSnapshot(spec['dataSource']) ? spec['dataSource'] : undefined;
  return withFields(spec, { dataSource: source ?? reference, dataSourceRef: reference ?? source });
}

function isClaimOrSnapshot(source: Decoded | undefined): boolean {
  const [kind, group] = [textOf(source, 'kind'), textOf(source, 'apiGroup')];
  return group === '' ? kind === 'PersistentVolumeClaim' : kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io';
}

function textOf(value: Decoded | undefined, field: string): string {
  const text = isStruct(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}
