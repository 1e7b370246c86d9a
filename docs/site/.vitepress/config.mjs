// The site: the pages of docs/, in the order in which somebody new reads them, and the reference of the API that typedoc makes of the sources.

import { defineConfig } from 'vitepress';

const page = (text, link) => ({ text, link: `/${link}` });

export default defineConfig({
  title: 'dra-allocator',
  description: 'Which devices a Kubernetes workload gets with Dynamic Resource Allocation, and if none, why',
  srcDir: 'pages',
  outDir: '../../build/site',
  cacheDir: '../../build/site-cache',
  cleanUrls: true,
  rewrites: { 'getting-started.md': 'index.md', 'spec/README.md': 'spec/index.md', 'api/README.md': 'api/index.md' },
  markdown: {
    // Pages are written for readers of the sources, too: what is in angle brackets is text.
    html: false,
    config: (markdown) => {
      const open = markdown.renderer.rules.link_open ?? ((tokens, index, options, env, self) => self.renderToken(tokens, index, options));
      markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const href = tokens[index].attrGet('href') ?? '';
        // Files beside docs/ are in the sources and in the package, not on the site.
        if (/^(?:\.\.\/)+(?:examples|src|test|scripts|assembly|SECURITY|README|CHANGELOG|ARCHITECTURE|bench)/.test(href)) tokens[index].attrs = [['title', href]];
        return open(tokens, index, options, env, self);
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      {
        text: 'Use it',
        items: [
          page('Getting started', 'index'),
          page('How allocation decides', 'how-allocation-decides'),
          page('Explain', 'explain'),
          page('Suggestions', 'suggestions'),
          page('Certificates', 'certificates'),
          page('Validate', 'validate'),
          page('Rules of validate', 'rules'),
          page('What if', 'simulate'),
          page('What changes', 'diff'),
          page('Nodes that are needed', 'nodes-needed'),
          page('Kinds that make pods', 'pod-templates'),
          page('In a service', 'in-a-service'),
          page('In the browser', 'in-the-browser'),
          page('The playground', 'playground'),
          page('What the playground looks like', 'playground-pictures'),
          page('Compare allocators', 'bench'),
          page('Errors', 'errors'),
          page('Codes of explanations', 'explanation-codes'),
          page('API', 'api/'),
        ],
      },
      {
        text: 'What it answers',
        items: [
          page('Versions and deviations', 'versions'),
          page('Lists under constraints', 'attribute-semantics'),
          page('Classic DRA', 'classic'),
          page('Fields of v1beta1', 'v1beta1'),
          page('What the designs sketch', 'seeds'),
          page('Specification', 'spec/'),
        ],
      },
      {
        text: 'How fast, and how',
        items: [
          page('Performance', 'performance'),
          page('Hard problems', 'hard-problems'),
          page('Limits', 'limits'),
          page('Caches', 'caches'),
          page('The search', 'solver'),
          page('The resident cluster', 'resident'),
          page('Selectors', 'cel'),
          page('Beside a control plane', 'control-plane'),
          page('Glossary', 'glossary'),
          page('Contributing', 'contributing'),
        ],
      },
    ],
  },
});
