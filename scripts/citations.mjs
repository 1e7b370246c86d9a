// Checks citations of the specification: each names a page of docs/spec/, and an item or section on that page.
// A citation is the path of the page and one or more numbers, such as docs/spec/allocation.md 7 or docs/spec/reference-1.37.md 1.26 to 1.28.
// Pages of the specification cite each other without the folder. They cite items of the page about the reference by their numbers in parentheses.

import { posix } from 'node:path';

/** A citation that leads nowhere. @typedef {{ file: string, line: number, message: string }} Finding */

/** A page and the cited numbers, if there are any. @typedef {{ match: RegExpExecArray, page: string, numbers: string | undefined }} Citation */

/** The folder of the specification. */
export const SPECIFICATION = 'docs/spec/';

const NUMBER = String.raw`\d+(?:\.\d+)?(?![\w%]|\.\d)`;
const MORE_NUMBERS = `(?:(?:, and |, | and | to )${NUMBER})*`;
const CITATION = new RegExp(String.raw`docs/spec/([\w.-]+\.md)(?: (${NUMBER}${MORE_NUMBERS}))?`, 'g');
const IN_PARENTHESES = new RegExp(String.raw`\((\d+\.\d{1,2}(?![\w%.])${MORE_NUMBERS})`, 'g');
/** A path of the repository, in backquotes or as the target of a link. */
const PATH = /`((?:assembly|bench|docs|examples|scripts|src|test)\/[\w./-]*)`|\]\(([^)#:]+)(?:#[^)]*)?\)/g;

/**
 * Returns the numbers of the sections and items of a page, from its headings.
 * @param {string} text
 * @returns {ReadonlySet<string>}
 */
export function itemsOf(text) {
  return new Set(Array.from(text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm), (match) => /** @type {string} */ (match[1])));
}

/** Checks citations. `pages` has the texts of the specification's pages by name, and `exists` reports whether the repository has a path. */
export class Citations {
  /** @type {(path: string) => boolean} */
  #exists;
  /** @type {ReadonlyMap<string, ReadonlySet<string>>} */
  #items;
  /** The page whose items other pages cite by number. */
  #reference;
  #shortForm;
  #bareName;

  /**
   * @param {ReadonlyMap<string, string>} pages
   * @param {(path: string) => boolean} exists
   */
  constructor(pages, exists) {
    const names = [...pages.keys()].filter((name) => name !== 'README.md');
    const anyName = names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
    this.#exists = exists;
    this.#items = new Map(Array.from(pages, ([name, text]) => [name, itemsOf(text)]));
    this.#reference = names.find((name) => name.startsWith('reference-')) ?? '';
    this.#shortForm = new RegExp(String.raw`(?<![\w/.-])(${anyName})\)? (${NUMBER}${MORE_NUMBERS})`, 'g');
    this.#bareName = new RegExp(String.raw`(?<![\w/.-])(?:${anyName}|reference-\d+\.\d+)(?!\w)`, 'g');
  }

  /**
   * Finds citations in a file that lead nowhere, and pages that are cited in another form. In the specification, paths must exist as well.
   * @param {string} file relative to the repository
   * @param {string} text
   * @returns {Finding[]}
   */
  check(file, text) {
    /** @type {(match: RegExpExecArray, message: string) => Finding} */
    const found = (match, message) => ({ file, line: text.slice(0, match.index).split('\n').length, message });
    const isPage = file.startsWith(SPECIFICATION);
    const findings = this.#citationsIn(text, isPage).flatMap((citation) =>
      this.#problemsOf(citation, file).map((message) => found(citation.match, message)),
    );
    if (isPage) return [...findings, ...this.#missingPaths(file, text, found)];
    const bare = Array.from(text.matchAll(this.#bareName), (match) =>
      found(match, `'${match[0]}' stands alone; cite ${SPECIFICATION}PAGE and the number of an item`),
    );
    return [...findings, ...bare];
  }

  /** @type {(text: string, isPage: boolean) => Citation[]} */
  #citationsIn(text, isPage) {
    const patterns = isPage ? [CITATION, this.#shortForm] : [CITATION];
    const citations = patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), (match) => ({ match, page: /** @type {string} */ (match[1]), numbers: match[2] })),
    );
    if (!isPage) return citations;
    const byNumber = Array.from(text.matchAll(IN_PARENTHESES), (match) => ({ match, page: this.#reference, numbers: match[1] }));
    return [...citations, ...byNumber];
  }

  /** @type {(citation: Citation, file: string) => string[]} */
  #problemsOf({ page, numbers }, file) {
    const items = this.#items.get(page);
    if (items === undefined) return [`${SPECIFICATION} has no page ${page}`];
    // Prose may name a page as a whole. Comments of the sources must name the item.
    if (numbers === undefined) return file.endsWith('.md') ? [] : [`the citation of ${page} names no section or item`];
    const missing = (numbers.match(/\d+(?:\.\d+)?/g) ?? []).filter((number) => !items.has(number));
    return missing.map((number) => `${page} has no section or item ${number}`);
  }

  /** @type {(file: string, text: string, found: (match: RegExpExecArray, message: string) => Finding) => Finding[]} */
  #missingPaths(file, text, found) {
    return [...text.matchAll(PATH)].flatMap((match) => {
      const path = match[1] ?? posix.join(posix.dirname(file), /** @type {string} */ (match[2]));
      return this.#exists(path) ? [] : [found(match, `there is no ${path}`)];
    });
  }
}
