import { labelKeyProblems } from '../../../core/base/name-rules.js';
import { checkDriverName, isLonger } from '../../checks/names.js';
import { checkGiven } from '../../checks/volumes.js';
import { duplicate, invalid, NEGATIVE, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

const MOST_BYTES = 256;

/** The API server reports problems of topology keys at the path of the driver. */
function checkTopologyKeys(driver: Field, context: RuleContext): void {
  const keys = new Set<string>();
  for (const key of driver.child('topologyKeys').items) {
    context.checkpoint.step();
    const at = key.as(driver.path);
    if (key.text === '') context.report(at, required());
    if (keys.has(key.text)) context.report(at, duplicate(key.text));
    keys.add(key.text);
    for (const problem of labelKeyProblems(key.text)) context.report(at, invalid(key.text, problem));
  }
}

/** A driver on a node has an identity and limits. */
export const csiNodeDriver: Rule = {
  id: 'csi-node-driver',
  severity: 'error',
  says: 'Driver of a CSINode has an invalid name, node ID, topology key or number of volumes',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['storage.CSINodeSpec'],
  examples: () => ({
    kind: 'CSINode',
    bad: { 'spec.drivers[0].nodeID': '' },
    good: { 'spec.drivers[0].nodeID': 'worker' },
  }),
  check(spec, context) {
    const names = new Set<string>();
    for (const driver of spec.child('drivers').items) {
      context.checkpoint.step();
      const [name, id, count] = [driver.child('name'), driver.child('nodeID'), driver.child('allocatable', 'count')];
      checkDriverName(name, context);
      checkGiven(driver, 'nodeID', context);
      if (isLonger(id.text, MOST_BYTES)) context.report(id, invalid(id.text, `must be ${MOST_BYTES} characters or less`));
      if (count.integer < 0n) context.report(count, invalid(count.integer, NEGATIVE));
      if (names.has(name.text)) context.report(name, duplicate(name.text));
      names.add(name.text);
      checkTopologyKeys(driver, context);
    }
  },
};
