// The page of docs/ that tells how the last run of all scenarios ended.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ scenario: import('./scenario.mjs').Scenario, comparison: import('./replay.mjs').Comparison }} Result */

/**
 * Judges how a scenario ended: as it should, with a difference that it knows of, or otherwise.
 * @param {Result} result
 * @returns {'agreed' | 'differs as known' | 'differs'}
 */
export function verdictOf({ scenario, comparison: { differences, failures } }) {
  if (failures.length > 0) return 'differs';
  if (scenario.differs === undefined) return differences.length === 0 ? 'agreed' : 'differs';
  return differences.length > 0 ? 'differs as known' : 'differs';
}

const root = join(import.meta.dirname, '../../..');

/**
 * Writes docs/internals/control-plane.md.
 * @param {readonly Result[]} results
 * @param {{ kubernetes: string, etcd: string, node: string }} versions
 */
export function writePage(results, versions) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const page = pageOf(results, { ...versions, library: version, date: new Date().toISOString().slice(0, 10) });
  writeFileSync(join(root, 'docs/internals/control-plane.md'), page);
}

/**
 * @param {readonly Result[]} results
 * @param {{ kubernetes: string, etcd: string, node: string, library: string, date: string }} run
 */
function pageOf(results, { kubernetes, etcd, node, library, date }) {
  const agreed = results.filter((result) => verdictOf(result) === 'agreed').length;
  const known = results.filter((result) => verdictOf(result) === 'differs as known').length;
  const rows = [...results]
    .sort((a, b) => (a.scenario.name < b.scenario.name ? -1 : 1))
    .map((result) => {
      const { scenario, comparison } = result;
      const { placed, refused } = comparison;
      const name = `[${scenario.name}](../../test/cluster/real/scenarios/${scenario.name}.yaml)`;
      const verdict = verdictOf(result) === 'differs' ? '**differs**' : verdictOf(result);
      const text = scenario.differs === undefined ? scenario.shows : `${scenario.shows} ${scenario.differs}`;
      return `| ${name} | ${text.replaceAll('|', '\\|')} | ${scenario.gates} | ${placed} | ${refused} | ${verdict} |`;
    });
  return `# Compared with a real control plane

Written by \`npm run test:cluster -- --write-docs\` ([how it works](../../test/cluster/real/README.md)). Each scenario was applied to etcd, kube-apiserver, kube-scheduler and
kube-controller-manager; then dra-allocator was asked about the same objects in the same order. Every allocation was compared, and the reason for every pod without a node.
Scenarios in \`pods/\` are about whole pods: of these the chosen node was compared as well, and the scheduler's message word by word.

| | |
|---|---|
| date | ${date} |
| dra-allocator | ${library} |
| Kubernetes | ${kubernetes} |
| etcd | ${etcd} |
| Node | ${node} |
| scenarios that agreed | ${agreed} of ${results.length} |
| that differ, with a known reason | ${known} |

Gates: \`default\` is a cluster as it comes; \`all\` has every gate of device allocation and of filters on.

| scenario | what it shows | gates | pods placed | refused | result |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
