import { utf8Length } from '../../../cel/values/characters.js';
import { isJudged, placeOf } from '../../checks/object-meta.js';
import { tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';

const MOST_BYTES = 256 * 1024;

/** All annotations are stored with the object and sent with every copy of it. */
export const annotationsSize: Rule = {
  id: 'annotations-size',
  severity: 'error',
  says: 'Annotations exceed 256 KiB in total',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.annotations[notes]': 'x'.repeat(262_144) },
    good: { 'metadata.annotations[notes]': 'x'.repeat(262_139) },
  }),
  check(metadata, context) {
    if (!isJudged(metadata, context.kind)) return;
    const annotations = metadata.child('annotations');
    let bytes = 0;
    for (const [key, value] of annotations.map) bytes += utf8Length(key) + utf8Length(String(value));
    if (bytes > MOST_BYTES) context.report(placeOf(metadata, 'annotations'), tooLong(MOST_BYTES));
  },
};
