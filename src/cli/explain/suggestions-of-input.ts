// Suggestions in terms of the input: claims and pods that are made of templates are changed where these are, and what is not in the input cannot be changed.

import { objectName } from '../../api/meta.js';
import { formatPointer, type PathStep } from '../../base/json.js';
import type { JsonPatchOperation, ObjectPatch, Suggestion } from '../../explain/explanation.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import { templateOf } from '../../schedule/template.js';

/** The group that is explained, and the objects of the input. */
export interface ObjectsOfInput {
  readonly explained: Pick<ClaimGroup, 'claims' | 'pod' | 'madeFor' | 'podSet'>;
  /** The names of the claims and of the nodes that the input has. */
  readonly claims: ReadonlySet<string>;
  readonly nodes: ReadonlySet<string>;
}

/** The suggestions that change nothing but objects of the input. */
export function suggestionsOfInput(suggestions: readonly Suggestion[], input: ObjectsOfInput): readonly Suggestion[] {
  return suggestions.flatMap((suggestion) => {
    const patches = suggestion.patches.map((patch) => patchOfInput(patch, input));
    return patches.every((patch) => patch !== undefined) ? [{ ...suggestion, patches: withoutRepeats(patches) }] : [];
  });
}

/** Undefined: the object is not in the input. */
function patchOfInput(given: ObjectPatch, input: ObjectsOfInput): ObjectPatch | undefined {
  switch (given.object.kind) {
    case 'ResourceClaim':
      return patchOfClaim(given, input);
    case 'Pod':
      return patchOfPod(given, input);
    case 'Node':
      return given.patch[0]?.path === '' || input.nodes.has(given.object.name) ? given : undefined;
    default:
      return given;
  }
}

function patchOfClaim(given: ObjectPatch, { explained, claims: names }: ObjectsOfInput): ObjectPatch | undefined {
  const { namespace = '', name } = given.object;
  const own = explained.claims.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  const template = own === undefined ? undefined : templateOf(own);
  if (template === undefined) return names.has(objectName({ namespace, name })) ? given : undefined;
  return inTemplate(given, { kind: 'ResourceClaimTemplate', ...template.metadata }, ['spec']);
}

/** A pod that is made for a workload is changed in its template. */
function patchOfPod(given: ObjectPatch, { explained: { pod, madeFor, podSet } }: ObjectsOfInput): ObjectPatch | undefined {
  const { namespace = '', name } = given.object;
  const isOwn = pod?.metadata.namespace === namespace && pod.metadata.name === name;
  if (!isOwn || madeFor === undefined || podSet === undefined) return given;
  return podSet.isWhole ? inTemplate(given, { kind: madeFor.kind, ...madeFor.metadata }, podSet.path) : undefined;
}

/** The spec of the object is the one in the spec of its template, which is at a path; nothing else comes from there. */
function inTemplate(
  { patch }: ObjectPatch,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
  path: readonly PathStep[],
): ObjectPatch | undefined {
  if (!patch.every(({ path: own, from }) => own.startsWith('/spec/') && (from === undefined || from.startsWith('/spec/'))))
    return undefined;
  const start = formatPointer(path);
  const moved = patch.map(
    (operation): JsonPatchOperation => ({
      ...operation,
      path: `${start}${operation.path}`,
      ...(operation.from === undefined ? {} : { from: `${start}${operation.from}` }),
    }),
  );
  return { object: { kind, namespace, name }, patch: moved };
}

/** Several claims of a pod may have one template, which is changed once where all are changed in the same way. */
function withoutRepeats(patches: readonly ObjectPatch[]): readonly ObjectPatch[] {
  return [...new Map(patches.map((patch) => [JSON.stringify(patch), patch])).values()];
}
