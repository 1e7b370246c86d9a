import { describe, expect, test } from 'vitest';
import { nodesOf } from '../../../src/apps/cli/nodes.js';
import { objectsOf } from '../../scheduler/pods/objects.js';

describe('nodes', () => {
  const slice = (name: string, spec: string): string =>
    `{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: ${name}}, spec: {driver: d, pool: {name: p, resourceSliceCount: 1}, ${spec}}}\n---\n`;

  test('are those of the input', () => {
    const { nodes, made } = nodesOf(objectsOf(`${slice('s', 'nodeName: a')}{apiVersion: v1, kind: Node, metadata: {name: b}}`));
    expect([nodes.map(({ metadata }) => metadata.name), made]).toEqual([['b'], false]);
  });

  test('are those that slices and their devices name where the input has none, by name and once', () => {
    const text =
      slice('s', 'nodeName: c') +
      slice('t', 'nodeName: a') +
      slice('u', 'nodeName: c') +
      slice('v', 'perDeviceNodeSelection: true, devices: [{name: x, nodeName: b}]') +
      slice('w', 'allNodes: true');
    const { nodes, made } = nodesOf(objectsOf(text));
    expect([nodes.map(({ metadata }) => metadata.name), made]).toEqual([['a', 'b', 'c'], true]);
  });
});
