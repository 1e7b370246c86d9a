// Records the steps of driver controllers with all their inputs and calls, so that another controller can repeat them.

import { BACKOFF, DriverController, PERIODIC } from '../../../src/classic/actors/driver-controller.js';
import { ApiError } from '../../../src/classic/api/api-error.js';
import type { KindOf } from '../../../src/classic/api/kinds.js';
import { type ApiObject, keyOf, titleOf } from '../../../src/classic/api/objects.js';
import { ActorCrash, ApiClient } from '../../../src/classic/api-client.js';
import { type AllocateResult, type ClaimAllocation, type Driver, type DriverFactory, FAKE_DRIVER } from '../../../src/classic/index.js';
import type { Informer } from '../../../src/classic/informer.js';

/** A call of a controller to the driver or the API server, with the response: type call of test/oracle/classic. */
export interface RecordedCall {
  readonly method: string;
  readonly subject: string;
  readonly error?: string;
  readonly results?: readonly { readonly allocation?: object; readonly error?: string }[];
  readonly unsuitable?: readonly (readonly string[])[];
  readonly pod?: object;
  readonly version?: string;
  readonly refusal?: { readonly reason: string; readonly message: string };
}

/** The changes of a cache since the last step. */
interface CacheChanges {
  readonly set: readonly ApiObject[];
  readonly delete: readonly string[];
}

/** One step: type step of test/oracle/classic. */
export interface RecordedStep {
  readonly controller: number;
  readonly driver: string;
  readonly minor: string;
  readonly key: string;
  readonly classes: CacheChanges;
  readonly claims: CacheChanges;
  readonly contexts: CacheChanges;
  readonly calls: readonly RecordedCall[];
  readonly crash: boolean;
}

/** The outcome of a step: type outcome of test/oracle/classic. */
export interface StepOutcome {
  readonly result: 'done' | 'requeue' | 'periodic' | 'crash' | 'error';
  readonly error?: string;
  readonly written?: readonly object[];
  readonly problem?: string;
}

/** A step of the simulated controller and its outcome. */
export interface OwnStep {
  readonly step: RecordedStep;
  readonly outcome: StepOutcome;
}

interface Underway {
  readonly calls: RecordedCall[];
  readonly written: object[];
}

/** Records all driver controllers of this process, from `install` until its result is called. */
export class Recorder {
  readonly steps: OwnStep[] = [];
  readonly #caches = new WeakMap<DriverController, { readonly number: number; readonly sent: Map<string, ApiObject>[] }>();
  #controllers = 0;
  #minor = '';
  #underway: Underway | undefined;

  /** Wraps a driver to record its responses. */
  readonly decorate = (factory: DriverFactory, kubernetesVersion: string): DriverFactory => {
    this.#minor = kubernetesVersion.slice(2);
    return (api) => this.#recorded(factory(api));
  };

  install(): () => void {
    const { sync } = DriverController.prototype;
    const { get, update, updateStatus } = ApiClient.prototype;
    const recorder = this;
    DriverController.prototype.sync = function (key) {
      return recorder.#step(this, key, () => sync.call(this, key));
    };
    ApiClient.prototype.get = function (type, namespace, name) {
      const read = (): KindOf<typeof type> => get.call(this, type, namespace, name) as KindOf<typeof type>;
      if (type !== 'Pod') return read();
      return recorder.#apiCall('get', `Pod ${keyOf({ namespace, name })}`, read, (pod) => ({ pod }));
    };
    const writer = (method: 'update' | 'updateStatus', write: typeof update): typeof update =>
      function <T extends ApiObject>(this: ApiClient, object: T): T {
        const call = () => write.call(this, object) as T;
        if (object.kind !== 'ResourceClaim' && object.kind !== 'PodSchedulingContext') return call();
        return recorder.#apiCall(method, titleOf(object), call, (after) => ({ version: after.metadata.resourceVersion ?? '' }), object);
      };
    ApiClient.prototype.update = writer('update', update);
    ApiClient.prototype.updateStatus = writer('updateStatus', updateStatus);
    return () => {
      DriverController.prototype.sync = sync;
      Object.assign(ApiClient.prototype, { get, update, updateStatus });
    };
  }

