/**
 * The public module `dra-allocator/cel`: selectors on their own, for those who write, check or try them. Runs wherever JavaScript does.
 * @module dra-allocator/cel
 */

import { DecodeContext } from '../core/api/context.js';
import type { DeviceContentJson } from '../core/api/kinds.js';
import { decodeDevice } from '../core/api/resource-slice.js';
import { checkFields, checkText, oneOf, optional } from '../core/base/arguments.js';
import type { Json } from '../core/base/json.js';
import { INSPECT } from '../core/base/own-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';
import { type CelDevice, compileSelector as compile, type EnvironmentOptions, resolveEnvironment, type Selector } from './engine.js';

export { CelCompileError, CelRuntimeError } from './errors.js';

/** Options of {@link compileSelector}: the environment that a selector is compiled for. */
export interface SelectorOptions {
  /**
   * `stored`, the default, is what allocation uses: everything that Kubernetes ever introduced, whatever the gates. `new` is what the
   * API server takes in an object that is created.
   */
  readonly environment?: 'stored' | 'new';
  /**
   * A release, from 1.32 to 1.37: the one whose cel-go reads the selector and, for `new`, whose API server takes it; it also sets the
   * defaults of the gates. Absent: the newest, every gate on.
   */
  readonly kubernetesVersion?: string;
  /** Single gates by their Kubernetes names, for `new`. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** A device as plain JSON, as it stands in a ResourceSlice of any served version; other fields of a device may be there, too. */
export interface SelectorDevice {
  readonly attributes?: DeviceContentJson['attributes'];
  readonly capacity?: DeviceContentJson['capacity'];
  readonly allowMultipleAllocations?: DeviceContentJson['allowMultipleAllocations'];
  /** The place where v1beta1 and v1alpha3 have attributes and capacity. */
  readonly basic?: DeviceContentJson | undefined;
}

/** The outcome of a selector on one device. */
export interface SelectorTrial {
  /** True when the device matches; absent when there is an error. */
  readonly value?: boolean;
  /** Why there is no result. */
  readonly error?: string;
  /** Set where a limit of dra-allocator ended the evaluation: Kubernetes, which does not have it, would go on. */
  readonly isOwnLimit?: true;
  /** The cost of the evaluation, in the units of CEL. It ends at 1,000,000. */
  readonly cost: number;
  /** The attributes and capacities looked up, there or not, as `domain/name`, in the order of the first look. */
  readonly read: readonly string[];
}

/** A compiled selector. */
export interface CompiledSelector {
  readonly expression: string;
  /** A sentence for each thing that the selector does and its author can hardly mean; mostly none. */
  readonly notes: readonly string[];
  /** The worst-case cost as the API server estimates it before it takes a selector: the limit is 1,000,000. At most 2^64-1. */
  readonly maxCost: bigint;
  /** Returns whether a device of a driver matches. Throws {@link CelRuntimeError}, and AllocationError `invalid-object` for what is no device. */
  evaluate(device: SelectorDevice, driver: string): boolean;
  /** Evaluates like `evaluate`, and tells result or error, cost, and what was looked up. Throws AllocationError `invalid-object`. */
  trial(device: SelectorDevice, driver: string): SelectorTrial;
  /** For JSON.stringify: `maxCost` is a text where a number would not be exact. */
  toJSON(): { readonly expression: string; readonly notes: readonly string[]; readonly maxCost: number | string };
}

/**
 * Compiles a selector. Throws {@link CelCompileError} with line, column and help, and AllocationError for options: `invalid-input`,
 * `unknown-kubernetes-version`, `unknown-feature-gate`, `locked-feature-gate`, `feature-gate-needs`.
 * @example
 * ```ts
 * import { compileSelector } from 'dra-allocator/cel';
 *
 * const selector = compileSelector('device.driver == "gpu.example.com" && device.attributes["gpu.example.com"].model == "a100"');
 * const device = { attributes: { model: { string: 'a100' } } };
 * console.log(selector.evaluate(device, 'gpu.example.com'), selector.evaluate(device, 'other.example.com')); // true false
 * console.log(selector.trial(device, 'gpu.example.com')); // { value: true, cost: 9, read: [ 'gpu.example.com/model' ] }
 * ```
 */
export function compileSelector(expression: string, options: SelectorOptions = {}): CompiledSelector {
  checkText(expression, 'compileSelector(expression)');
  const selector = compile(expression, resolveEnvironment(checkOptions(options)));
  const compiled: CompiledSelector & { readonly [INSPECT]: () => object } = {
    expression,
    notes: selector.notes,
    get maxCost() {
      return selector.maxCost;
    },
    evaluate: (device, driver) => selector.evaluate(decode('evaluate', device, driver)),
    trial: (device, driver) => tryOut(selector, decode('trial', device, driver)),
    toJSON: () => ({ expression, notes: compiled.notes, maxCost: toPlainJson(selector.maxCost) as number | string }),
    [INSPECT]: () => ({ expression, notes: compiled.notes, maxCost: selector.maxCost }),
  };
  return compiled;
}

const OPTIONS = ['environment', 'kubernetesVersion', 'featureGates'];

function checkOptions(options: SelectorOptions): EnvironmentOptions {
  checkFields(options, 'compileSelector(options)', OPTIONS);
  optional(oneOf(['stored', 'new']))(options.environment, 'environment');
  return options;
}

function decode(call: string, json: SelectorDevice, driver: string): CelDevice {
  checkText(driver, `${call}(driver)`);
  const { attributes, capacity, allowMultipleAllocations = false } = decodeDevice(json as Json, new DecodeContext());
  return { driver, attributes, capacity, allowMultipleAllocations };
}

function tryOut(selector: Selector, device: CelDevice): SelectorTrial {
  const { matches, error, cost, read } = selector.trial(device);
  return {
    ...(matches === undefined ? {} : { value: matches }),
    ...(error === undefined ? {} : { error: error.message }),
    ...(error?.isOwnLimit === true ? { isOwnLimit: true as const } : {}),
    cost,
    read: [...new Set([...read.attributes, ...read.capacity])],
  };
}
