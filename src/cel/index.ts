/**
 * The public module `dra-allocator/cel`: compiles and tries selectors without allocation. It runs in every JavaScript environment.
 * @module dra-allocator/cel
 */

import { DecodeContext } from '../core/api/context.js';
import type { DeviceContentJson } from '../core/api/kinds.js';
import { decodeDevice } from '../core/api/resource-slice.js';
import { checkFields, checkText, oneOf, optional } from '../core/base/arguments.js';
import type { Json } from '../core/base/json.js';
import { INSPECT } from '../core/base/lazy-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';
import { type CelDevice, compileSelector as compile, type EnvironmentOptions, resolveEnvironment, type Selector } from './engine.js';

export { CelCompileError, CelRuntimeError } from './errors.js';

/** Options of {@link compileSelector}: the environment for which a selector is compiled. */
export interface SelectorOptions {
  /**
   * `stored` (default) is the environment of allocation: everything that Kubernetes ever introduced,
   * regardless of gates. `new` contains the features that the API server accepts in new objects.
   */
  readonly environment?: 'stored' | 'new';
  /**
   * A release from 1.32 to 1.37. The cel-go of this release parses the selector. With `new`, its API server accepts the
   * selector, and the release sets the default gates. Default: the newest release with every gate on.
   */
  readonly kubernetesVersion?: string;
  /** Individual feature gates by their Kubernetes names, for `new`. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** A device as plain JSON, as in a ResourceSlice of any served version. Other fields of a device are allowed. */
export interface SelectorDevice {
  readonly attributes?: DeviceContentJson['attributes'];
  readonly capacity?: DeviceContentJson['capacity'];
  readonly allowMultipleAllocations?: DeviceContentJson['allowMultipleAllocations'];
  /** The struct in which v1beta1 and v1alpha3 have attributes and capacity. */
  readonly basic?: DeviceContentJson | undefined;
}

/** The outcome of a selector on one device. */
export interface SelectorTrial {
  /** True if the device matches; absent if there is an error. */
  readonly value?: boolean;
  /** The reason why there is no result. */
  readonly error?: string;
  /** Set if a limit of dra-allocator ended the evaluation. Kubernetes has no such limit and would continue. */
  readonly isOwnLimit?: true;
  /** The cost of the evaluation in CEL cost units. It ends at 1,000,000. */
  readonly cost: number;
  /** The attributes and capacities that were read, present or not, as `domain/name` in the order of the first read. */
  readonly read: readonly string[];
}

/** A compiled selector. */
export interface CompiledSelector {
  readonly expression: string;
  /** Sentences about probably unintended behavior of the selector; usually empty. */
  readonly notes: readonly string[];
  /** The worst-case cost as the API server estimates it before it accepts a selector; its limit is 1,000,000. At most 2^64-1. */
  readonly maxCost: bigint;
  /**
   * Returns whether a device of a driver matches. Throws {@link CelRuntimeError}, and
   * AllocationError `invalid-object` for an invalid device.
   */
  evaluate(device: SelectorDevice, driver: string): boolean;
  /** Evaluates like `evaluate` and returns the result or error, the cost and the names read. Throws AllocationError `invalid-object`. */
  trial(device: SelectorDevice, driver: string): SelectorTrial;
  /** Returns the object for JSON.stringify: `maxCost` is a text if a number would be inexact. */
  toJSON(): { readonly expression: string; readonly notes: readonly string[]; readonly maxCost: number | string };
}

/**
 * Returns a compiled selector. Throws {@link CelCompileError} with line, column and help, and AllocationError for options: `invalid-input`,
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
