// The inputs of tests of the command, and the lines that come out.

import { documents, GPU_CLASS, runProgram } from '../run-program.js';

export const allocate = (input: string, ...options: string[]) => runProgram(['allocate', '-f', '-', ...options], input);
export const cluster = (...slices: string[]): string => documents(GPU_CLASS, ...slices);
export const pod = (name: string, claims: string, rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [${claims}], containers: [{name: main, image: app}]${rest}}}\n`;
export const deployment = (name: string, replicas: number, rest = ''): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]${rest}}}}}\n`;
export const node = (name: string, labels = ''): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {${labels}}}}\n`;
export const rows = (out: string): string[][] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/));

export const NOTHING_RUNS = 'note: the input has no running pod: all resources of the nodes count as free\n';
export const NOTE = (count: number): string =>
  `note: the input has no Node objects: using ${count} node${count === 1 ? '' : 's'} that ResourceSlices name, without labels, taints or resource limits\n`;
