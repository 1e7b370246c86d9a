import { describe, expect, test } from 'vitest';
import type { CycleState, PluginStatus } from '../../../src/classic/actors/dynamic-resources.js';
import { Scheduler } from '../../../src/classic/actors/scheduler.js';
import type { ClassicPod, PodSchedulingContext, ResourceClaim, ResourceClass } from '../../../src/classic/api/kinds.js';
import type { ApiObject } from '../../../src/classic/api/objects.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import cases from '../upstream/dynamic-resources.json' with { type: 'json' };
import { stripped, synced, worldOf } from '../upstream/world.js';

type Status = readonly [code: PluginStatus['code'], message: string];

/** The expected outcome of one extension point. Absent fields mean success and unchanged objects. */
interface Wanted {
  readonly status?: Status;
  readonly claims?: readonly ResourceClaim[];
  readonly contexts?: readonly PodSchedulingContext[];
}

interface Case {
  /** Default: one node, `worker`. */
  readonly nodes?: readonly ApiObject[];
  readonly pod: ClassicPod;
  readonly claims?: readonly ResourceClaim[];
  readonly classes?: readonly ResourceClass[];
  readonly schedulings?: readonly PodSchedulingContext[];
  /** Objects that change before an extension point. */
  readonly prepare?: { readonly prebind?: readonly PodSchedulingContext[] };
  readonly want: {
    readonly [Point in
      | 'preenqueue'
      | 'prefilter'
      | 'reserve'
      | 'unreserve'
      | 'prebind'
      | 'postbind'
      | 'postfilter'
      | 'unreserveAfterBindFailure']?: Wanted;
  } & { readonly filter?: Readonly<Record<string, Status>> };
}

const WORKER = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', labels: { nodename: 'worker' } } };
const GOOD: Status = ['Success', ''];

class Run {
  readonly #case: Case;
  readonly #world;
  readonly #plugin;

  constructor(given: Case) {
    this.#case = given;
    this.#world = worldOf([...(given.claims ?? []), ...(given.classes ?? []), ...(given.schedulings ?? []), given.pod]);
    this.#plugin = synced(new Scheduler(this.#world)).plugin;
  }

  play(): void {
    const { pod } = this.#case;
    if (this.#see('preenqueue', () => inOneGo(this.#plugin.preEnqueue(pod))).code !== 'Success') return;
    const { state, status } = inOneGo(this.#plugin.preFilter(pod));
    this.#see('prefilter', () => status);
    if (status.code === 'Skip') return;
    const passing = status.code === 'Success' ? this.#filter(state) : [];
    const [nodeName] = passing;
    if (nodeName === undefined) {
      this.#see('postfilter', () => this.#plugin.postFilter(state, pod));
      return;
    }
    this.#plugin.preScore(state, passing);
    if (this.#see('reserve', () => this.#plugin.reserve(state, nodeName)).code === 'Success') this.#bind(state);
    else this.#see('unreserve', () => this.#done(() => inOneGo(this.#plugin.unreserve(state, pod))));
  }

  #filter(state: CycleState): readonly string[] {
    const { nodes = [WORKER], want } = this.#case;
    const passing: string[] = [];
    for (const node of nodes) {
      const { code, message } = this.#plugin.filter(state, decodeNode(node as unknown as Json, new DecodeContext()));
      expect([code, message]).toEqual(want.filter?.[node.metadata.name] ?? GOOD);
      // In upstream's cases, one unsuitable node ends the case.
      if (code !== 'Success') return [];
      passing.push(node.metadata.name);
    }
    return passing;
  }

  #bind(state: CycleState): void {
    const { pod, prepare, want } = this.#case;
    for (const context of prepare?.prebind ?? []) {
      const { uid } = this.#world.store.get('PodSchedulingContext', 'default', context.metadata.name).metadata;
      this.#world.store.update({ ...context, metadata: { ...context.metadata, ...(uid === undefined ? {} : { uid }) } });
    }
    const { code } = this.#see('prebind', () => inOneGo(this.#plugin.preBind(state, pod)));
    if (want.unreserveAfterBindFailure !== undefined)
      this.#see('unreserveAfterBindFailure', () => this.#done(() => inOneGo(this.#plugin.unreserve(state, pod))));
    else if (code === 'Success') this.#see('postbind', () => this.#done(() => this.#plugin.postBind(state, pod)));
  }

  #done(action: () => void): PluginStatus {
    action();
    return { code: 'Success', message: '' };
  }

  #see(point: Exclude<keyof Case['want'], 'filter'>, action: () => PluginStatus): PluginStatus {
    const [claims, contexts] = this.#objects();
    const status = action();
    const wanted: Wanted = this.#case.want[point] ?? {};
    expect([point, status.code, status.message]).toEqual([point, ...(wanted.status ?? GOOD)]);
    expect(this.#objects()).toEqual([
      wanted.claims === undefined ? claims : stripped(wanted.claims),
      wanted.contexts === undefined ? contexts : stripped(wanted.contexts),
    ]);
    return status;
  }

  #objects() {
    return [stripped(this.#world.store.list('ResourceClaim')), stripped(this.#world.store.list('PodSchedulingContext'))];
  }
}

describe('the plugin for claims does what that of Kubernetes does', () => {
  test.each(Object.entries(cases as unknown as Readonly<Record<string, Case>>))('%s', (_, given) => new Run(given).play());
});
