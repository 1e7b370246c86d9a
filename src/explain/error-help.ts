// Finds the selector that causes an error, and the help of the command `cel` for it.

import type { EncodeInput } from '../allocator/encode/encode.js';
import { devicesNamedIn } from '../allocator/encode/slot-plan.js';
import type { Environment } from '../cel/engine.js';
import type { DeviceSelection } from '../core/api/resource-claim.js';
import { endOfCall } from '../core/base/checkpoint.js';
import type { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { filtering } from '../core/base/lists-in-increments.js';
import { nameClaim } from './request-names.js';
import { helpOn } from './selector-losses.js';

/** A selector that fails. */
export interface FailedSelector {
  /** The class that has the selector; undefined if the request has it. */
  readonly className: string | undefined;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  readonly expression: string;
  /** True if the class, or the request, has no other selector. */
  readonly isOnly: boolean;
}

/** Returns help for a selector that failed with an error; empty if the call ends first. */
export function* helpOnError(
  error: AllocationError,
  { expression }: FailedSelector,
  { view, checkpoint }: Pick<EncodeInput, 'view' | 'checkpoint'>,
  environment: Environment,
): Incremental<readonly string[]> {
  try {
    const driver = error.device?.split('/')[0];
    const devices = yield* filtering(view.devices, ({ slice }) => driver === undefined || slice.spec.driver === driver, checkpoint);
    return yield* helpOn(expression, devices, environment, checkpoint);
  } catch (end) {
    endOfCall(end);
    return [];
  }
}

/** Returns the selector that an error is about; undefined if the error is about no selector. */
export function failedSelectorOf(
  error: AllocationError,
  { claims, deviceClasses }: Pick<EncodeInput, 'claims' | 'deviceClasses'>,
): FailedSelector | undefined {
  const { code, claim, request = '', selector, message } = error;
  if (selector === undefined || !SELECTOR_ERRORS.has(code)) return undefined;
  const [name, subrequest] = request.split('/');
  const spec = claims.find(({ metadata }) => nameClaim({ metadata }) === claim)?.spec;
  const found = spec === undefined ? undefined : devicesNamedIn(error, spec).requests.find((one) => one.name === name);
  const selection: DeviceSelection | undefined =
    subrequest === undefined ? found?.exactly : found?.firstAvailable.find((one) => one.name === subrequest);
  if (selection === undefined) return undefined;
  const className = selection.deviceClassName;
  const isOfClass = message.startsWith(`class ${className}: `);
  const selectors = isOfClass ? deviceClasses.get(className)?.spec.selectors : selection.selectors;
  const expression = selectors?.[selector]?.cel?.expression;
  if (expression === undefined) return undefined;
  return { className: isOfClass ? className : undefined, request, expression, isOnly: selectors?.length === 1 };
}

const SELECTOR_ERRORS: ReadonlySet<AllocationError['code']> = new Set(['cel-runtime-error', 'cel-compile-error']);
