// Removes the parts of a page that do not concern users of the package.

/**
 * Returns the text of a page without the sections for contributors, which link to files outside the package.
 * @param {string} page the path of the page
 * @param {string} text
 */
export function packedText(page, text) {
  if (page === 'docs/README.md') return text.replace(/^## Internals\n[\s\S]*/m, '');
  return page === 'README.md' ? text.replace(/^## Work on it\n[\s\S]*?(?=^## )/m, '') : text;
}
