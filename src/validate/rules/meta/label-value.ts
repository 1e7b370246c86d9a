import { labelValueProblems } from '../../../core/base/name-rules.js';
import { generatedName, isJudged, isOfObject, labelsOf, placeOf } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/**
 * Returns the label that the API server derives from a name: of a Namespace for itself, of
 * a Job for its pods. A Job without labels inherits the labels of its pods.
 */
function madeLabel(metadata: Field, kind: string): string {
  const isOwn = isOfObject(metadata);
  if (kind === 'Namespace' && isOwn) return metadata.child('name').text;
  if (kind !== 'Job') return '';
  const job = isOwn ? metadata.parent : metadata.parent?.parent?.parent;
  const labels = labelsOf(metadata, kind);
  if (job === undefined || job.child('spec', 'manualSelector').flag) return '';
  const jobMetadata = job.child('metadata');
  // A name is generated only after the labels of the template have been copied.
  const isShared = labels.isSet && metadata.child('labels').size === 0 && jobMetadata.child('name').text !== '';
  if (isOwn && !isShared) return '';
  return jobMetadata.child('name').text === '' ? generatedName(jobMetadata.child('generateName').text) : jobMetadata.child('name').text;
}

/** Selectors compare values, so they are short. */
export const labelValue: Rule = {
  id: 'label-value',
  severity: 'error',
  says: 'Label value is invalid: at most 63 letters, digits, dashes, underscores and dots',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.labels[team]': 'a team' },
    good: { 'metadata.labels[team]': 'a-team' },
  }),
  check(metadata, context) {
    if (!isJudged(metadata, context.kind)) return;
    const labelTexts = labelsOf(metadata, context.kind).entries.map(({ text }) => text);
    for (const text of [...labelTexts, madeLabel(metadata, context.kind)]) {
      context.checkpoint.step();
      for (const problem of labelValueProblems(text)) context.report(placeOf(metadata, 'labels'), invalid(text, problem));
    }
  },
};
