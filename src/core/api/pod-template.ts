// PodTemplateSpec: what pods are made from, in every kind that makes some. Source: core/v1.

import { type DecodedBy, object } from './decoder.js';
import { objectMetaWithSource } from './meta.js';
import { podSpec } from './pod.js';

/** Decodes a pod template. */
export const podTemplate = object({ metadata: objectMetaWithSource, spec: podSpec }, { lenient: true });

/** The metadata and the spec that pods are made with. */
export interface PodTemplate extends DecodedBy<typeof podTemplate> {}
