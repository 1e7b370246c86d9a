// Tests selectors of Jobs and ReplicationControllers and the labels that
// they inherit from their templates, as in API servers 1.34 and 1.37.

import { expect, it, describe as suite } from 'vitest';
import { validate } from '../../../../src/validate/index.js';

const containers = [{ name: 'a', image: 'b' }];
const template = (labels: unknown, more: object = {}) => ({ metadata: { labels }, spec: { containers, ...more } });
const job = (name: string, spec: object, labels?: unknown, own?: object) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, ...(own === undefined ? {} : { labels: own }) },
  spec: { template: template(labels, { restartPolicy: 'Never' }), ...spec },
});
const deployment = (selector: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a' },
  spec: { selector, template: template({ a: 'b' }, { containers: [] }) },
});
const controller = (spec: object | undefined) => ({ apiVersion: 'v1', kind: 'ReplicationController', metadata: { name: 'a' }, spec });
const cronJob = (jobSpec: object) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'a' },
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({ a: 'b' }, { restartPolicy: 'Never' }), ...jobSpec } } },
});

const LABELS = 'metadata.labels';
const OF_TEMPLATE = 'spec.template.labels';
const MISMATCH = 'spec.template.metadata.labels';

suite.each(['1.34', '1.37'])('an API server of %s', (kubernetesVersion) => {
  it.each<[string, object, string[]]>([
    ['a Job gives its name as a label to its template', job('a😀', {}), ['metadata.name', OF_TEMPLATE]],
    ['which is a label of the Job as well where the template has labels', job('a😀', {}, {}), ['metadata.name', LABELS, OF_TEMPLATE]],
    [
      'nor where the name is generated',
      { ...job('', {}, {}), metadata: { generateName: 'a%b' } },
      ['metadata.name', 'metadata.generateName', OF_TEMPLATE],
    ],
    ['but not where the Job has labels', job('a😀', {}, { a: 'b c' }, { x: 'y' }), ['metadata.name', OF_TEMPLATE]],
    ['labels of a template are those of a Job without', job('a', {}, { 'a b': 'b' }, {}), [LABELS, OF_TEMPLATE]],
    ['also their values', job('a', {}, { a: 'b ' }), [LABELS, OF_TEMPLATE]],
    ['a manual selector is there', job('a', { manualSelector: true }, { a: 'b' }), ['spec.selector', MISMATCH]],
    ['a manual selector may be empty', job('a', { manualSelector: true, selector: {} }, { a: 'b' }), []],
    ['a manual selector matches', job('a', { manualSelector: true, selector: { matchLabels: { a: 'c' } } }, { a: 'b' }), [MISMATCH]],
    ['others are made', job('a', { selector: { matchLabels: { a: 'b' } } }, { a: 'b' }), ['spec.selector']],
    ['others are made, and match', job('a', { selector: { matchLabels: { a: 'c' } } }, { a: 'b' }), ['spec.selector', MISMATCH]],
    ['others may keep to what is made', job('a', { selector: { matchExpressions: [{ key: 'z', operator: 'DoesNotExist' }] } }, {}), []],
    [
      'a Deployment has a selector with right keys, values and operators, or nobody looks at its template',
      deployment({ matchLabels: { 'a b': 'c d' }, matchExpressions: [{ key: 'a', operator: 'Foo' }] }),
      ['spec.selector', 'spec.selector.matchLabels', 'spec.selector.matchExpressions[0].operator'],
    ],
    [
      'with values where the operator takes some',
      deployment({
        matchExpressions: [
          { key: 'a', operator: 'In' },
          { key: 'b', operator: 'Exists', values: ['c'] },
          { key: '', operator: 'NotIn', values: ['d e'] },
        ],
      }),
      ['', '.matchExpressions[0].values', '.matchExpressions[1].values', '.matchExpressions[2].key', '.matchExpressions[2].values[0]'].map(
        (path) => `spec.selector${path}`,
      ),
    ],
    [
      'a CronJob has none',
      cronJob({ manualSelector: true, selector: {} }),
      ['spec.jobTemplate.spec.selector', 'spec.jobTemplate.spec.manualSelector'],
    ],
    ['labels of a template are those of a ReplicationController', controller({ template: template({ a: 'b ' }) }), [LABELS, OF_TEMPLATE]],
    ['and its selector', controller({ template: template({ a: 'b' }) }), []],
    ['its selector matches', controller({ selector: { a: 'b' }, template: template({ a: 'c' }) }), [MISMATCH]],
    ['and is there', controller({ template: template(undefined) }), ['spec.selector']],
    ['with a template', controller({ selector: { a: 'b' } }), ['spec.template']],
    ['and both', controller(undefined), ['spec.selector', 'spec.template']],
  ])('%s', (_, object, paths) => {
    const found = validate([object], { kubernetesVersion }).filter(({ severity }) => severity === 'error');
    expect([...new Set(found.map(({ path }) => path))].sort()).toEqual([...paths].sort());
  });
});
