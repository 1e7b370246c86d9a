// Starts the Chromium of this machine through playwright-core, whose own browsers are not downloaded.

import { chromium } from 'playwright-core';
import { installedChromium } from './runtimes/binaries.mjs';

/** The network of a test machine may be closed, so the browser must send no requests for its own purposes. */
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

/** Returns the reason why there is no Chromium; undefined if there is one. @returns {string | undefined} */
export function whyNoChromium() {
  try {
    installedChromium();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Starts a Chromium. Throws if none exists. This can last minutes on a busy machine. */
export function startChromium() {
  return chromium.launch({ executablePath: installedChromium(), args: ARGUMENTS, timeout: 240_000 });
}
