// Checks that a comment is a sentence which states its claim first.

/** A comment that breaks the rule. @typedef {{ file: string, line: number, message: string }} Finding */

/** Folders in which every comment must obey the rule. */
export const CLEAN = ['assembly/', 'bench/', 'scripts/', 'src/', 'test/'];

/** Words that begin a clause without a claim. */
const OPENING = /^(?:Whether|What|The same|Those|As|Of|How|Where|None|Nothing|Which|Who)\b/;

/** A comment on its own line: its sign, and the part of its text on that line. */
const COMMENT = /^\s*(\/\*\*?|\/\/|\*)\s*(.*)$/;

/**
 * Finds comments that begin with a word such as 'Whether' or 'What' instead of a sentence.
 * @param {string} file relative to the repository
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkComments(file, text) {
  if (!/\.(?:ts|mjs)$/.test(file) || !CLEAN.some((folder) => file.startsWith(folder))) return [];
  /** The sign of the comment on the previous line; 'opened' if its text had not begun. */
  let before = '';
  return text.split('\n').flatMap((content, index) => {
    const [, sign = '', words = ''] = COMMENT.exec(content) ?? [];
    const isFirst = sign.startsWith('/*') || (sign === '//' && before !== '//') || (sign === '*' && before === 'opened');
    before = sign.startsWith('/*') && words === '' ? 'opened' : sign;
    const opening = isFirst ? OPENING.exec(words)?.[0] : undefined;
    if (opening === undefined) return [];
    return [{ file, line: index + 1, message: `the comment begins with '${opening}'; write a sentence that states its claim first` }];
  });
}
