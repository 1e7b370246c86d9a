import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode, type Node } from '../../../src/core/api/node.js';
import { canSkipOperations, choiceIncludes, mayExclude } from '../../../src/core/api/node-match.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';
import { devices, node, slice } from '../../support/objects.js';

const decodedNode = (declaredFeatures: readonly string[] = []): Node =>
  decodeNode(node('n', { zone: 'a' }, { declaredFeatures }) as Json, new DecodeContext(['node']));
const here = decodedNode();
const decoded = (more: object): ResourceSlice =>
  decodeResourceSlice(slice('s', devices(1), more as never) as Json, new DecodeContext(['slice']));
const inZone = (zone: string, operator = 'In'): object => ({
  nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator, values: [zone] }] }] },
});
const byName = (values: readonly string[], operator = 'In', matchExpressions: readonly object[] = []): object => ({
  nodeSelector: { nodeSelectorTerms: [{ matchExpressions, matchFields: [{ key: 'metadata.name', operator, values }] }] },
});

describe('a choice of nodes', () => {
  it.each([
    ['includes the node that it names', { nodeName: 'n' }, true],
    ['includes no other node', { nodeName: 'm' }, false],
    ['goes by the name before all nodes', { nodeName: 'm', allNodes: true }, false],
    ['includes every node', { nodeName: '', allNodes: true }, true],
    ['goes by all nodes before the selector', { allNodes: true, ...inZone('b') }, true],
    ['includes nodes that are selected', inZone('a'), true],
    ['includes no nodes that are not selected', inZone('b'), false],
    ['includes a node whose name is selected', byName(['n']), true],
    ['includes no node whose name is not selected', byName(['m']), false],
    ['includes no node whose name is excluded', byName(['n'], 'NotIn'), false],
    ['reads each requirement besides the name', byName(['n'], 'In', [{ key: 'zone', operator: 'In', values: ['b'] }]), false],
  ])('%s', (_, more, expected) => {
    expect(choiceIncludes(decoded(more).spec, here, '', UNLIMITED)).toBe(expected);
  });

  it('includes no node where nothing is said', () => {
    expect(choiceIncludes({}, here, '', UNLIMITED)).toBe(false);
  });

  it('fails when it selects several names', () => {
    expect(errorOf(() => choiceIncludes(decoded(byName(['n', 'm'])).spec, here, '', UNLIMITED)).code).toBe('node-selection-failed');
  });

  it('parses a selector once, also one that does not parse', () => {
    const { spec } = decoded(inZone('a', 'Near'));
    const [term] = (spec.nodeSelector as { nodeSelectorTerms: object[] }).nodeSelectorTerms;
    let reads = 0;
    const counting = new Proxy(term as object, {
      get: (target, name) => {
        reads++;
        return Reflect.get(target, name);
      },
    });
    const choice = { nodeSelector: { nodeSelectorTerms: [counting] } } as never;
    const messages = ['', '', 'again: '].map((prefix) => errorOf(() => choiceIncludes(choice, here, prefix, UNLIMITED)).message);
    const [first] = messages;
    const readsOnce = reads;
    expect(errorOf(() => choiceIncludes(choice, here, '', UNLIMITED)).message).toBe(first);
    expect(messages).toEqual([first, first, `again: ${first}`]);
    expect(reads).toBe(readsOnce);
  });

  it('fails each time with the words of the reference when its selector does not parse', () => {
    const { spec } = decoded(inZone('a', 'Near'));
    for (const prefix of ['slice s: ', '']) {
      const error = errorOf(() => choiceIncludes(spec, here, prefix, UNLIMITED));
      expect(error.code).toBe('node-selection-failed');
      expect(error.message).toBe(
        `${prefix}failed to parse node selector &NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{NodeSelectorTerm{MatchExpressions:[]NodeSelectorRequirement{NodeSelectorRequirement{Key:zone,Operator:Near,Values:[a],},},MatchFields:[]NodeSelectorRequirement{},},},}: nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value: "Near": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`,
      );
    }
  });
});

it('devices may be of no use to a node that cannot skip operations, or that they do not choose', () => {
  const able = decodedNode(['DRAOptionalNodeOperations']);
  expect([canSkipOperations(here), canSkipOperations(able)]).toEqual([false, true]);
  const skipping = decoded({ skipNodeOperations: ['*'] });
  expect([mayExclude(skipping, here), mayExclude(skipping, able)]).toEqual([true, false]);
  expect(mayExclude(decoded({ perDeviceNodeSelection: true }), able)).toBe(true);
  expect(mayExclude(decoded({}), here)).toBe(false);
});
