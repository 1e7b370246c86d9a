// The first line of an explanation where it is about no counts: limits, errors, and what the scheduler's filters say.

import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { EndedBy } from '../core/base/checkpoint.js';
import type { AllocationError } from '../core/base/errors.js';
import { isForOtherNodes, type Rejection } from '../scheduler/filters/filter.js';
import type { FailedSelector } from './error-help.js';
import type { UnavailableClaim } from './explanation.js';
import { abbreviated } from './expressions.js';

/** Says by which limit a call ended before there was anything to say. */
export function endInWords(by: EndedBy): string {
  return by === 'milliseconds'
    ? 'the time limit was reached before an explanation was found'
    : 'the call was aborted before an explanation was found';
}

/** Says by which limit an answer is missing. */
export function interruptionInWords(by: InterruptedBy): string {
  const limit = {
    milliseconds: 'the time limit was reached',
    signal: 'the call was aborted',
    steps: 'the step limit was reached',
    selector: 'a selector exceeded its work limit',
  }[by];
  return `interrupted: ${limit}; the devices may still fit`;
}

/** Advice of Kubernetes for all errors of this kind. */
const ADVICE = '. consider using CEL optional chaining';

/** The selector that an error is about, and what its author may have meant. */
interface ErrorContext {
  readonly failed: FailedSelector | undefined;
  readonly help: readonly string[];
}

/** An error in words: without the name of the claim where there is but one, and with what its author may have meant instead of what only CEL knows. */
export function errorInWords(error: AllocationError, { failed, help }: ErrorContext, isOneClaim: boolean): string {
  const { message, claim, code, request } = error;
  if (failed !== undefined) return `${isOneClaim ? '' : `claim ${claim}: `}${failureInWords(error, failed, help)}`;
  const own = [`claim ${claim}: `, `claim ${claim}, `].find((start) => isOneClaim && message.startsWith(start));
  const rest = own === undefined ? message : message.slice(own.length);
  switch (code) {
    case 'unknown-device-class':
      return rest.replace(
        /^request [^:]+: could not retrieve device class ([^:]+): deviceclass\.resource\.k8s\.io "[^"]*" not found$/,
        (_, name: string) => `request ${request}: there is no DeviceClass ${name}`,
      );
    case 'too-many-devices':
      return rest.replace(/^(.*)adding (\d+) devices exceeds the claim limit of (\d+), with (\d+) already accounted for$/, (...parts) => {
        const [, , added, limit, before] = parts as readonly string[];
        return `with request ${request} it needs ${BigInt(before as string) + BigInt(added as string)} devices, but a claim may have at most ${limit}`;
      });
    default:
      return rest;
  }
}

/** A selector that fails, on which device, and why. */
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

/** The reasons of the scheduler's filters on a node, and what to do about them. */
export function rejectionsInWords(rejections: readonly Rejection[], node: string): string {
  const inWords = (rejection: Rejection): string => {
    const advice = isForOtherNodes(rejection) ? undefined : ADVICE_ON[rejection.code]?.(node, rejection);
    return advice === undefined ? rejectionInWords(rejection, node) : `${rejectionInWords(rejection, node)}: ${advice}`;
  };
  return rejections.map(inWords).join('; ');
}

/** The advice that fits every pod which a filter keeps off. */
const ADVICE_ON: Partial<Readonly<Record<Rejection['code'], (node: string, rejection: Rejection) => string>>> = {
  'node-unschedulable': (node) => `uncordon node ${node}`,
  'untolerated-taint': () => 'add a toleration to the pod, or remove the taint from the node',
  'node-affinity': () => 'change the selector or affinity, or the labels of the node',
  'insufficient-resource': (_, { exceedsNode }) =>
    exceedsNode ? 'the node is too small even when it is empty' : 'lower the requests of the pod, or remove pods from the node',
};

/** A reason of the scheduler's filters on a node, which is named where it has figures or is cordoned. */
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
      return detail ?? message;
    case 'insufficient-resource':
      return detail === undefined ? message : `${message}: ${detail} on ${node}`;
    default:
      return detail === undefined ? message : `${message} (${detail})`;
  }
}

/** A claim that has its devices. */
export function unavailableInWords({ claim, reason }: UnavailableClaim): string {
  return `claim ${claim} is already allocated, but ${reason}`;
}
