import { labelKeyProblems, labelValueProblems } from '../../../core/base/name-rules.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** The labels are compared with the labels of nodes. */
export const nodeSelector: Rule = {
  id: 'node-selector',
  severity: 'error',
  says: 'Node selector of a pod has a label that no node can have',
  link: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.nodeSelector': { 'gpu model': 'A100' } },
    good: { 'spec.nodeSelector': { 'gpu-model': 'A100' } },
  }),
  check(spec, context) {
    const labels = spec.child('nodeSelector');
    for (const { step, text } of labels.entries) {
      context.checkpoint.step();
      for (const problem of labelKeyProblems(String(step))) context.report(labels, invalid(step, problem));
      for (const problem of labelValueProblems(text)) context.report(labels, invalid(text, problem));
    }
  },
};
