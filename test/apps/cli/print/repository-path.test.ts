import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryPath } from '../../../../src/apps/cli/print/repository-path.js';

const CWD = process.cwd();

test.each([
  ['/ws/a/b.yaml', '/ws', 'a/b.yaml'],
  ['/ws/a/b.yaml', '/ws/', 'a/b.yaml'],
  ['/ws/./a/../b.yaml', '/ws', 'b.yaml'],
  ['/ws/..b.yaml', '/ws', '..b.yaml'],
  ['/elsewhere/b.yaml', '/ws', '/elsewhere/b.yaml'],
  ['/ws2/b.yaml', '/ws', '/ws2/b.yaml'],
  ['/ws', '/ws', '/ws'],
  ['/ws/a.yaml', undefined, '/ws/a.yaml'],
  ['/ws/a.yaml', '', '/ws/a.yaml'],
  ['a.yaml', CWD, 'a.yaml'],
  ['a.yaml', resolve(CWD, '..'), `${relative(resolve(CWD, '..'), CWD)}/a.yaml`],
  ['../a.yaml', CWD, '../a.yaml'],
  ['<stdin>', CWD, '<stdin>'],
])('%s in a checkout at %s is %s', (file, checkout, path) => {
  expect(repositoryPath(file, checkout)).toBe(path);
});
