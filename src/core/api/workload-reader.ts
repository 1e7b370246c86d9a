// Objects that make pods, among other objects: by the table of kinds, or by something shaped like a pod template.

import type { Checkpoint } from '../base/checkpoint.js';
import type { Incremental } from '../base/incremental.js';
import type { JsonObject } from '../base/json.js';
import { DecodeContext } from './context.js';
import type { PodTemplateKind, PodTemplateTable } from './pod-template-table.js';
import { TRAINER_GROUP, TrainingRuntimes } from './train-job.js';
import { groupOf, RESOURCE_GROUP, SIMULATION_GROUP } from './version.js';
import { decodeFoundWorkload, decodeWorkload, type Workload } from './workload.js';

/** Groups whose other kinds may have pod templates, and make no pods of them: a ControllerRevision of Kubernetes does, and a Trace of ours. */
const NO_WORKLOADS: ReadonlySet<string> = new Set(['', 'apps', 'batch', 'apiextensions.k8s.io', RESOURCE_GROUP, SIMULATION_GROUP]);

/** The groups of kinds of Kubernetes that make pods. */
const OWN_GROUPS: readonly string[] = ['', 'apps', 'batch'];

/** Reads a workload whose turn has come. */
type LaterWorkload = () => Incremental<{ readonly workload: Workload; readonly context: DecodeContext }>;

/** Reads the objects of one call. */
export class WorkloadReader {
  /** TrainJobs, which have their pod templates from runtimes, wherever in the input these are. */
  readonly later: LaterWorkload[] = [];
  readonly #kinds: PodTemplateTable;
  readonly #checkpoint: Checkpoint;
  readonly #runtimes = new TrainingRuntimes();

  constructor(kinds: PodTemplateTable, checkpoint: Checkpoint) {
    this.#kinds = kinds;
    this.#checkpoint = checkpoint;
  }

  /** The workload that an object is; undefined where it makes no pods. `later`: it waits there. Throws AllocationError. */
  *read(value: JsonObject, apiVersion: string, kind: string, context: DecodeContext): Incremental<Workload | 'later' | undefined> {
    const group = groupOf(apiVersion);
    const row = this.#rowOf(group, apiVersion, kind);
    if (row === undefined) return NO_WORKLOADS.has(group) ? undefined : yield* decodeFoundWorkload(value, group, kind, context);
    if (group !== TRAINER_GROUP) return yield* decodeWorkload(value, row, context);
    this.#runtimes.add(kind, value);
    if (kind !== 'TrainJob') return yield* decodeWorkload(value, row, context);
    const own = new DecodeContext([...context.path], context.origin, this.#checkpoint, context.ownGates);
    const runtimes = this.#runtimes;
    this.later.push(function* () {
      return { workload: yield* decodeWorkload(runtimes.complete(value, own), row, own), context: own };
    });
    return 'later';
  }

  /** A kind of Kubernetes without an apiVersion is taken for what it says. */
  #rowOf(group: string, apiVersion: string, kind: string): PodTemplateKind | undefined {
    const row = this.#kinds.find(group, kind);
    return row ?? (apiVersion === '' ? OWN_GROUPS.map((own) => this.#kinds.find(own, kind)).find(Boolean) : undefined);
  }
}
