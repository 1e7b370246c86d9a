// The path of a file as the repository has it: tools that show findings next to its lines find it by that path only.

import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Returns the path of a file relative to the checkout of a CI job, with slashes. Without a checkout, or for a file outside of it, that is the path
 * as given.
 */
export function repositoryPath(file: string, checkout: string | undefined): string {
  if (checkout === undefined || checkout === '') return file;
  const path = relative(checkout, resolve(file));
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : file;
}
