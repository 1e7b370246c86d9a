// Makes the pods of a history and the objects that decide about them: nodes with
// resources, taints and cordons, templates of claims, and running pods.

import { Random } from '../../../differential/generate/random.js';
import { claim, node, request } from '../../../support/objects.js';
import type { ClaimMaker } from './step-claims.js';
import { StepParts } from './step-parts.js';

type Fields = Readonly<Record<string, unknown>>;

const TEMPLATES = ['t0', 't1', 't2'];
const NAMESPACE = 'ns';
/** The number of specs that the queried pods have. Their names recur, some with another spec. */
const SPECS = 12;
const NAMES = 8;
const GPU = 'example.com/gpu';

export class PodMaker extends StepParts {
  /** Returns a node with resources, mostly enough for a pod. */
  node(name: string): object {
    const random = this.random;
    const allocatable = {
      cpu: random.pick(['2', '4', '8']),
      memory: '8Gi',
      pods: random.pick(['2', '3', '110']),
      ...(random.chance(0.3) ? { [GPU]: '1' } : {}),
    };
    const images = random.chance(0.2) ? [{ names: ['a:1'], sizeBytes: 900 * 1024 * 1024 }] : [];
    const effect = random.pick([undefined, undefined, 'NoSchedule', 'PreferNoSchedule']);
    return {
      ...node(name, { zone: random.pick(['a', 'b']) }, { ...(random.chance(0.1) ? {} : { allocatable }), images }),
      spec: { unschedulable: random.chance(0.1), taints: effect === undefined ? [] : [{ key: 'k', effect }] },
    };
  }

  /** Returns the templates that pods name. */
  templates(claims: ClaimMaker): object[] {
    return TEMPLATES.map((name) => template(name, claims));
  }

  /** Returns objects to apply or to remove. */
  objects(claims: ClaimMaker): object[] {
    const random = this.random;
    const choice = random.next();
    if (choice < 0.4) return [this.node(this.nodeName())];
    if (choice < 0.8) return random.times(random.integer(1, 3), () => this.#running());
    if (choice < 0.9) return [template(random.pick(TEMPLATES), claims)];
    if (choice < 0.95) return [claim('shared', [request('r')])];
    const value = random.pick([5, 7]);
    return [{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value }];
  }

  /** Returns a pod for a query. */
  asked(): object {
    const number = this.random.integer(0, SPECS - 1);
    const maker = new PodMaker(this.history, new Random(this.history.seed ^ 0x1b873593, number));
    return pod(`p${number % NAMES}`, maker.#spec());
  }

  #running(): object {
    const random = this.random;
    const phase = random.pick(['Running', 'Running', 'Running', 'Succeeded']);
    return { ...pod(`r${random.integer(0, 5)}`, { ...this.#spec(), resourceClaims: [], nodeName: this.nodeName() }), status: { phase } };
  }

  #spec(): Fields {
    const random = this.random;
    const requests = { cpu: random.pick(['500m', '1', '2', '9']), ...(random.chance(0.1) ? { [GPU]: '1' } : {}) };
    const ports = random.chance(0.3) ? [{ containerPort: 80, hostPort: random.pick([80, 81]) }] : [];
    const claims = [
      ...(random.chance(0.7) ? [{ name: 'g', resourceClaimTemplateName: random.pick(TEMPLATES) }] : []),
      ...(random.chance(0.1) ? [{ name: 's', resourceClaimName: 'shared' }] : []),
    ];
    const preferred = [{ weight: 5, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] } }];
    return {
      containers: [{ name: 'c', image: 'a:1', resources: { requests }, ports }],
      resourceClaims: claims,
      ...(random.chance(0.5) ? { tolerations: [{ key: 'k', operator: 'Exists' }] } : {}),
      ...(random.chance(0.2) ? { nodeSelector: { zone: 'a' } } : {}),
      ...(random.chance(0.2) ? { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } } } : {}),
      ...(random.chance(0.1) ? { priorityClassName: 'high' } : {}),
    };
  }
}

function template(name: string, claims: ClaimMaker): object {
  const { spec } = claims.claim(0);
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { namespace: NAMESPACE, name }, spec: { spec } };
}

function pod(name: string, spec: Fields): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: NAMESPACE, name, uid: name }, spec };
}
