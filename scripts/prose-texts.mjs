// Extracts texts for readers from files: paragraphs of Markdown, comments of code, and strings that are sentences.

import { parse, Syntax } from '@textlint/markdown-to-ast';
import { parseAst } from 'vitest/node';

/** @typedef {import('./prose-rules.mjs').Passage} Passage */

/** Replaces code, links and addresses, each of which counts as one word. */
const CODE = 'X';

/**
 * Returns the paragraphs, headings, list items and table cells of a page, without code and quotations.
 * @param {string} text
 * @returns {readonly Passage[]}
 */
export function textsOfPage(text) {
  /** @type {Passage[]} */
  const passages = [];
  /** @param {any} node */
  const visit = (node) => {
    if ([Syntax.CodeBlock, Syntax.HtmlBlock, Syntax.BlockQuote].includes(node.type)) return;
    if ([Syntax.Paragraph, Syntax.Header, Syntax.TableCell].includes(node.type)) {
      passages.push({ line: node.loc.start.line, text: plainOf(node) });
      return;
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(parse(text));
  return passages;
}

/** @param {any} node @returns {string} */
function plainOf(node) {
  if ([Syntax.Code, Syntax.Html, Syntax.Image].includes(node.type)) return CODE;
  if (node.type === Syntax.Str) return node.value.replaceAll(/https?:\S+/g, CODE);
  return (node.children ?? []).map(plainOf).join('');
}

/** A line of a comment. An asterisk without a space after it begins a generator method. */
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?=\s|$))\s?(.*?)\s*(?:\*\/)?$/;

/**
 * Returns the comments of a file. Lines that belong together are one passage. Directives for tools, and examples, are left out.
 * @param {string} text
 * @returns {readonly Passage[]}
 */
export function commentsOf(text) {
  /** @type {Passage[]} */
  const passages = [];
  let isExample = false;
  let open = false;
  let braces = 0;
  for (const [index, content] of text.split('\n').entries()) {
    const words = COMMENT.exec(content)?.[1];
    if (words === undefined || /^\s*\*\/$/.test(content)) {
      [open, isExample, braces] = [false, false, 0];
      continue;
    }
    if (/^\s*\/\*\*?/.test(content)) open = false;
    if (words.startsWith('```')) isExample = !isExample;
    const isTag = braces > 0 || words.startsWith('@');
    if (isTag) braces += openBraces(words);
    if (isTag || isExample || words.startsWith('```') || words === '' || /^(?:biome-ignore|#|eslint|ts-)/.test(words)) {
      open = false;
      continue;
    }
    const plain = words
      .replaceAll(/`[^`]*`/g, CODE)
      .replaceAll(/https?:\S+/g, CODE)
      .replace(/\s@(?:typedef|type|param|returns) \{.*/, '');
    const last = passages.at(-1);
    if (open && last !== undefined) passages[passages.length - 1] = { line: last.line, text: `${last.text}\n${plain}` };
    else passages.push({ line: index + 1, text: plain });
    open = true;
  }
  return passages;
}

/** Returns the number of braces that a part of a JSDoc type leaves open. @param {string} text */
function openBraces(text) {
  return text.split('{').length - text.split('}').length;
}

/** The fewest words of a sentence. Shorter strings are names, keys and parts of sentences. */
const FEWEST_WORDS = 3;

/** Style sheets and markup, in which only the inner texts are sentences. */
const STYLE = /\{[^{}]*[\w-]+:[^{}]*;[^{}]*\}/;
const TAG = /<[^<>]*>/g;

/** A line of a table or a script, which stands by itself. */
const PREFORMATTED = /^(?: {2,}|#|\t)/;

/**
 * Returns the strings of a source file that are sentences or parts of sentences. Each expression of a template counts as one word.
 * @param {string} text
 * @returns {readonly Passage[]}
 */
export function stringsOf(text) {
  /** @type {Passage[]} */
  const passages = [];
  /** @param {string} content @param {number} start */
  const add = (content, start) => {
    if (STYLE.test(content)) return;
    const plain = content.replaceAll(/`[^`]*`/g, CODE).replaceAll(TAG, '\n\n');
    const line = text.slice(0, start).split('\n').length;
    let isOpen = false;
    for (const [index, words] of plain.split('\n').entries()) {
      const continues = isOpen && !PREFORMATTED.test(words);
      isOpen = words.trim() !== '' && !PREFORMATTED.test(words) && !words.endsWith(':');
      const last = passages.at(-1);
      if (continues && last !== undefined) passages[passages.length - 1] = { line: last.line, text: `${last.text}\n${words}` };
      else if (hasSentence(words)) passages.push({ line: line + index, text: words });
      else isOpen = false;
    }
  };
  for (const { content, start } of literalsIn(parseAst(text, { lang: 'ts' }).body)) add(content, start);
  return passages;
}

/** @param {string} text */
function hasSentence(text) {
  return text.split(/\s+/).filter((word) => /^[\p{L}][\p{L}'-]*[.,:;)]?$/u.test(word)).length >= FEWEST_WORDS;
}

/**
 * Yields the string literals and templates of a syntax tree, except for the paths of imports.
 * @param {any} node
 * @returns {Generator<{ content: string, start: number }>}
 */
function* literalsIn(node) {
  if (node === null || typeof node !== 'object' || node.type === 'ImportDeclaration') return;
  if (node.type === 'Literal' && typeof node.value === 'string') yield { content: node.value, start: node.start };
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.map((/** @type {any} */ part) => part.value.cooked ?? '');
    yield { content: parts.join(CODE), start: node.start };
  }
  for (const child of Object.values(node)) yield* literalsIn(child);
}
