// Suggestions in terms of the input: claims that pods get from templates are changed where these are, and what is not in the input cannot be changed.

import { objectName } from '../../api/meta.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import type { ObjectPatch, Suggestion } from '../../explain/explanation.js';
import { templateOf } from '../../schedule/template.js';

/** The claims of an explanation, and those of the input. */
export interface ClaimsOfInput {
  /** The claims that are explained. */
  readonly explained: readonly ResourceClaim[];
  /** The names of the claims that the input has. */
  readonly given: ReadonlySet<string>;
}

/** The suggestions that change nothing but objects of the input. */
export function suggestionsOfInput(suggestions: readonly Suggestion[], claims: ClaimsOfInput): readonly Suggestion[] {
  return suggestions.flatMap((suggestion) => {
    const patches = suggestion.patches.map((patch) => patchOfInput(patch, claims));
    return patches.every((patch) => patch !== undefined) ? [{ ...suggestion, patches: withoutRepeats(patches) }] : [];
  });
}

/** Undefined: the object is not in the input. */
function patchOfInput(given: ObjectPatch, { explained, given: names }: ClaimsOfInput): ObjectPatch | undefined {
  const { kind, namespace = '', name } = given.object;
  if (kind !== 'ResourceClaim') return given;
  const own = explained.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  const template = own === undefined ? undefined : templateOf(own);
  if (template !== undefined) return inTemplate(given, template.metadata);
  return names.has(objectName({ namespace, name })) ? given : undefined;
}

/** The spec of the claim is the one in the spec of its template; nothing else comes from there. */
function inTemplate(
  { patch }: ObjectPatch,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): ObjectPatch | undefined {
  if (!patch.every(({ path, from }) => path.startsWith('/spec/') && (from === undefined || from.startsWith('/spec/')))) return undefined;
  const moved = patch.map((operation) => ({
    ...operation,
    path: `/spec${operation.path}`,
    ...(operation.from === undefined ? {} : { from: `/spec${operation.from}` }),
  }));
  return { object: { kind: 'ResourceClaimTemplate', namespace, name }, patch: moved };
}

/** Several claims of a pod may have one template, which is changed once where all are changed in the same way. */
function withoutRepeats(patches: readonly ObjectPatch[]): readonly ObjectPatch[] {
  return [...new Map(patches.map((patch) => [JSON.stringify(patch), patch])).values()];
}
