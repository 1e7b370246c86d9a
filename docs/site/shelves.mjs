// The pages of the site, shelf by shelf in the order of the sidebar, and the addresses that pages had before.

/** A page: its name in the folder of its shelf, and its title in the sidebar. @typedef {readonly [name: string, title: string]} Page */

/** @type {readonly { readonly title: string, readonly folder: string, readonly pages: readonly Page[] }[]} */
export const SHELVES = [
  {
    title: 'Tutorials',
    folder: 'tutorials',
    pages: [
      ['first-answer', 'Your first answer'],
      ['first-lint-in-ci', 'Your first lint in CI'],
      ['first-embedding', 'Your first embedding'],
    ],
  },
  {
    title: 'Guides',
    folder: 'guides',
    pages: [
      ['debug-a-pending-pod', 'Debug a pending pod'],
      ['lint-manifests', 'Lint manifests'],
      ['plan-a-drain', 'Plan a drain'],
      ['plan-capacity', 'Plan capacity'],
      ['what-if', 'Ask what if'],
      ['gangs', 'Place gangs'],
      ['kueue', 'Simulate queues of Kueue'],
      ['sweeps', 'Run a sweep'],
      ['compare-clusters', 'Compare clusters'],
      ['check-a-driver', 'Check a driver'],
      ['run-in-a-service', 'Run in a service'],
      ['run-in-the-browser', 'Run in the browser'],
      ['playground', 'Use the playground'],
      ['classic-dra', 'Migrate from classic DRA'],
      ['benchmark-allocators', 'Benchmark allocators'],
    ],
  },
  {
    title: 'Reference',
    folder: 'reference',
    pages: [
      ['commands', 'Commands'],
      ['features', 'Supported features'],
      ['library', 'Library'],
      ['exit-codes', 'Exit codes'],
      ['errors', 'Error codes'],
      ['explanation-codes', 'Explanation codes'],
      ['rules', 'Rules of validate'],
      ['suggestions', 'Suggestions'],
      ['certificates', 'Certificates'],
      ['versions', 'Kubernetes versions'],
      ['behaviours', 'Behaviours by release'],
      ['attribute-semantics', 'Attribute semantics'],
      ['pod-templates', 'Pod templates'],
      ['scheduler-config', 'Scheduler configuration'],
      ['v1beta1', 'Fields of v1beta1'],
      ['cel', 'CEL selectors'],
      ['limits', 'Limits'],
      ['glossary', 'Glossary'],
    ],
  },
  {
    title: 'Internals',
    folder: 'internals',
    pages: [
      ['how-allocation-decides', 'How allocation decides'],
      ['solver', 'Solver'],
      ['lemmas', 'Lemmas'],
      ['resident', 'Resident cluster'],
      ['caches', 'Caches'],
      ['cel-work', 'Cost of CEL'],
      ['control-plane', 'Comparison with a control plane'],
      ['small-scope', 'Small scope'],
      ['hard-problems', 'Hard problems'],
      ['performance', 'Performance'],
      ['seeds', 'Coverage of the designs'],
      ['playground-pictures', 'Pictures of the playground'],
      ['contributing', 'Contributing'],
    ],
  },
];

/** The addresses that pages had before the shelves, with the pages that replace them. @type {Readonly<Record<string, string>>} */
export const MOVED_PAGES = {
  'attribute-semantics': 'reference/attribute-semantics',
  bench: 'guides/benchmark-allocators',
  caches: 'internals/caches',
  cel: 'reference/cel',
  'cel-work': 'internals/cel-work',
  certificates: 'reference/certificates',
  classic: 'guides/classic-dra',
  contributing: 'internals/contributing',
  'control-plane': 'internals/control-plane',
  'control-plane-traces': 'internals/control-plane',
  diff: 'guides/compare-clusters',
  errors: 'reference/errors',
  'exit-codes': 'reference/exit-codes',
  explain: 'guides/debug-a-pending-pod',
  'explanation-codes': 'reference/explanation-codes',
  'getting-started': 'tutorials/first-answer',
  glossary: 'reference/glossary',
  'hard-problems': 'internals/hard-problems',
  'how-allocation-decides': 'internals/how-allocation-decides',
  'in-a-service': 'guides/run-in-a-service',
  'in-the-browser': 'guides/run-in-the-browser',
  limits: 'reference/limits',
  'nodes-needed': 'guides/plan-capacity',
  performance: 'internals/performance',
  playground: 'guides/playground',
  'playground-pictures': 'internals/playground-pictures',
  'pod-templates': 'reference/pod-templates',
  resident: 'internals/resident',
  'resident-steps': 'internals/resident',
  rules: 'reference/rules',
  seeds: 'internals/seeds',
  simulate: 'guides/what-if',
  'small-scope': 'internals/small-scope',
  solver: 'internals/solver',
  suggestions: 'reference/suggestions',
  v1beta1: 'reference/v1beta1',
  validate: 'guides/lint-manifests',
  versions: 'reference/versions',
};

/**
 * Returns the HTML of a page that redirects to another page next to it.
 * @param {string} target the address relative to the redirecting page, without a suffix
 */
export function redirectHtml(target) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Moved to ${target}</title>
<link rel="canonical" href="./${target}">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=./${target}">
<p>This page is now at <a href="./${target}">${target}</a>.</p>
</html>
`;
}
