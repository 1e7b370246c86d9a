import type { Json } from '../../../core/base/json.js';
import type { Assignments } from '../../rule.js';

/** The difference of a slice that chooses its nodes by the terms of a selector to the example of a slice, which names its node. */
export function sliceWithTerms(...terms: readonly Json[]): Assignments {
  return { 'spec.nodeName': undefined, 'spec.nodeSelector.nodeSelectorTerms': terms };
}
