// Debian's Chromium, driven by playwright-core: found, or installed where that is possible.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The network of a test machine may be closed: nothing of the browser's own goes out. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium; undefined: there is none, and it cannot be installed. As root on Debian it is installed. */
export function chromiumPath(): string | undefined {
  const found = PATHS.find((path) => existsSync(path));
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], options);
  return PATHS.find((path) => existsSync(path));
}

/** Starts a Chromium. Throws where there is none. */
export function startChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('there is no Chromium: install it (apt-get install chromium)');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
