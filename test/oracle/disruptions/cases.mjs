// Writes random clusters with budgets for the oracle, one a line: `node cases.mjs COUNT`.

let state = 7;

/** Returns an integer from 0 to `below` - 1 (mulberry32). @param {number} below */
function pick(below) {
  state = (state + 0x6d2b79f5) | 0;
  let value = Math.imul(state ^ (state >>> 15), 1 | state);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) % below;
}

/** @template T @param {readonly T[]} items @returns {T} */
const one = (items) => /** @type {T} */ (items[pick(items.length)]);
/** @param {number} percent */
const chance = (percent) => pick(100) < percent;

const AMOUNTS = [0, 1, 2, 3, 5, '0%', '1%', '25%', '33%', '50%', '66%', '75%', '99%', '100%', 'two', '50', '-1%', '101%', -1];
const OWNERS = ['Deployment', 'Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController', 'Job', 'DaemonSet', 'missing', 'none'];

/** @param {string} name @param {object} more */
const meta = (name, more = {}) => ({ name, namespace: 'ns', uid: `uid-${name}`, ...more });

/** @param {string} kind @param {string} name */
function controller(kind, name) {
  const apiVersion = kind === 'ReplicationController' ? 'v1' : kind === 'Job' ? 'batch/v1' : 'apps/v1';
  return { ownerReferences: [{ apiVersion, kind, name, uid: `uid-${name}`, controller: true }] };
}

/** @typedef {Record<'deployments' | 'replicaSets' | 'statefulSets' | 'replicationControllers', object[]>} Lists */

/**
 * Adds an owner, and returns the metadata of its pods.
 * @param {string} kind @param {string} name @param {number} replicas @param {Lists} lists
 */
function addOwner(kind, name, replicas, lists) {
  const spec = { replicas, selector: { matchLabels: { o: name } } };
  const setName = `${name}-1`;
  switch (kind) {
    case 'Deployment':
      lists.deployments.push({ metadata: meta(name), spec });
      lists.replicaSets.push({ metadata: meta(setName, controller('Deployment', name)), spec });
      if (chance(20)) lists.replicaSets.push({ metadata: meta(`${name}-2`, controller('Deployment', name)), spec });
      return controller('ReplicaSet', setName);
    case 'ReplicaSet':
      lists.replicaSets.push({ metadata: meta(setName), spec });
      return controller('ReplicaSet', setName);
    case 'StatefulSet':
      lists.statefulSets.push({ metadata: meta(name), spec });
      return controller(kind, name);
    case 'ReplicationController':
      lists.replicationControllers.push({ metadata: meta(name), spec: { replicas, selector: { o: name } } });
      return controller(kind, name);
    case 'missing':
      return controller('ReplicaSet', 'gone');
    default:
      return kind === 'none' ? {} : controller(kind, name);
  }
}

/** @param {string} name @param {object} owner */
function podOf(name, owner) {
  const phase = one(['Running', 'Running', 'Running', 'Running', 'Pending', 'Succeeded', 'Failed']);
  const ready = phase === 'Running' && chance(75) ? 'True' : 'False';
  const labels = { app: one(['web', 'web', 'web', 'db']), tier: one(['a', 'b']) };
  const deleted = chance(8) ? { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 } : {};
  return {
    metadata: meta(name, { labels, ...owner, ...deleted }),
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    status: { phase, conditions: [{ type: 'Ready', status: ready }] },
  };
}

const SELECTORS = [
  { selector: { matchLabels: { app: 'web' } } },
  { selector: { matchLabels: { app: 'web' } } },
  { selector: { matchLabels: { app: 'web' } } },
  { selector: { matchExpressions: [{ key: 'tier', operator: 'In', values: ['a'] }] } },
  { selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['db'] }] } },
  { selector: {} },
  {},
];

function amounts() {
  if (chance(4)) return { minAvailable: 1, maxUnavailable: 1 };
  if (chance(3)) return {};
  return chance(50) ? { minAvailable: one(AMOUNTS) } : { maxUnavailable: one(AMOUNTS) };
}

/** @param {string} name */
function budgetOf(name) {
  const policy = one([undefined, undefined, 'IfHealthyBudget', 'AlwaysAllow', 'Never']);
  const spec = { ...one(SELECTORS), ...amounts(), ...(policy === undefined ? {} : { unhealthyPodEvictionPolicy: policy }) };
  return { metadata: { name, namespace: 'ns' }, spec };
}

/** @param {string} id */
function caseOf(id) {
  /** @type {Lists} */
  const lists = { deployments: [], replicaSets: [], statefulSets: [], replicationControllers: [] };
  const pods = [];
  // Most clusters have no owner without a scale, which would hide all other rules.
  const kinds = chance(80) ? OWNERS.filter((kind) => kind !== 'Job' && kind !== 'DaemonSet' && kind !== 'missing') : OWNERS;
  for (let index = 0; index < 1 + pick(3); index++) {
    const replicas = pick(6);
    const owner = addOwner(one(kinds), `o${index}`, replicas, lists);
    for (let number = 0; number < replicas + pick(2); number++) pods.push(podOf(`p${pods.length}`, owner));
  }
  const budgets = chance(15) ? [budgetOf('b0'), budgetOf('b1')] : [budgetOf('b0')];
  return { id, budgets, pods, ...lists };
}

const COUNT = Number(process.argv[2] ?? 100);
for (let index = 0; index < COUNT; index++) console.log(JSON.stringify(caseOf(String(index))));
