import { labelProblems, subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { checkGiven } from '../../checks/volumes.js';
import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

const CLAIM = 'PersistentVolumeClaim';
const FIELDS = ['apiGroup', 'kind', 'name'];

function checkSource(source: Field, context: RuleContext): void {
  checkGiven(source, 'name', context);
  checkGiven(source, 'kind', context);
  const [group, kind] = [source.child('apiGroup'), source.child('kind')];
  if (group.text !== '') reportProblems(group, group.text, (text) => subdomainProblems(text, 'characters'), context);
  else if (kind.text !== CLAIM) context.report(source, invalid(kind.text, `must be '${CLAIM}' when referencing the default apiGroup`));
}

/** The new volume begins with the content of the source. */
export const volumeDataSource: Rule = {
  id: 'volume-data-source',
  severity: 'error',
  says: 'Data source of a PersistentVolumeClaim has no name or kind, or an invalid group',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.dataSourceRef': { kind: 'VolumeSnapshot', name: 'backup' } },
    good: { 'spec.dataSourceRef': { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'backup' } },
  }),
  check(spec, context) {
    const [source, reference] = [spec.child('dataSource'), spec.child('dataSourceRef')];
    for (const one of [source, reference]) if (one.isSet) checkSource(one, context);
    const namespace = reference.child('namespace');
    if (namespace.text !== '') reportProblems(namespace, namespace.text, labelProblems, context);
    if (!source.isSet || !reference.isSet) return;
    if (namespace.text !== '')
      context.report(spec, invalid(undefined, 'dataSource may not be specified when dataSourceRef.namespace is specified'));
    else if (FIELDS.some((name) => source.fields[name] !== reference.fields[name]))
      context.report(spec, invalid(undefined, 'dataSource must match dataSourceRef'));
  },
};
