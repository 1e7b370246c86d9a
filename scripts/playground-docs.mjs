// Writes the docs as static pages next to the playground, so that its links work on any host: the folders of docs/ that the package contains.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parse } from '@textlint/markdown-to-ast';
import { root } from './fresh.mjs';

/** The folders of docs/ for users. */
const SHELVES = ['tutorials', 'guides', 'reference', 'internals', 'spec'];

/** @typedef {{ type: string, value?: string, url?: string, depth?: number, ordered?: boolean, children?: readonly Node[], alt?: string }} Node */

/** Writes the pages into a folder. @param {string} out */
export function buildPlaygroundDocs(out) {
  const pages = ['README.md', ...SHELVES.flatMap((shelf) => readdirSync(join(root, 'docs', shelf)).map((name) => `${shelf}/${name}`))];
  const written = new Set(pages.filter((page) => page.endsWith('.md')));
  for (const page of written) {
    const file = join(out, htmlName(page));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageOf(page, readFileSync(join(root, 'docs', page), 'utf8'), written));
  }
  writeFileSync(join(out, 'docs.css'), STYLE);
}

/** @param {string} page */
function htmlName(page) {
  return page === 'README.md' ? 'index.html' : page.replace(/(?:README)?\.md$/, (end) => (end === '.md' ? '.html' : 'index.html'));
}

/** @param {string} page @param {string} text @param {ReadonlySet<string>} pages */
function pageOf(page, text, pages) {
  const tree = /** @type {Node} */ (parse(text));
  const title = plain(tree.children?.find(({ type }) => type === 'Header'));
  const up = '../'.repeat(page.split('/').length);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} - dra-allocator</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${up.slice(3)}docs.css">
  </head>
  <body>
    <nav aria-label="Pages"><a href="${up}index.html">Playground</a> <a href="${up.slice(3)}index.html">All docs</a></nav>
    <main>
${children(tree, { page, pages })}
    </main>
  </body>
</html>
`;
}

/** @typedef {{ page: string, pages: ReadonlySet<string> }} Place */

/** @param {Node} node @param {Place} place @returns {string} */
function children({ children: own = [] }, place) {
  return own.map((child) => render(child, place)).join('');
}

/** @type {Readonly<Record<string, string>>} */
const ELEMENTS = { Paragraph: 'p', Strong: 'strong', Emphasis: 'em', ListItem: 'li', BlockQuote: 'blockquote', Delete: 'del' };

/** @param {Node} node @param {Place} place @returns {string} */
function render(node, place) {
  const element = ELEMENTS[node.type];
  if (element !== undefined) return `<${element}>${children(node, place)}</${element}>\n`;
  switch (node.type) {
    case 'Str':
      return escaped(node.value ?? '');
    case 'Header': {
      const id = plain(node)
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replace(/ /g, '-');
      return `<h${node.depth} id="${escaped(id)}">${children(node, place)}</h${node.depth}>\n`;
    }
    case 'Code':
      return `<code>${escaped(node.value ?? '')}</code>`;
    case 'CodeBlock':
      return `<pre tabindex="0"><code>${escaped(node.value ?? '')}</code></pre>\n`;
    case 'List':
      return node.ordered === true ? `<ol>${children(node, place)}</ol>\n` : `<ul>${children(node, place)}</ul>\n`;
    case 'Link':
      return link(node, place);
    case 'Image':
      return `<em>${escaped(node.alt ?? '')}</em>`;
    case 'Table':
      return table(node, place);
    case 'Break':
      return '<br>';
    case 'HorizontalRule':
      return '<hr>\n';
    case 'Comment':
    case 'Html':
      return '';
    default:
      throw new Error(`docs/${place.page}: no HTML for ${node.type}`);
  }
}

/** Returns a link to another page, or only its text for files outside docs/, which the host lacks. @param {Node} node @param {Place} place */
function link(node, place) {
  const { url = '' } = node;
  const inside = children(node, place);
  if (/^(?:https?:|#)/.test(url)) return `<a href="${escaped(url)}">${inside}</a>`;
  const [path = '', fragment] = url.split('#');
  const target = posix.join(posix.dirname(place.page), path);
  if (!place.pages.has(target)) return inside;
  const relative = posix.relative(posix.dirname(place.page), htmlName(target));
  return `<a href="${escaped(relative)}${fragment === undefined ? '' : `#${escaped(fragment)}`}">${inside}</a>`;
}

/** @param {Node} node @param {Place} place */
function table({ children: rows = [] }, place) {
  const row = (/** @type {Node} */ { children: cells = [] }, /** @type {string} */ tag) =>
    `<tr>${cells.map((cell) => `<${tag}>${children(cell, place)}</${tag}>`).join('')}</tr>\n`;
  const [head, ...body] = rows;
  const top = head === undefined ? '' : `<thead>${row(head, 'th')}</thead>`;
  return `<div class="scroll" tabindex="0"><table>${top}<tbody>${body.map((each) => row(each, 'td')).join('')}</tbody></table></div>\n`;
}

/** @param {Node | undefined} node @returns {string} */
function plain(node) {
  return node === undefined ? '' : (node.value ?? (node.children ?? []).map(plain).join(''));
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `:root { color-scheme: light dark; --text: #18212f; --page: #ffffff; --line: #d3dae4; --code: #f1f4f8; --accent: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf2; --page: #10151d; --line: #323d4d; --code: #18202b; --accent: #8ab4ff; } }
body { margin: 0 auto; max-width: 52rem; padding: 1rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 16px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
nav { display: flex; gap: 1rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
code { background: var(--code); border-radius: 3px; padding: 0 .2em; }
pre { background: var(--code); padding: .7rem .9rem; border-radius: 6px; overflow-x: auto; overflow-wrap: normal; }
pre code { padding: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
