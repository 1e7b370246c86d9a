/**
 * The public module `dra-allocator/classic`: simulates classic DRA of Kubernetes 1.26 to 1.30 step by step.
 * @module dra-allocator/classic
 */

export { AllocationError } from '../core/base/errors.js';
export type { Json, JsonObject } from '../core/base/json.js';
export { ApiError, type ApiErrorReason } from './api/api-error.js';
export type {
  AllocationMode,
  ClaimSchedulingStatus,
  ClassicAllocation,
  ClassicPod,
  ConsumerReference,
  ParametersReference,
  PodClaim,
  PodClaimStatus,
  PodSchedulingContext,
  ResourceClaim,
  ResourceClaimSpec,
  ResourceClaimStatus,
  ResourceClaimTemplate,
  ResourceClass,
  ResourceHandle,
} from './api/kinds.js';
export type { ApiObject, Metadata, OwnerReference } from './api/objects.js';
export type { ApiClient, DriverCall, RecordedEvent, Trace, Write, WriteVerb } from './api-client.js';
export type { AllocateResult, CallOptions, ClaimAllocation, Driver, DriverFactory } from './driver.js';
export type { AllocatedDevices, NodeAllocationState } from './fake-devices.js';
export { FAKE_DRIVER, type FakeDriverOptions, fakeDriver, NODE_ALLOCATION_STATE } from './fake-driver.js';
export type { FakeClaimParameters } from './fake-parameters.js';
export { type MigrationResult, migrateClassicObjects } from './migrate/migrate.js';
export type { MigrationNote, MigrationNoteCode } from './migrate/notes.js';
export { Simulation } from './simulation.js';
export {
  CLASSIC_RELEASES,
  type ClassicRelease,
  type RunOptions,
  type RunResult,
  type SimulationEvent,
  type SimulationOptions,
} from './simulation-options.js';
