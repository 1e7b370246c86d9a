// PodTemplateSpec, from which all workload kinds make pods. Source: core/v1.

import { type DecodedBy, object } from './decoder.js';
import { objectMetaWithSource } from './meta.js';
import { podSpec } from './pod.js';

export const podTemplate = object({ metadata: objectMetaWithSource, spec: podSpec }, { lenient: true });

/** The metadata and the spec of new pods. */
export interface PodTemplate extends DecodedBy<typeof podTemplate> {}
