// Reads objects that make pods: by the table of kinds, or by a value in the shape of a pod template.

import type { Checkpoint } from '../base/checkpoint.js';
import type { Incremental } from '../base/incremental.js';
import type { JsonObject } from '../base/json.js';
import { DecodeContext } from './context.js';
import type { PodTemplateKind, PodTemplateTable } from './pod-template-table.js';
import { TRAINER_GROUP, TrainingRuntimes } from './train-job.js';
import { groupOf, RESOURCE_GROUP, SIMULATION_GROUP } from './version.js';
import { decodeFoundWorkload, decodeWorkload, type Workload } from './workload.js';

/**
 * Groups with other kinds that may contain pod templates but make no pods from them. Examples are ControllerRevision of
 * Kubernetes and our Trace.
 */
const NO_WORKLOADS: ReadonlySet<string> = new Set(['', 'apps', 'batch', 'apiextensions.k8s.io', RESOURCE_GROUP, SIMULATION_GROUP]);

/** The groups of Kubernetes kinds that make pods. */
const OWN_GROUPS: readonly string[] = ['', 'apps', 'batch'];

/** Reads a deferred workload. */
type LaterWorkload = () => Incremental<{ readonly workload: Workload; readonly context: DecodeContext }>;

/** Reads the objects of one call. */
export class WorkloadReader {
  /** Deferred TrainJobs, whose pod templates are in runtimes anywhere in the input. */
  readonly later: LaterWorkload[] = [];
  readonly #kinds: PodTemplateTable;
  readonly #checkpoint: Checkpoint;
  readonly #runtimes = new TrainingRuntimes();

  constructor(kinds: PodTemplateTable, checkpoint: Checkpoint) {
    this.#kinds = kinds;
    this.#checkpoint = checkpoint;
  }

  /** Returns the workload of an object; undefined if it makes no pods. `later` if it is deferred. Throws AllocationError. */
  *read(value: JsonObject, apiVersion: string, kind: string, context: DecodeContext): Incremental<Workload | 'later' | undefined> {
    const group = groupOf(apiVersion);
    const row = this.#rowOf(group, apiVersion, kind);
    if (row === undefined) return NO_WORKLOADS.has(group) ? undefined : yield* decodeFoundWorkload(value, group, kind, context);
    if (group !== TRAINER_GROUP) return yield* decodeWorkload(value, row, context);
    this.#runtimes.add(kind, value);
    if (kind !== 'TrainJob') return yield* decodeWorkload(value, row, context);
    const runtimeContext = new DecodeContext([...context.path], context.origin, this.#checkpoint, context.libraryGates);
    const runtimes = this.#runtimes;
    this.later.push(function* () {
      return { workload: yield* decodeWorkload(runtimes.complete(value, runtimeContext), row, runtimeContext), context: runtimeContext };
    });
    return 'later';
  }

  /** Returns the row of a kind. An object without an apiVersion may be a kind of Kubernetes. */
  #rowOf(group: string, apiVersion: string, kind: string): PodTemplateKind | undefined {
    const row = this.#kinds.find(group, kind);
    return row ?? (apiVersion === '' ? OWN_GROUPS.map((builtInGroup) => this.#kinds.find(builtInGroup, kind)).find(Boolean) : undefined);
  }
}