  async #step(controller: DriverController, key: string, sync: () => Promise<void>): Promise<void> {
    const underway: Underway = { calls: [], written: [] };
    const told = this.#changes(controller);
    this.#underway = underway;
    let outcome: StepOutcome = { result: 'done' };
    try {
      await sync();
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      this.#underway = undefined;
      const { calls, written } = underway;
      const step = { ...told, driver: FAKE_DRIVER, minor: this.#minor, key, calls, crash: outcome.result === 'crash' };
      this.steps.push({ step, outcome: { ...outcome, written } });
    }
  }

  #changes(controller: DriverController) {
    const known = this.#caches.get(controller) ?? { number: ++this.#controllers, sent: controller.watches.map(() => new Map()) };
    this.#caches.set(controller, known);
    const [classes, claims, contexts] = controller.watches.map((watch, index) =>
      changesOf(watch as Informer<string>, known.sent[index] as Map<string, ApiObject>),
    ) as [CacheChanges, CacheChanges, CacheChanges];
    return { controller: known.number, classes, claims, contexts };
  }

  #apiCall<T>(method: string, subject: string, call: () => T, answer: (result: T) => Partial<RecordedCall>, object?: object): T {
    const underway = this.#underway;
    const answered = (more: Partial<RecordedCall>): void => {
      underway?.calls.push({ method, subject, ...more });
      if (object !== undefined) underway?.written.push(object);
    };
    try {
      const result = call();
      answered(answer(result));
      return result;
    } catch (error) {
      if (error instanceof ApiError) answered({ refusal: { reason: error.reason, message: error.message } });
      throw error;
    }
  }

  #recorded(driver: Driver): Driver {
    return {
      ...driver,
      getClassParameters: (found, options) =>
        this.#driverCall('GetClassParameters', found.metadata.name, () => driver.getClassParameters(found, options)),
      getClaimParameters: (claim, ...rest) =>
        this.#driverCall('GetClaimParameters', claim.metadata.name, () => driver.getClaimParameters(claim, ...rest)),
      deallocate: (claim, options) => this.#driverCall('Deallocate', claim.metadata.name, () => driver.deallocate(claim, options)),
      allocate: (entries, node, options) =>
        this.#driverCall(
          'Allocate',
          `${namesOf(entries)} on ${node}`,
          () => driver.allocate(entries, node, options),
          (results) => ({ results: results.map(resultOf) }),
        ),
      unsuitableNodes: (pod, entries, nodes, options) =>
        this.#driverCall(
          'UnsuitableNodes',
          `${pod.metadata.name} ${namesOf(entries)} on ${nodes.join(' ')}`,
          () => driver.unsuitableNodes(pod, entries, nodes, options),
          (unsuitable) => ({ unsuitable }),
        ),
    };
  }

  async #driverCall<T>(
    method: string,
    subject: string,
    call: () => T | Promise<T>,
    answer: (result: T) => Partial<RecordedCall> = () => ({}),
  ): Promise<T> {
    const calls = this.#underway?.calls;
    try {
      const result = await call();
      calls?.push({ method, subject, ...answer(result) });
      return result;
    } catch (error) {
      if (!(error instanceof ActorCrash)) calls?.push({ method, subject, error: messageOf(error) });
      throw error;
    }
  }
}

function changesOf(watch: Informer<string>, sent: Map<string, ApiObject>): CacheChanges {
  const now = new Map([...watch.all()].map((object) => [keyOf(object.metadata), object]));
  const set = [...now].flatMap(([key, object]) => (sent.get(key) === object ? [] : [object]));
  const gone = [...sent.keys()].filter((key) => !now.has(key));
  for (const key of gone) sent.delete(key);
  for (const [key, object] of now) sent.set(key, object);
  return { set, delete: gone };
}

function outcomeOf(error: unknown): StepOutcome {
  if (error === PERIODIC) return { result: 'periodic' };
  if (error === BACKOFF) return { result: 'requeue' };
  return error instanceof ActorCrash ? { result: 'crash' } : { result: 'error', error: messageOf(error) };
}

function namesOf(entries: readonly ClaimAllocation[]): string {
  return entries.map(({ podClaimName, claim }) => `${podClaimName}=${claim.metadata.name}`).join(' ');
}

function resultOf(result: AllocateResult): { readonly allocation?: object; readonly error?: string } {
  return 'error' in result ? { error: messageOf(result.error) } : { allocation: result.allocation };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
