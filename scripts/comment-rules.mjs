// The rule that a comment is a sentence which states its claim first.

/** A comment that does not. @typedef {{ file: string, line: number, message: string }} Finding */

/** Folders in which every comment keeps to the rule. */
export const CLEAN = ['assembly/', 'bench/', 'scripts/', 'src/', 'test/'];

/** Words with which a clause begins that leaves its claim to the reader. */
const OPENING = /^(?:Whether|What|The same|Those|As|Of|How|Where|None|Nothing|Which|Who)\b/;

/** A comment on a line of its own: its sign, and its text as far as that stands on the line. */
const COMMENT = /^\s*(\/\*\*?|\/\/|\*)\s*(.*)$/;

/**
 * Finds comments that begin with a word such as 'Whether' or 'What' in place of a sentence.
 * @param {string} file relative to the repository
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkComments(file, text) {
  if (!/\.(?:ts|mjs)$/.test(file) || !CLEAN.some((folder) => file.startsWith(folder))) return [];
  /** The sign of the comment on the line before, and whether its text had begun. */
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
