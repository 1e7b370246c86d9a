// `fit`: counts how many more replicas of a pod fit, each pod alone in the current cluster.

import { groupKeyOf } from '../../../cluster/pod-objects.js';
import { objectName } from '../../../core/api/meta.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { RESOURCE_GROUP } from '../../../core/api/version.js';
import { AllocationError } from '../../../core/base/errors.js';
import { runInOneGo } from '../../../core/base/program.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { Cluster } from '../../../library/cluster.js';
import { ofTemplate, podForClaims } from '../../../planning/claims-alone.js';
import { Clock } from '../../../planning/clock.js';
import { type Fit, fitReplicas } from '../../../planning/fit.js';
import { QuotaLeft } from '../../../planning/quota-left.js';
import { lacksClaims } from '../../../scheduler/pods/assigned-pods.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { minCountOf } from '../../../scheduler/pods/gangs.js';
import { objectKey } from '../../../scheduler/pods/ownership.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import { linesOfError, type Message, prefixed } from '../message.js';
import { checkObjectNames, objectNames } from '../object-names.js';
import type { FitSettings } from '../options.js';
import { Placement } from '../placement/placement.js';
import { type Fitted, formatFits, nameOfRow } from '../print/fits.js';
import { loadWithQueues, type SnapshotWithQueues } from '../simulate/load-with-queues.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { checkInput, inputOf, printData, printRemarks, selectNodes, warnAboutCluster } from './common.js';
import { warnAboutPlugins } from './device-plugins.js';
import { worstOf } from './exit-code-of.js';
import { fitNodes } from './fit-nodes.js';
import { applyObjects, groupsApart } from './groups.js';
import { withNamedReplicas } from './named-replicas.js';
import { type OwnerRow, OwnerRows } from './owner-rows.js';
import { optionsFor } from './placement-input.js';
import { RequestedGroups } from './requested-groups.js';
import { SchedulerNotes } from './scheduler-notes.js';
import { SelectedGroups } from './selected-groups.js';
import { Unreached } from './unreached.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function fit(
  names: readonly string[],
  settings: FitSettings,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<ExitCode> {
  if (settings.nodeTemplates.length > 0) return fitNodes(names, settings, streams, createCluster, progress);
  checkObjectNames(names);
  const input = await loadWithQueues(inputOf(settings, progress), streams.stdin);
  const { snapshot } = input;
  const options = optionsFor(snapshot, settings);
  const empty = await createCluster(options);
  const requestedNames = new Set(objectNames(names, settings.namespace, snapshot.objects.workloads));
  checkInput(snapshot, 'fit', settings, streams);
  printRemarks(snapshot, streams);
  const found = selectNodes(snapshot.objects, settings.node, streams);
  const features = resolveFeatures(options);
  applyObjects(empty, snapshot, found, features);
  const cluster = empty.fork();
  warnAboutCluster({ objects: snapshot.objects, nodes: found, options: settings }, streams, settings.time.checkpoint);
  warnAboutPlugins(snapshot.objects, found, streams, settings.time.checkpoint);
  const placement = new Placement(cluster, found, { workloads: snapshot.objects.workloads });
  const requestedGroups = new RequestedGroups(snapshot, requestedNames, settings.namespace);
  const run = new FitRun(input, cluster, settings, streams, new SchedulerNotes(placement, found));
  const toAsk = new SelectedGroups(requestedGroups, ({ status }) => status.allocation !== undefined, streams);
  const groups = [...groupsApart(snapshot, found, features, requestedNames), ...templatesAlone(snapshot.objects)];
  const rows = new OwnerRows(snapshot.objects.workloads, requestedNames);
  for (const group of withNamedReplicas(groups, requestedNames, snapshot.objects)) if (toAsk.selects(group)) rows.add(group);
  for (const row of rows.rows()) {
    progress.update(() => `replicas of ${nameOfRow(row)}`);
    run.add(row);
  }
  run.finish(requestedGroups.absences());
  printData(streams, formatFits(run.fitted, settings), settings);
  return run.exitCode;
}

const TEMPLATE = { kind: 'ResourceClaimTemplate', group: RESOURCE_GROUP } as const;

/** Returns the templates that no pod, workload or pod group names, each with the claim that it makes. */
function templatesAlone({ resourceClaimTemplates, pods, workloads, podGroups }: ObjectSet): readonly ClaimGroup[] {
  const named = new Set<string>();
  const note = (namespace: string, entries: readonly { readonly resourceClaimTemplateName?: string | undefined }[]): void => {
    for (const { resourceClaimTemplateName: name } of entries) if (name !== undefined) named.add(objectKey(namespace, name));
  };
  for (const { metadata, spec } of [...pods, ...podGroups]) note(metadata.namespace, spec.resourceClaims);
  for (const { metadata, podSets } of workloads) for (const { template } of podSets) note(metadata.namespace, template.spec.resourceClaims);
  const alone = resourceClaimTemplates.filter(({ metadata: { namespace, name } }) => !named.has(objectKey(namespace, name)));
  return alone.map((template): ClaimGroup => {
    const { metadata } = template;
    const madeFor = { ...TEMPLATE, metadata, podSets: [], endsPods: false, describesOwner: false, label: '', remarks: [] };
    return { name: `template ${objectName(metadata)}`, claims: [{ ...ofTemplate(template), status: { reservedFor: [] } }], madeFor };
  });
}

