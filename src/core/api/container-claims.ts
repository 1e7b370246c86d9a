// Warns about claims that containers name: claims that their pod lacks, and requests that the claim lacks. The API server rejects the
// first; the second fails only when the kubelet starts the container.

import { entryIn } from '../base/entry-in.js';
import type { PathStep } from '../base/json.js';
import { nearestName } from '../base/nearest-name.js';
import { shorten } from '../base/words.js';
import type { Container } from './container.js';
import type { DecodePlace, DecodeWarning } from './context.js';
import type { ObjectMeta } from './meta.js';
import type { Pod, PodResourceClaim, PodSpec } from './pod.js';
import { RequestNames } from './request-names.js';
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from './resource-claim.js';
import type { Workload } from './workload.js';

/** The objects whose references are checked. */
interface ClaimUsers {
  readonly pods: readonly Pod[];
  readonly workloads: readonly Workload[];
  readonly resourceClaims: readonly ResourceClaim[];
  readonly resourceClaimTemplates: readonly ResourceClaimTemplate[];
}

/** The most names that are compared for a suggestion, and the most suggestions, since comparing is slow. */
const MAX_COMPARED = 32;
const MAX_SUGGESTIONS = 100;

/** Checks the containers of pods and of pod templates. `placeOf` returns where an object was read. */
export function containerClaimWarnings(objects: ClaimUsers, placeOf: (object: object) => DecodePlace | undefined): DecodeWarning[] {
  const specs = new ClaimSpecs(objects);
  const warnings: DecodeWarning[] = [];
  const check = (object: Pod | Workload, spec: PodSpec, way: readonly PathStep[]): void => {
    const place = placeOf(object);
    if (place === undefined) return;
    for (const { message, path } of checkContainers(spec, object.metadata.namespace, specs)) {
      warnings.push({ message, origin: place.origin, path: [...place.path, ...way, ...path] });
    }
  };
  for (const pod of objects.pods) check(pod, pod.spec, ['spec']);
  for (const workload of objects.workloads)
    for (const { template, path } of workload.podSets) check(workload, template.spec, [...path, 'spec']);
  return warnings;
}

interface Finding {
  readonly message: string;
  readonly path: readonly PathStep[];
}

function* checkContainers(spec: PodSpec, namespace: string, specs: ClaimSpecs): Generator<Finding> {
  const entries = new Map(spec.resourceClaims.map((entry) => [entry.name, entry]));
  const candidates = spec.resourceClaims.slice(0, MAX_COMPARED).map((entry) => entry.name);
  const lookup: Lookup = {
    entry: (name) => entries.get(name),
    names: (entry) => specs.namesOf(entry, namespace),
    suggest: (name) => specs.suggest(name, candidates),
  };
  for (const field of ['initContainers', 'containers'] as const) {
    for (const [index, container] of spec[field].entries()) {
      for (const [position, use] of container.claims.entries()) {
        const found = checkUse(use, container, lookup);
        if (found === undefined) continue;
        yield { message: found.message, path: [field, index, 'resources', 'claims', position, found.field] };
      }
    }
  }
}

/** Resolves the names that a container uses. */
interface Lookup {
  entry(name: string): PodResourceClaim | undefined;
  names(entry: PodResourceClaim): RequestNames | undefined;
  /** Returns a suggestion for a name that the pod lacks, as the end of a message. */
  suggest(name: string): string;
}

function checkUse(
  { name, request }: Container['claims'][number],
  container: Container,
  lookup: Lookup,
): { readonly message: string; readonly field: 'name' | 'request' } | undefined {
  const who = `container ${shorten(container.name, 80)}`;
  const entry = lookup.entry(name);
  if (entry === undefined) {
    const message = `${who} uses the claim ${shorten(name, 80)}, which is not among the pod's resourceClaims`;
    return { field: 'name', message: message + lookup.suggest(name) };
  }
  const names = request === '' ? undefined : lookup.names(entry);
  if (names === undefined || names.isRequest(request)) return undefined;
  const full = names.isSubrequest(request) ? request : names.subrequestCalled(request);
  if (full !== undefined) {
    const parent = full.split('/', 1)[0];
    return { field: 'request', message: `${who} names the subrequest ${full}; containers can only name the request, ${parent}` };
  }
  const message = `${who} uses the request ${shorten(request, 80)}, which the claim ${shorten(name, 80)} does not have`;
  return { field: 'request', message: message + names.suggestion(request, false) };
}

/** Claims and templates by name, each with its requests. */
class ClaimSpecs {
  readonly #claims: ReadonlyMap<string, ResourceClaimSpec>;
  readonly #templates: ReadonlyMap<string, ResourceClaimSpec>;
  readonly #names = new Map<ResourceClaimSpec, RequestNames>();
  #suggestions = MAX_SUGGESTIONS;

  constructor({ resourceClaims, resourceClaimTemplates }: ClaimUsers) {
    this.#claims = new Map(resourceClaims.map(({ metadata, spec }) => [keyOf(metadata), spec]));
    this.#templates = new Map(resourceClaimTemplates.map(({ metadata, spec }) => [keyOf(metadata), spec.spec]));
  }

  /** Returns a suggestion for a name that is not among the candidates, as the end of a message. */
  suggest(name: string, candidates: readonly string[]): string {
    if (this.#suggestions-- <= 0) return '';
    const near = nearestName(name, candidates);
    return near === undefined ? '' : `, did you mean ${near}?`;
  }

  /** Returns the request names of the claim or template that a pod's entry names; undefined if the input lacks it. */
  namesOf({ resourceClaimName, resourceClaimTemplateName }: PodResourceClaim, namespace: string): RequestNames | undefined {
    const spec =
      resourceClaimName === undefined
        ? this.#templates.get(keyOf({ namespace, name: resourceClaimTemplateName ?? '' }))
        : this.#claims.get(keyOf({ namespace, name: resourceClaimName }));
    return spec && entryIn(this.#names, spec, () => new RequestNames(spec));
  }
}

/** kubectl uses the default namespace if an object names none. */
function keyOf({ namespace, name }: Pick<ObjectMeta, 'namespace' | 'name'>): string {
  return JSON.stringify([namespace || 'default', name]);
}
