// Checks the sources of environment variables. Source: validateEnvVarValueFrom in
// pkg/apis/core/validation/validation.go of Kubernetes 1.37.1.

import { labelKeyProblems, labelProblems, subdomainProblems } from '../../core/base/name-rules.js';
import { invalid, notSupported, required } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { reportProblems } from './names.js';

/** The first release in which a variable may come from a file. */
export const FILES_SINCE = 35;

/** The fields of a pod that a variable may use. */
const POD_FIELDS = [
  ...['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName'],
  ...['status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'],
];

/** Fields with a key: labels and annotations of the pod. */
const KEYED_FIELD = /^(metadata\.(?:labels|annotations))\['(.*)'\]$/s;

const RESOURCES = ['limits', 'requests'].flatMap((list) => ['cpu', 'memory', 'ephemeral-storage'].map((name) => `${list}.${name}`));
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-/;
const UNITS = ['1', ...['k', 'M', 'G', 'T', 'P', 'E'].flatMap((unit) => [`1${unit}`, unit === 'k' ? '1Ki' : `1${unit}i`])];
const UNITS_OF_CPU = ['1m', '1'];

const MOST_OF_KEY = 253;
const PRINTABLE = /^[ -<>-~]+$/;

/** The message for an invalid name of a variable. */
export const VARIABLE_NAME = "must consist only of printable ASCII characters other than '='";

/** Returns whether a text is a valid name of a variable. */
export function isVariableName(text: string): boolean {
  return PRINTABLE.test(text);
}

/** The checks of each source, by its field. */
export const SOURCES: Readonly<Record<string, (source: Field, context: RuleContext) => void>> = {
  fieldRef: checkPodField,
  resourceFieldRef: checkResource,
  configMapKeyRef: checkKey,
  secretKeyRef: checkKey,
  fileKeyRef: checkFile,
};

function checkPodField(source: Field, context: RuleContext): void {
  const [version, path] = [source.child('apiVersion'), source.child('fieldPath')];
  const [, , key] = KEYED_FIELD.exec(path.text) ?? [];
  if (path.text === '') context.report(path, required());
  else if (version.text !== '' && version.text !== 'v1')
    context.report(path, invalid(path.text, `unsupported pod version: ${version.text}`));
  else if (key !== undefined) {
    const judged = path.text.startsWith('metadata.annotations') ? key.toLowerCase() : key;
    for (const problem of labelKeyProblems(judged)) context.report(source, invalid(judged, problem));
  } else if (!POD_FIELDS.includes(path.text) && path.text !== 'spec.host') context.report(path, notSupported(path.text, POD_FIELDS));
}

function checkResource(source: Field, context: RuleContext): void {
  const [resource, divisor] = [source.child('resource'), source.child('divisor')];
  const { text } = resource;
  const isSupported = RESOURCES.includes(text) || HUGE_PAGES.test(text);
  if (text === '') context.report(resource, required());
  else if (!isSupported) context.report(resource, notSupported(text, RESOURCES));
  const units = text.endsWith('.cpu') ? UNITS_OF_CPU : UNITS;
  if (!isSupported || divisor.quantity === undefined || divisor.quantity.sign() === 0 || units.includes(divisor.quantity.toString()))
    return;
  context.report(divisor, invalid(divisor.text, `must be one of ${units.join(', ')}`));
}

function checkKey(source: Field, context: RuleContext): void {
  const [name, key] = [source.child('name'), source.child('key')];
  reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
  const { text } = key;
  if (text === '') return context.report(key, required());
  const isRight = text.length <= MOST_OF_KEY && /^[-._a-zA-Z0-9]+$/.test(text) && text !== '.' && !text.startsWith('..');
  if (!isRight)
    context.report(
      key,
      invalid(text, 'a key has at most 253 letters, digits, dashes, underscores and dots, and does not begin with two dots'),
    );
}

function checkFile(source: Field, context: RuleContext): void {
  const [key, volume, path] = [source.child('key'), source.child('volumeName'), source.child('path')];
  for (const field of [key, volume, path]) if (field.text === '') context.report(field, required());
  if (key.text !== '' && !isVariableName(key.text)) context.report(key, invalid(key.text, VARIABLE_NAME));
  if (volume.text !== '') reportProblems(volume, volume.text, labelProblems, context);
  if (path.text.split('/').includes('..')) context.report(path, invalid(path.text, "must not contain '..'"));
}