const NONE_FITS: Fit = { kind: 'complete', count: 0, isAll: false, placements: [], perNode: new Map(), notLookedAt: [] };

/** Counts for one pod after another. Each pod starts from the current cluster, without the devices of the other pods. */
class FitRun {
  readonly fitted: Fitted[] = [];
  readonly #snapshot: Snapshot;
  readonly #cluster: Cluster;
  readonly #quota: QuotaLeft | undefined;
  readonly #settings: FitSettings;
  readonly #streams: Streams;
  readonly #notes: SchedulerNotes;
  readonly #exits = new Set<ExitCode>();
  readonly #unreached: Unreached;

  constructor({ snapshot, queues }: SnapshotWithQueues, cluster: Cluster, settings: FitSettings, streams: Streams, notes: SchedulerNotes) {
    this.#snapshot = snapshot;
    this.#cluster = cluster;
    const clock = new Clock(cluster, {});
    this.#quota = runInOneGo(QuotaLeft.of(cluster, snapshot.objects.workloads, queues, clock));
    this.#settings = settings;
    this.#streams = streams;
    this.#notes = notes;
    this.#unreached = new Unreached(settings);
  }

  get exitCode(): ExitCode {
    return worstOf(this.#exits);
  }

  add(row: OwnerRow): void {
    const { group, subject } = row;
    const { node, problem, madeFor } = group;
    if (this.#unreached.takes(nameOfRow(row))) return;
    if (node !== undefined && !lacksClaims(group)) {
      diagnose(this.#streams, 'note', `${group.name}: a DaemonSet has one pod for each node: place them with dra-allocator allocate`);
      return;
    }
    if (problem !== undefined) return this.#note(row, { ...NONE_FITS, runsOut: problem.message });
    try {
      const pod = group.pod ?? podForClaims(this.#cluster, group.claims);
      const base = `${subject?.name ?? madeFor?.metadata.name ?? pod.metadata.name}-replica`;
      const replicas = { pod, owner: madeFor, name: (number: number) => `${base}-${number}`, quota: this.#quota };
      this.#note(row, runInOneGo(fitReplicas(this.#cluster, replicas, this.#options)));
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      this.#fail(group, linesOfError(error), EXIT.input);
    }
  }

  get #options(): Parameters<typeof fitReplicas>[2] {
    const { most, limits, time } = this.#settings;
    return { limits: time.within(limits), ...(most === undefined ? {} : { most }) };
  }

  #note(row: OwnerRow, fit: Fit): void {
    const { group } = row;
    this.#notes.add(group, fit.count === 0);
    if (fit.error !== undefined && fit.count === 0) {
      const found = `  found on node ${fit.runsOutOn}; such an error ends the attempt of the scheduler`;
      this.#fail(group, [...linesOfError({ code: fit.error.code, message: fit.runsOut ?? '' }), found], EXIT.input);
      return;
    }
    this.fitted.push({ ...row, fit });
    const gangs = this.#gangsOf(group, fit);
    if (gangs === 0) this.#exits.add(EXIT.finding);
    if (fit.kind === 'interrupted') this.#fail(group, `interrupted by ${fit.by} after ${fit.count} replicas`, EXIT.interrupted);
    else if (fit.count === 0 && !fit.isAll) this.#exits.add(EXIT.finding);
  }

  /** Prints how many whole gangs the replicas form; undefined if the pod belongs to no gang. */
  #gangsOf({ pod }: ClaimGroup, { count, isAll }: Fit): number | undefined {
    const { cluster, runtime } = this.#cluster.parts;
    const key = pod === undefined || !runtime.features.genericWorkload ? undefined : groupKeyOf(pod);
    if (key === undefined) return undefined;
    const podGroup = cluster.objects.pods.get('PodGroup', key);
    if (podGroup === undefined) {
      diagnose(this.#streams, 'note', `PodGroup ${key} does not exist: the scheduler places none of its pods`);
      return 0;
    }
    const minCount = minCountOf(podGroup);
    const gangs = Math.floor(count / minCount);
    if (minCount > 1) {
      const more = isAll ? 'at least ' : '';
      const whole = `${more}${gangs === 1 ? '1 whole gang fits' : `${gangs} whole gangs fit`}`;
      diagnose(
        this.#streams,
        'note',
        `PodGroup ${key} needs ${minCount} pods at once: ${whole}, if each gang consists of ${minCount} such pods`,
      );
    }
    return gangs;
  }

  #fail({ name, madeFor, pod }: ClaimGroup, message: Message, code: ExitCode): void {
    this.#exits.add(code);
    const object = madeFor ?? pod;
    diagnose(this.#streams, 'error', prefixed(`${name}: `, message), object === undefined ? undefined : this.#snapshot.locate(object));
  }

  finish(absences: readonly string[]): void {
    for (const message of absences) {
      diagnose(this.#streams, 'error', message);
      this.#exits.add(EXIT.input);
    }
    this.#unreached.finish(this.#streams, this.#exits);
    this.#notes.print(this.#snapshot.objects, this.#streams);
    if (this.fitted.length === 0 && this.#exits.size === 0) diagnose(this.#streams, 'note', 'no pending pod or claim needs devices');
  }
}
