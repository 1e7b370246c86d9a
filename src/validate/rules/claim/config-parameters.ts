import { isJsonObject } from '../../../core/api/decoder.js';
import { isLongerJson } from '../../checks/json-size.js';
import { invalid, required, tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { RawJson } from '../../tree/decoded.js';
import { CLAIM_PAGE } from '../links.js';

/** Only the driver reads the parameters, and it identifies their kind. Kubernetes does not check them. */
export const configParameters: Rule = {
  id: 'config-parameters',
  severity: 'error',
  says: 'Parameters of a configuration are not a JSON object of at most 10 KiB',
  link: CLAIM_PAGE,
  at: ['OpaqueDeviceConfiguration'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.config': [{ opaque: { driver: 'gpu.example.com', parameters: 'shared' } }] },
    good: { 'spec.devices.config': [{ opaque: { driver: 'gpu.example.com', parameters: { kind: 'GpuConfig', sharing: 'shared' } } }] },
  }),
  check(opaque, context) {
    const parameters = opaque.child('parameters');
    const json = parameters.value instanceof RawJson ? parameters.value.json : null;
    if (json === null) context.report(parameters, required('an object that the driver can read'));
    else if (isLongerJson(json, MOST_BYTES)) context.report(parameters, tooLong(MOST_BYTES));
    else if (!isJsonObject(json)) context.report(parameters, invalid('<value omitted>', 'must be a valid JSON object'));
  },
};

/** Source: OpaqueParametersMaxLength of k8s.io/api resource/v1. */
const MOST_BYTES = 10 * 1024;
