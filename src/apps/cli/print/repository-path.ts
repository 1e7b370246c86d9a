// Paths of files in the repository, by which tools locate the lines of findings.

import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Returns the path of a file relative to the checkout of a CI job, with slashes. Without a checkout, or for a file outside of it, returns the given path. */
export function repositoryPath(file: string, checkout: string | undefined): string {
  if (checkout === undefined || checkout === '') return file;
  const path = relative(checkout, resolve(file));
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : file;
}
