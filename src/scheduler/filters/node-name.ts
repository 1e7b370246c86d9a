// NodeName: accepts only the node that `spec.nodeName` names. Source: plugin nodename of Kubernetes 1.37.1.

import { PASSED, type PlainFilter } from './filter.js';

const OTHER_NODE = [{ code: 'other-node', message: "node(s) didn't match the requested node name" }] as const;

export const nodeName: PlainFilter = {
  plugin: 'NodeName',
  changesWith: 'node',
  prepare({ spec }) {
    if (spec.nodeName === '') return undefined;
    return { nodeNames: new Set([spec.nodeName]), test: ({ node }) => (node.metadata.name === spec.nodeName ? PASSED : OTHER_NODE) };
  },
};
