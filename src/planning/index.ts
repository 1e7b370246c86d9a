/**
 * The public module `dra-allocator/simulate`: what-if queries. It works on forks of the clusters of `allocator.cluster()`, and changes none of
 * them.
 * @module dra-allocator/simulate
 */

export { AllocationError } from '../core/base/errors.js';
export type { CheckpointJson } from './answers.js';
export type { CellResult } from './cell.js';
export { type Comparison, compareReports, type NamedReport, type PodDifference } from './compare.js';
export type { EvictingTaint, RuleStatus } from './device-evictions.js';
export { DEVICE_ORDERS } from './device-order.js';
export { type DiffInput, diff, diffAsync } from './diff.js';
export type {
  ClaimDiff,
  ClaimIssue,
  DeviceOfPod,
  Diff,
  EvictionDiff,
  Placed,
  PodChangeKind,
  PodDiff,
  Replacement,
  SparedPod,
  Worse,
} from './diff-report.js';
export {
  type CloneJson,
  type DurationJson,
  type EventJson,
  MOST_EVENTS,
  type NodeTaintJson,
  type ReferenceJson,
  type ScaleJson,
  SIMULATION_VERSION,
  type TraceJson,
} from './events.js';
export { type Fit, type FitInput, type FittedReplica, fit, fitAsync } from './fit.js';
export { NODE_CHOICES, type Progress, QUEUE_ORDERS, type RoomInput, type SimulateInput } from './input.js';
export { ARRIVALS, type LifetimeJson, type LoadJson, type LoadTemplateJson } from './load.js';
export { nodeTemplatesOf } from './node-pool.js';
export { type NodeTemplateJson, nodeOfTemplate } from './node-template.js';
export { type NodesNeeded, type NodesNeededInput, nodesNeeded, nodesNeededAsync } from './nodes-needed.js';
export type { Optimum } from './optimum.js';
export type { LogEntry, Report, Sample, StillPending, Totals, Use, Waits } from './report.js';
export { type CellOutcome, type CellSources, runCell, runShard, type ShardInput, type ShardOutcome } from './run-shard.js';
export { type MergedShards, mergeShards, type ShardJson, type ShardPlace, type SweepReport } from './shard.js';
export { simulate, simulateAsync } from './simulate.js';
export type { DriverUse, RoomSummary, Summary } from './summary.js';
export { MOST_CELLS, type SeedRangeJson, type SweepCell, type SweepFilesJson, type SweepJson, sweepCells } from './sweep.js';
