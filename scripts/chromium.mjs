// The Chromium of this machine, driven by playwright-core, whose own browsers are not downloaded.

import { chromium } from 'playwright-core';
import { installedChromium } from './runtimes/binaries.mjs';

/** The network of a test machine may be closed: nothing of the browser's own goes out. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns why there is no Chromium; undefined: there is one. @returns {string | undefined} */
export function whyNoChromium() {
  try {
    installedChromium();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Starts a Chromium. Throws where there is none. A busy machine may take minutes for it. */
export function startChromium() {
  return chromium.launch({ executablePath: installedChromium(), args: ARGUMENTS, timeout: 240_000 });
}
