// What claims ask for, as a text: claims of one text have the same answer on every node, whatever they are called.

import type { DeviceConstraint, DeviceRequest, DeviceSelection, ResourceClaim } from '../api/resource-claim.js';
import { selectorsText, tolerationText } from '../encode/stages.js';
import { packed } from '../key-text.js';

/** The text of what claims ask for. Configuration does not count: it is passed on. */
export function shapeOf(claims: readonly ResourceClaim[]): string {
  let text = '';
  for (const { spec } of claims) {
    text += '{';
    for (const request of spec.devices.requests) text += requestText(request);
    text += '/';
    for (const constraint of spec.devices.constraints) text += constraintText(constraint);
  }
  return text;
}

function requestText({ name, exactly, firstAvailable }: DeviceRequest): string {
  let text = `r${packed(name)}`;
  if (exactly !== undefined) text += `${exactly.adminAccess}${selectionText(exactly)}`;
  for (const subrequest of firstAvailable) text += `s${packed(subrequest.name)}${selectionText(subrequest)}`;
  return text;
}

function selectionText(selection: DeviceSelection): string {
  let text = `${packed(selection.deviceClassName)}${packed(selection.allocationMode)}${selection.count}`;
  text += selectorsText(selection.selectors);
  // The seconds decide nothing, but results repeat them.
  for (const toleration of selection.tolerations) text += `${tolerationText(toleration)}${toleration.tolerationSeconds ?? ''}`;
  if (selection.capacity !== undefined) {
    text += 'q';
    for (const [name, quantity] of selection.capacity.requests) text += `${packed(name)}${packed(quantity.toString())}`;
  }
  for (const { name, expression } of selection.derivedAttributes) text += `d${packed(name)}${packed(expression)}`;
  return text;
}

function constraintText({ requests, matchAttribute, distinctAttribute }: DeviceConstraint): string {
  let text = `k${optional(matchAttribute)}${optional(distinctAttribute)}`;
  for (const request of requests) text += `n${packed(request)}`;
  return text;
}

function optional(text: string | undefined): string {
  return text === undefined ? '-' : packed(text);
}
