// Short reasons why a pod does not fit on a node, for a row of a table.

import { entryIn } from '../../../core/base/entry-in.js';
import { briefly } from '../../../explain/brief-losses.js';
import type { Loss, NodeExplanation, RequestExplanation } from '../../../explain/explanation.js';
import { nearestFirst } from '../../../explain/losses.js';
import { requestInWords } from '../../../explain/request-names.js';
import { isShort } from '../../../explain/short-requests.js';
import { abridged, MAX_REASON } from './abridged.js';

/** Returns the first line of an explanation in at most `most` characters. If it is too long, returns only the devices that each request lacks. */
export function briefReason(explanation: NodeExplanation, most = MAX_REASON): string {
  const { text } = explanation;
  return abridged(text.length <= most ? text : (countsInBrief(explanation) ?? text), most);
}

/**
 * Returns undefined if the counts of requests are not the reason, or if the node has no device of the class for the first
 * request that lacks devices.
 */
function countsInBrief({ kind, requests, rejections = [] }: NodeExplanation): string | undefined {
  const areSimple = kind === 'unallocatable' && rejections.length === 0 && requests.every(({ alternative }) => alternative === undefined);
  if (!areSimple) return undefined;
  const isOneClaim = new Set(requests.map(({ claim }) => claim)).size === 1;
  const lacking = unserved(requests);
  if (lacking[0]?.losses.some(isOfClass) !== true) return undefined;
  return lacking
    .map((request) => `${requestInWords(request)}${isOneClaim ? '' : ` of claim ${request.claim.split('/')[1]}`}: ${lackInWords(request)}`)
    .join('; ');
}

/** Returns the requests and subrequests without an alternative with enough devices. */
function unserved(requests: readonly RequestExplanation[]): readonly RequestExplanation[] {
  const byRequest = new Map<string, RequestExplanation[]>();
  for (const request of requests)
    entryIn(byRequest, `${request.claim} ${request.request.split('/')[0]}`, (): RequestExplanation[] => []).push(request);
  return [...byRequest.values()].filter((alternatives) => alternatives.every(isShort)).flat();
}

/** The losses closest to an allocation come first. */
function lackInWords({ claim, wanted: requestedCount, left, losses }: RequestExplanation): string {
  const causes = briefly(nearestFirst(losses.filter(isOfClass)), claim.split('/')[0] ?? '').map(({ count, text }) => `${count} ${text}`);
  if (causes.length === 0) return left === 0 ? 'no device of its class' : `needs ${requestedCount}, ${left} available`;
  return `${left === 0 ? '' : `needs ${requestedCount}, ${left} available: `}${causes.join('; ')}`;
}

/** Devices of another class or node are irrelevant. */
function isOfClass({ code }: Loss): boolean {
  return code !== 'other-node' && code !== 'other-kind' && code !== 'class-selector';
}
