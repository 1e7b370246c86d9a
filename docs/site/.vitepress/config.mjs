// The site: the pages of docs/ by shelf, and the API reference that typedoc generates from the sources.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { MOVED_PAGES, redirectHtml, SHELVES } from '../shelves.mjs';

const API = { text: 'API', link: '/api/' };

export default defineConfig({
  title: 'dra-allocator',
  description: 'Find out which devices Kubernetes allocates to a workload with Dynamic Resource Allocation, and why a pod is pending',
  srcDir: 'pages',
  outDir: '../../build/site',
  cacheDir: '../../build/site-cache',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', 'spec/README.md': 'spec/index.md', 'api/README.md': 'api/index.md' },
  markdown: {
    // Text in angle brackets is text: the pages are also read as plain Markdown.
    html: false,
    config: (markdown) => {
      const open = markdown.renderer.rules.link_open ?? ((tokens, index, options, env, self) => self.renderToken(tokens, index, options));
      markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const href = tokens[index].attrGet('href') ?? '';
        // Files outside docs/ are in the sources and in the package, not on the site.
        if (/^(?:\.\.\/)+(?:examples|src|test|scripts|assembly|SECURITY|README|CHANGELOG|ARCHITECTURE|bench)/.test(href)) tokens[index].attrs = [['title', href]];
        return open(tokens, index, options, env, self);
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      { text: 'Documentation', link: '/' },
      ...SHELVES.map(({ title, folder, pages }) => ({
        text: title,
        items: [
          ...pages.map(([name, text]) => ({ text, link: `/${folder}/${name}` })),
          ...(folder === 'reference' ? [API] : []),
          ...(folder === 'internals' ? [{ text: 'Specification', link: '/spec/' }] : []),
        ],
      })),
    ],
  },
  buildEnd({ outDir }) {
    for (const [old, target] of Object.entries(MOVED_PAGES)) writeFileSync(join(outDir, `${old}.html`), redirectHtml(target));
  },
});
