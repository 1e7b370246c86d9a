// Small problems, and all single edits of each, made by going over the objects as they were given: nothing here knows how suggestions are found.

import type { JsonPatchOperation as PatchOperation } from '../../src/explain/explanation.js';
import type { AllocateInput } from '../../src/index.js';

interface Selection {
  readonly deviceClassName: string;
  readonly count?: number;
  readonly allocationMode?: string;
  readonly selectors?: readonly { readonly cel: { readonly expression: string } }[];
  readonly capacity?: { readonly requests: Readonly<Record<string, string>> };
}

interface Claim {
  readonly metadata: { readonly namespace?: string; readonly name: string };
  readonly spec: {
    readonly devices: {
      readonly requests: readonly { readonly exactly?: Selection; readonly firstAvailable?: readonly Selection[] }[];
      readonly constraints?: readonly object[];
    };
  };
}

/** A single edit: what becomes of one object. */
export interface OneEdit {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly patch: readonly PatchOperation[];
}

/** The single edits of the vocabulary that change claims (docs/suggestions.md), but for those that write another name or value. */
export function editsOfClaims(input: AllocateInput): readonly OneEdit[] {
  return (input.claims as unknown as readonly Claim[]).flatMap((claim) => {
    const { requests, constraints = [] } = claim.spec.devices;
    const { name, namespace } = claim.metadata;
    const object = { kind: 'ResourceClaim', name, ...(namespace === undefined ? {} : { namespace }) };
    const own = (...patch: PatchOperation[]): OneEdit => ({ ...object, patch });
    const ofRequests = requests.flatMap(({ exactly, firstAvailable = [] }, index) => {
      const at = `/spec/devices/requests/${index}`;
      if (exactly !== undefined) return editsOf(exactly, `${at}/exactly`, input);
      return firstAvailable.flatMap((one, place) => editsOf(one, `${at}/firstAvailable/${place}`, input));
    });
    return [
      ...ofRequests.map((patch) => own(...patch)),
      ...constraints.map((_, place) => own(op('remove', `/spec/devices/constraints/${place}`))),
    ];
  });
}

/** One operation. */
function op(name: PatchOperation['op'], path: string, value?: unknown): PatchOperation {
  return value === undefined ? { op: name, path } : { op: name, path, value };
}

function editsOf(selection: Selection, path: string, input: AllocateInput): readonly PatchOperation[][] {
  const { count = 1, allocationMode, selectors = [], capacity } = selection;
  const counts = Array.from({ length: allocationMode === 'All' ? 5 : count - 1 }, (_, less) => less + 1);
  const classes = (input.deviceClasses as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name);
  const taints = (
    input.resourceSlices as unknown as readonly { spec: { devices?: readonly { taints?: readonly Record<string, string>[] }[] } }[]
  )
    .flatMap(({ spec }) => (spec.devices ?? []).flatMap((device) => device.taints ?? []))
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  return [
    ...counts.map((value) => [
      ...(allocationMode === 'All' ? [op('replace', `${path}/allocationMode`, 'ExactCount')] : []),
      op('add', `${path}/count`, value),
    ]),
    ...selectors.map((_, place) => [op('remove', `${path}/selectors/${place}`)]),
    ...classes.filter((name) => name !== selection.deviceClassName).map((value) => [op('add', `${path}/deviceClassName`, value)]),
    ...taints.map((taint) => [tolerating(selection, path, taint)]),
    ...(capacity === undefined ? [] : [[op('remove', `${path}/capacity`)]]),
  ];
}

function tolerating(
  selection: Selection & { readonly tolerations?: readonly object[] },
  path: string,
  taint: Record<string, string>,
): PatchOperation {
  const { key = '', value = '', effect = '' } = taint;
  const toleration = { key, operator: value === '' ? 'Exists' : 'Equal', ...(value === '' ? {} : { value }), effect };
  const { tolerations = [] } = selection;
  return op('add', `${path}/tolerations`, [...tolerations, toleration]);
}
