// Writes the first line of an explanation without counts: limits, errors, and rejections by the scheduler's filters.

import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { EndedBy } from '../core/base/checkpoint.js';
import type { AllocationError } from '../core/base/errors.js';
import { isForOtherNodes, type Rejection } from '../scheduler/filters/filter.js';
import type { FailedSelector } from './error-help.js';
import type { UnavailableClaim } from './explanation.js';
import { abbreviated } from './expressions.js';

/** Describes which limit ended a call without any result. */
export function endInWords(by: EndedBy): string {
  return by === 'milliseconds'
    ? 'the time limit was reached before an explanation was found'
    : 'the call was aborted before an explanation was found';
}

/** Describes which limit prevented a result. */
export function interruptionInWords(by: InterruptedBy): string {
  const limit = {
    milliseconds: 'the time limit was reached',
    signal: 'the call was aborted',
    steps: 'the step limit was reached',
    selector: 'a selector exceeded its work limit',
  }[by];
  return `interrupted: ${limit}; the devices may still fit`;
}

/** The advice that Kubernetes appends to all errors of this kind. */
const ADVICE = '. consider using CEL optional chaining';

/** The selector that an error is about, and help for it. */
interface ErrorContext {
  readonly failed: FailedSelector | undefined;
  readonly help: readonly string[];
}

/** Describes an error. Omits the claim name if there is one claim, and replaces CEL messages with help on the selector. */
export function errorInWords(error: AllocationError, { failed, help }: ErrorContext, isOneClaim: boolean): string {
  const { message, claim, code, request } = error;
  if (failed !== undefined) return `${isOneClaim ? '' : `claim ${claim}: `}${failureInWords(error, failed, help)}`;
  const claimPrefix = [`claim ${claim}: `, `claim ${claim}, `].find((start) => isOneClaim && message.startsWith(start));
  const rest = claimPrefix === undefined ? message : message.slice(claimPrefix.length);
  switch (code) {
    case 'unknown-device-class':
      return rest.replace(
        /^request [^:]+: could not retrieve device class ([^:]+): deviceclass\.resource\.k8s\.io "[^"]*" not found$/,
        (_, name: string) => `request ${request}: there is no DeviceClass ${name}`,
      );
    case 'too-many-devices':
      return rest.replace(/^(.*)adding (\d+) devices exceeds the claim limit of (\d+), with (\d+) already accounted for$/, (...parts) => {
        const [, , added, limit, before] = parts as readonly string[];
        return `with request ${request}, the claim needs ${BigInt(before as string) + BigInt(added as string)} devices, but a claim may have at most ${limit}`;
      });
    default:
      return rest;
  }
}

/** Describes a selector that fails, on which device, and why. */
function failureInWords({ code, device, message }: AllocationError, failed: FailedSelector, help: readonly string[]): string {
  const { className, request, expression, isOnly } = failed;
  const owner = className === undefined ? `request ${request}` : `class ${className}`;
  const which = `${isOnly ? 'the selector' : `selector \`${abbreviated(expression)}\``} of ${owner}`;
  if (code === 'cel-compile-error') return `${which} does not compile: ${afterFirst(message, ': CEL compile error: ')}`;
  const reason = afterFirst(message, ': CEL runtime error: ').split(ADVICE)[0] as string;
  return `${which} fails on ${device ?? 'a device'}: ${help.length === 0 ? reason : help.join('; ')}`;
}

function afterFirst(text: string, separator: string): string {
  const at = text.indexOf(separator);
  return at < 0 ? text : text.slice(at + separator.length);
}

/** Describes the rejections of the scheduler's filters on a node, with advice. */
export function rejectionsInWords(rejections: readonly Rejection[], node: string): string {
  const inWords = (rejection: Rejection): string => {
    const advice = isForOtherNodes(rejection) ? undefined : ADVICE_ON[rejection.code]?.(node, rejection);
    return advice === undefined ? rejectionInWords(rejection, node) : `${rejectionInWords(rejection, node)}: ${advice}`;
  };
  return rejections.map(inWords).join('; ');
}

/** Advice that fits every pod with the rejection. */
const ADVICE_ON: Partial<Readonly<Record<Rejection['code'], (node: string, rejection: Rejection) => string>>> = {
  'node-unschedulable': (node) => `uncordon node ${node}`,
  'untolerated-taint': () => 'add a toleration to the pod, or remove the taint from the node',
  'node-affinity': () => 'change the selector or affinity, or the labels of the node',
  'insufficient-resource': (_, { exceedsNode }) =>
    exceedsNode ? 'the node is too small even when it is empty' : 'lower the requests of the pod, or remove pods from the node',
};

/** Describes a rejection of the scheduler's filters on a node. Names the node if it has amounts or is cordoned. */
export function rejectionInWords(rejection: Rejection, node: string): string {
  const { code, message, detail } = rejection;
  if (isForOtherNodes(rejection)) return 'the pod may run only on the nodes that it names';
  switch (code) {
    case 'node-unschedulable':
      return `node ${node} is cordoned`;
    case 'untolerated-taint':
      return `the node has the taint ${detail ?? message}`;
    case 'node-affinity':
      return "the node does not match the pod's node selector or node affinity";
    case 'host-port':
    case 'topology-spread':
    case 'pod-affinity':
    case 'pod-anti-affinity':
    case 'existing-anti-affinity':
    case 'volume-in-use':
    case 'volume-limit':
    case 'volume-binding':
    case 'volume-zone':
      return detail ?? message;
    case 'insufficient-resource':
      return detail === undefined ? message : `${message}: ${detail} on ${node}`;
    default:
      return detail === undefined ? message : `${message} (${detail})`;
  }
}

/** Describes an allocated claim that cannot be used. */
export function unavailableInWords({ claim, reason }: UnavailableClaim): string {
  return `claim ${claim} is already allocated, but ${reason}`;
}
