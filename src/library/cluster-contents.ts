// Applies Kubernetes objects to a cluster and removes them, in one go or in turns.

import { checkSignal } from '../allocator/evaluate/limits.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import { listOf } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { identitiesOf, inSource, sourcesOf } from '../cluster/documents.js';
import type { KubernetesObjectJson } from '../core/api/kinds.js';
import { decodingObjects, type ObjectSet } from '../core/api/objects.js';
import type { AbortSignalLike } from '../core/base/abort-signal.js';
import { checkFields } from '../core/base/arguments.js';
import { CallEnded, Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';

/** The objects of a cluster. Its methods implement the methods of `Cluster` with the same names. */
export class ClusterContents {
  readonly #state: ClusterState;
  readonly #runtime: Runtime;
  /** Resolves when the last call of `applyAsync` took effect. */
  #lastApplied: Promise<void> = Promise.resolve();

  constructor(state: ClusterState, runtime: Runtime) {
    this.#state = state;
    this.#runtime = runtime;
  }

  apply(objects: readonly KubernetesObjectJson[]): void {
    const list = listOf(objects, 'objects');
    try {
      this.#state.apply(inOneGo(this.#decoding(list, UNLIMITED)));
    } catch (error) {
      throw inSource(list, error);
    }
  }

  async applyAsync(objects: readonly KubernetesObjectJson[], options: { readonly signal?: AbortSignalLike }): Promise<void> {
    checkFields(options, 'applyAsync(options)', ['signal']);
    const { signal } = options;
    checkSignal(signal, 'signal');
    // The list is copied, because the caller may change it after the call.
    const list = listOf(objects, 'objects').slice();
    const staging = this.#state.stage();
    const before = this.#lastApplied;
    let isDone = (): void => {};
    this.#lastApplied = new Promise((resolve) => {
      isDone = resolve;
    });
    const { yieldNow } = this.#runtime;
    try {
      const checkpoint = new Checkpoint({ signal });
      const set = await inSlices(checkpoint, this.#decoding(list, checkpoint), yieldNow);
      await before;
      const switching = new Checkpoint({ signal });
      await inSlices(switching, this.#state.applyStaged(staging, set, switching), yieldNow);
    } catch (error) {
      if (error instanceof CallEnded) signal?.throwIfAborted();
      throw inSource(list, error);
    } finally {
      staging.end();
      isDone();
    }
  }

  *#decoding(list: readonly Json[], checkpoint: Checkpoint): Incremental<ObjectSet> {
    const sources = yield* sourcesOf(list, checkpoint);
    return yield* decodingObjects(sources, { libraryGates: this.#runtime.features, distinctNames: true }, checkpoint);
  }

  remove(objects: readonly KubernetesObjectJson[]): void {
    const identities = listOf(objects, 'objects').flatMap((value, index) => [...identitiesOf(value, `objects[${index}]`)]);
    for (const [kind, name] of identities) this.#state.remove(kind, name);
  }
}
