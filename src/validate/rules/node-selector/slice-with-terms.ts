import type { Json } from '../../../core/base/json.js';
import type { Assignments } from '../../rule.js';

/** Returns the changes that make the example slice select its nodes by terms instead of by name. */
export function sliceWithTerms(...terms: readonly Json[]): Assignments {
  return { 'spec.nodeName': undefined, 'spec.nodeSelector.nodeSelectorTerms': terms };
}
