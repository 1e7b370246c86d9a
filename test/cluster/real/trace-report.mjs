// Writes the results of the last run of all traces.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'same' | 'differs as known' | 'differs'} Verdict */
/** A played trace: the states of the control plane, and the verdict of the comparison. @typedef {{ trace: import('./trace.mjs').Trace, states: readonly import('./trace.mjs').State[], verdict: Verdict }} Result */

const root = join(import.meta.dirname, '../../..');

/**
 * Writes bench/results/control-plane-traces.md.
 * @param {readonly Result[]} results
 * @param {{ kubernetes: string, etcd: string, node: string, seconds: number }} run
 */
export function writeTracePage(results, run) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const page = pageOf(results, { ...run, library: version, date: new Date().toISOString().slice(0, 10) });
  writeFileSync(join(root, 'bench/results/control-plane-traces.md'), page);
}

/**
 * @param {readonly Result[]} results
 * @param {{ kubernetes: string, etcd: string, node: string, seconds: number, library: string, date: string }} run
 */
function pageOf(results, { kubernetes, etcd, node, seconds, library, date }) {
  const count = (/** @type {Verdict} */ wanted) => results.filter(({ verdict }) => verdict === wanted).length;
  const rows = [...results]
    .sort((a, b) => (a.trace.name < b.trace.name ? -1 : 1))
    .map(({ trace, states, verdict }) => {
      const { name, shows, differs, anyNode } = trace;
      const text = [shows, differs, anyNode].filter((sentence) => sentence !== undefined).join(' ');
      const result = verdict === 'differs' ? '**differs**' : verdict;
      const what = anyNode === undefined ? 'pods and nodes' : 'pods';
      return `| [${name}](../../test/cluster/real/traces/${name}.yaml) | ${text.replaceAll('|', '\\|')} | ${states.length} | ${what} | ${result} |`;
    });
  return `# Traces on a real control plane

Written by \`npm run test:cluster:traces -- --write-docs\`. [The comparison](../../docs/internals/control-plane.md#traces) is explained for readers.

| | |
|---|---|
| date | ${date} |
| dra-allocator | ${library} |
| Kubernetes | ${kubernetes} |
| etcd | ${etcd} |
| Node | ${node} |
| traces with the same pods after each time | ${count('same')} of ${results.length} |
| that differ, with a known reason | ${count('differs as known')} |
| times compared | ${results.reduce((sum, { states }) => sum + states.length, 0)} |
| duration | ${Math.round(seconds)} s |

| trace | what it shows | times | compared | result |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
