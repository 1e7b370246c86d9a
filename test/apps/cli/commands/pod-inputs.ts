// Nodes and pods that fit on them, for tests of the commands that place pods.

import { documents, GPU_TEMPLATE, gpuSlice } from '../run-program.js';
import { cluster } from './allocate-inputs.js';

/** A node with four cores, of which a test gives the rest. */
export const node = (name: string, spec = '', { labels = '', allocatable = 'cpu: 4, memory: 8Gi, pods: 110' } = {}): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {${labels}}}, spec: {${spec}}, status: {allocatable: {${allocatable}}}}\n`;

/** A pod with a GPU from a claim template. */
export const pod = (name: string, requests: string, rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], ` +
  `containers: [{name: main, image: app, resources: {requests: {${requests}}}}]${rest}}}\n`;

/** A pending pod and needs no devices. */
export const plain = (name: string, requests: string, rest = ''): string =>
  pod(name, requests, rest).replace(/resourceClaims: \[.*?\], /, '');

/** A pod that runs and has no devices. */
export const running = (name: string, on: string, requests: string, rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, uid: u-${name}}, spec: {nodeName: ${on}, containers: [{name: main, image: app, resources: {requests: {${requests}}}${rest}}]}, status: {phase: Running}}\n`;

/** Two nodes with four devices each, and a template for one. */
export const CLUSTER = documents(cluster(gpuSlice('node-a', 4), gpuSlice('node-b', 4)), GPU_TEMPLATE);
