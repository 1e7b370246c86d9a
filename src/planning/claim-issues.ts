// Finds devices that could not be allocated to their claims again. The claims keep their devices.

import type { Runtime } from '../allocator/evaluate/runtime.js';
import { CelCompileError, CelRuntimeError } from '../cel/engine.js';
import { readLongVersions } from '../cel/run/device.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { alternativesOf, type DeviceSelection } from '../core/api/device-request.js';
import type { AllocatedDevice, Allocation, ResourceClaim } from '../core/api/resource-claim.js';
import type { Device, ResourceSlice } from '../core/api/resource-slice.js';
import { excludingTaint } from '../core/api/taints.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { inOneGo } from '../core/base/incremental.js';
import { append } from '../core/base/lists.js';
import { deviceIn, tolerationsOf } from './device-evictions.js';
import type { ClaimIssue } from './diff-report.js';

/** Checks the devices of claims in one cluster. */
export class ClaimIssues {
  readonly #state: ClusterState;
  readonly #runtime: Runtime;
  readonly #newest = new Map<string, bigint>();

  constructor(state: ClusterState, runtime: Runtime) {
    this.#state = state;
    this.#runtime = runtime;
  }

  /** Returns the issues with the devices of a claim. `node`: the node of the pods of the claim, if they have one. */
  of(key: string, node: string | undefined, checkpoint: Checkpoint): readonly ClaimIssue[] {
    const allocation = this.#state.heldBy(key);
    const claim = this.#state.objects.pods.get('ResourceClaim', key)?.claim;
    if (allocation === undefined) return [];
    return allocation.results.flatMap((result, index) => {
      const { driver, pool, device, request } = result;
      const place = { driver, pool, device, request };
      const found = deviceIn(this.#state, driver, pool, device, this.#newest);
      if (found === undefined) return [{ ...place, code: 'device-gone' as const, message: 'no ResourceSlice has it' }];
      return this.#ofDevice(found, { result, index, allocation, claim, node }, checkpoint).map((issue) => ({ ...place, ...issue }));
    });
  }

  #ofDevice(
    { slice, device }: { readonly slice: ResourceSlice; readonly device: Device },
    { result, index, allocation, claim, node }: HeldDevice,
    checkpoint: Checkpoint,
  ): readonly Issue[] {
    const issues: Issue[] = [];
    const { nodeName = '' } = slice.spec;
    if (node !== undefined && nodeName !== '' && nodeName !== node)
      issues.push({ code: 'other-node', message: `the device is on node ${nodeName}, but the pod is on ${node}` });
    const selection = claim === undefined ? undefined : selectionOf(claim, result);
    if (selection !== undefined) append(issues, this.#ofSelectors(slice, device, selection, checkpoint));
    if (result.adminAccess !== true && this.#runtime.features.deviceTaints) {
      const taint = excludingTaint(device.taints, tolerationsOf(allocation, index), checkpoint);
      if (taint !== undefined) {
        const { key, value, effect } = taint;
        issues.push({ code: 'tainted', message: `tainted ${key}${value === '' ? '' : `=${value}`}:${effect}` });
      }
    }
    return issues;
  }

  #ofSelectors(slice: ResourceSlice, device: Device, selection: DeviceSelection, checkpoint: Checkpoint): readonly Issue[] {
    const name = selection.deviceClassName;
    const deviceClass = this.#state.deviceClasses.get(name);
    if (deviceClass === undefined) return [{ code: 'class-gone', message: `there is no DeviceClass ${name}` }];
    const { attributes, capacity, allowMultipleAllocations = false } = device;
    const seen = { driver: slice.spec.driver, attributes, capacity, allowMultipleAllocations };
    inOneGo(readLongVersions(attributes, checkpoint));
    const refusing = (code: 'class-selector' | 'request-selector', whose: string, expressions: readonly string[]): Issue | undefined => {
      for (const expression of expressions) {
        const matches = this.#matches(expression, seen, checkpoint);
        if (matches === true) continue;
        if (matches === false) return { code, message: `${whose} does not match it: ${expression}` };
        return { code: 'selector-error', message: `${whose} fails: ${matches}` };
      }
      return undefined;
    };
    const expressionsOf = ({ selectors }: Pick<DeviceSelection, 'selectors'>): string[] =>
      selectors.map(({ cel }) => cel?.expression ?? '');
    const issue =
      refusing('class-selector', `class ${name}`, expressionsOf(deviceClass.spec)) ??
      refusing('request-selector', 'the request', expressionsOf(selection));
    return issue === undefined ? [] : [issue];
  }

  /** Returns whether a selector matches a device, or the error of the selector. */
  #matches(
    expression: string,
    seen: Parameters<Exclude<ReturnType<Runtime['selectors']['get']>, CelCompileError>['evaluate']>[0],
    checkpoint: Checkpoint,
  ): boolean | string {
    const selector = inOneGo(this.#runtime.selectors.compiling(expression));
    if (selector instanceof CelCompileError) return selector.message;
    try {
      return selector.evaluate(seen, checkpoint);
    } catch (error) {
      if (error instanceof CelRuntimeError) return error.message;
      throw error;
    }
  }
}

type Issue = Pick<ClaimIssue, 'code' | 'message'>;

interface HeldDevice {
  readonly result: AllocatedDevice;
  readonly index: number;
  readonly allocation: Allocation;
  readonly claim: ResourceClaim | undefined;
  readonly node: string | undefined;
}

/** Returns the request that a result is for; undefined if the claim no longer has that request. */
function selectionOf({ spec }: ResourceClaim, { request }: AllocatedDevice): DeviceSelection | undefined {
  const [name, subrequest] = request.split('/');
  for (const { requests } of alternativesOf(spec)) {
    const found = requests.find((each) => each.name === name);
    if (found === undefined) continue;
    if (subrequest === undefined) return found.exactly;
    return found.firstAvailable.find((each) => each.name === subrequest);
  }
  return undefined;
}
