// Checks an explanation before it becomes text. Explanations are plain data, so callers can pass any object.

import type { ObjectJson } from '../../core/api/object-json.js';
import {
  type Check,
  checkFlag,
  checkNumber,
  checkObject,
  checkText,
  listOf,
  objectWith,
  oneOf,
  optional,
} from '../../core/base/arguments.js';
import type { Rejection } from '../../scheduler/filters/filter.js';
import type {
  Conflict,
  DeviceName,
  Explanation,
  Loss,
  NodeExplanation,
  NodeGroup,
  ObjectPatch,
  PickExplanation,
  RequestExplanation,
  Suggestion,
  UnavailableClaim,
} from '../explanation.js';

const kind = oneOf(['allocated', 'unallocatable', 'interrupted', 'error']);
const names = listOf(checkText, 'names');
const device = objectWith<DeviceName>({ driver: checkText, pool: checkText, device: checkText });
const checkSelection = objectWith<PickExplanation>({ claim: checkText, request: checkText, device, why: checkText });
const rejection = objectWith<Rejection>({ code: checkText, message: checkText, detail: optional(checkText) });
const loss = objectWith<Loss>({ count: checkNumber, detail: checkText });
const request = objectWith<RequestExplanation>({
  claim: checkText,
  request: checkText,
  total: checkNumber,
  left: checkNumber,
  losses: listOf(loss, 'losses'),
});
const unavailable = objectWith<UnavailableClaim>({ claim: checkText, reason: checkText });
const pool = objectWith<NodeExplanation['pools'][number]>({ pool: checkText, problem: checkText });
const node = objectWith<NodeExplanation>({
  node: checkText,
  kind,
  picks: optional(listOf(checkSelection, 'picks')),
  rejections: optional(listOf(rejection, 'rejections')),
  requests: listOf(request, 'requests'),
  unavailable: listOf(unavailable, 'claims'),
  pools: listOf(pool, 'pools'),
  conflict: optional(objectWith<Conflict>({ text: checkText })),
  text: checkText,
});
const object = objectWith<ObjectPatch['object']>({ kind: checkText, namespace: optional(checkText), name: checkText });
const suggestion = objectWith<Suggestion>({
  text: checkText,
  by: checkText,
  patches: listOf(objectWith<ObjectPatch>({ object }), 'patches'),
  givesUpGoal: optional(checkFlag),
});

/** Checks the fields of an explanation that its text uses. */
export const checkExplanation: Check = objectWith<Explanation>({
  kind,
  error: optional(checkObject),
  nodes: listOf(node, 'nodes'),
  groups: listOf(objectWith<NodeGroup>({ nodes: names, text: checkText }), 'groups'),
  suggestions: listOf(suggestion, 'suggestions'),
});

/** Checks the kind and the name of an object. */
export const checkNamed: Check = objectWith<ObjectJson>({
  kind: optional(checkText),
  metadata: optional(objectWith({ namespace: optional(checkText), name: optional(checkText) })),
});
