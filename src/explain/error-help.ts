// Help for the error of a selector: what the command `cel` would say of it.

import { objectName } from '../api/meta.js';
import type { DeviceSelection } from '../api/resource-claim.js';
import { CallEnded } from '../base/checkpoint.js';
import type { AllocationError } from '../base/errors.js';
import type { Environment } from '../cel/engine.js';
import type { EncodeInput } from '../encode/encode.js';
import { helpOn } from './selector-losses.js';

/** Sentences about the selector that an error is about; none where it is about none, or the call ends before. */
export function helpOnError(
  error: AllocationError,
  input: Pick<EncodeInput, 'claims' | 'deviceClasses' | 'view' | 'checkpoint'>,
  environment: Environment,
): readonly string[] {
  const expression = error.code === 'cel-runtime-error' ? expressionOf(error, input) : undefined;
  if (expression === undefined) return [];
  const { view, checkpoint } = input;
  try {
    const driver = error.device?.split('/')[0];
    const devices = checkpoint.filter(view.devices, ({ slice }) => driver === undefined || slice.spec.driver === driver);
    return checkpoint.keep(() => helpOn(expression, devices, environment, checkpoint));
  } catch (end) {
    if (end instanceof CallEnded) return [];
    throw end;
  }
}

function expressionOf(
  { claim, request = '', selector = 0, message }: AllocationError,
  { claims, deviceClasses }: Pick<EncodeInput, 'claims' | 'deviceClasses'>,
): string | undefined {
  const [name, subrequest] = request.split('/');
  const found = claims.find(({ metadata }) => objectName(metadata) === claim)?.spec.devices.requests.find((one) => one.name === name);
  const selection: DeviceSelection | undefined =
    subrequest === undefined ? found?.exactly : found?.firstAvailable.find((one) => one.name === subrequest);
  if (selection === undefined) return undefined;
  const className = selection.deviceClassName;
  const isOfClass = message.startsWith(`class ${className}: `);
  const selectors = isOfClass ? deviceClasses.get(className)?.spec.selectors : selection.selectors;
  return selectors?.[selector]?.cel?.expression;
}
