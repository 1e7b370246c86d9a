// Short predicates about the content of a case.

import type { Case } from '../../support/cases.js';
import { isFeatureOn } from '../generate/gates.js';
import * as part from '../parts.js';

/** Returns whether a case has a property. */
export type Holds = (input: Case) => boolean;

/** Some attribute of a device. */
export const attribute = (holds: (attribute: Readonly<Record<string, unknown>>) => boolean): Holds => {
  return (input) => part.devicesOf(input).some(({ attributes = {} }) => Object.values(attributes).some(holds));
};

/** Some request without a prioritized list, or some subrequest. */
export const selection =
  (holds: (selection: part.SelectionPart) => boolean): Holds =>
  (input) =>
    part.selectionsOf(input).some(holds);

/** Some slice. */
export const slice =
  (holds: (slice: part.SlicePart) => boolean): Holds =>
  (input) =>
    part.slicesOf(input).some(holds);

/** Some device. */
export const device =
  (holds: (device: part.DevicePart) => boolean): Holds =>
  (input) =>
    part.devicesOf(input).some(holds);

/** Some claim. */
export const claim =
  (holds: (claim: part.ClaimPart) => boolean): Holds =>
  (input) =>
    part.claimsOf(input).some(holds);

/** Returns whether a feature is off. */
export const off =
  (feature: string): Holds =>
  (input) =>
    !isFeatureOn(input.features, feature);
