import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RELEASES as OF_PLAYGROUND } from '../../../src/apps/playground/page/url-state.js';
import { minorOf, NEWEST, OLDEST, RELEASES, SERVER_RELEASES } from '../../../src/core/features/releases.js';
import { MINORS } from '../../../src/validate/schema/types.generated.js';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.generated.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);
const PAGES = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name.replaceAll('\\', '/')}`),
].filter((name) => name.endsWith('.md') && !/^docs\/(?:site|spec)\//.test(name));

/** The lines of files, with the file before them. */
function linesOf(files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  );
}

describe('a release in the table is everywhere', () => {
  it('validation has the types of its API server', () => {
    expect(SERVER_RELEASES.map(minorOf)).toEqual(MINORS);
  });

  it('the playground offers it', () => {
    expect(OF_PLAYGROUND).toEqual([...SERVER_RELEASES].reverse());
  });

  it('releases are in order, without gaps', () => {
    expect(RELEASES.map(minorOf)).toEqual(RELEASES.map((_, index) => minorOf(OLDEST) + index));
  });

  it('texts of the programs take its name from the table', () => {
    const literals = linesOf(SOURCES).filter((line) => {
      const [file = '', text = ''] = line.split(/: (.*)/s);
      const isComment = /^\s*(?:\/\/|\/?\*)/.test(text);
      const isFact =
        /since Kubernetes|from Kubernetes/.test(text) || file.startsWith('src/validate/rules/') || file.endsWith('/releases.ts');
      return text.includes(NEWEST) && !isComment && !isFact;
    });
    expect(literals).toEqual([]);
  });

  it('ranges of supported releases in documents and comments end with the newest', () => {
    const others = ['of Kubernetes 1.34 to 1.36', 'Kubernetes 1.32 to 1.35 run another', '1.34 to 1.36 and'];
    const firsts = [OLDEST, SERVER_RELEASES[0]].join('|').replaceAll('.', '\\.');
    const ranges = new RegExp(`\\b(?:${firsts}) to (1\\.\\d+)\\b`);
    const stale = linesOf([...SOURCES, ...PAGES]).filter((line) => {
      const last = ranges.exec(line)?.[1];
      return last !== undefined && last !== NEWEST && !others.some((other) => line.includes(other));
    });
    expect(stale).toEqual([]);
  });

  it('the package says which scheduler it follows', () => {
    for (const file of ['package.json', 'docs/reference/versions.md', 'docs/internals/how-allocation-decides.md'])
      expect(readFileSync(file, 'utf8')).toContain(`kube-scheduler ${NEWEST}`);
  });
});
