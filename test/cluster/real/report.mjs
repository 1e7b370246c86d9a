// Writes the results of the last run of all scenarios.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ scenario: import('./scenario.mjs').Scenario, comparison: import('./replay.mjs').Comparison }} Result */

/**
 * Judges a scenario: agreement, a difference that it documents, or another difference.
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
 * Writes bench/results/control-plane.md.
 * @param {readonly Result[]} results
 * @param {{ kubernetes: string, etcd: string, node: string }} versions
 */
export function writePage(results, versions) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const page = pageOf(results, { ...versions, library: version, date: new Date().toISOString().slice(0, 10) });
  writeFileSync(join(root, 'bench/results/control-plane.md'), page);
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
  return `# Scenarios on a real control plane

Written by \`npm run test:cluster -- --write-docs\`. [The comparison](../../docs/internals/control-plane.md) is explained for readers.
The gates are \`default\`, or \`all\`: every gate of device allocation and of filters is on.

| | |
|---|---|
| date | ${date} |
| dra-allocator | ${library} |
| Kubernetes | ${kubernetes} |
| etcd | ${etcd} |
| Node | ${node} |
| scenarios that agreed | ${agreed} of ${results.length} |
| that differ, with a known reason | ${known} |

| scenario | what it shows | gates | pods placed | pods pending | result |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
