// Makes the pictures for docs/internals/playground-pictures.md from the built page: `npm run playground:pictures [-- NAME...]` makes all
// pictures, or the named ones. pngquant (a package of Debian) reduces them to a palette: a quarter of the size, without a visible difference.

import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChromium } from './chromium.mjs';
import { make, root } from './fresh.mjs';
import { playground } from './playground.mjs';
import { servePlayground } from './playground-server.mjs';
import { openState, STATES } from './playground-states.mjs';

/** The size and the theme of each picture, by the name of its state. @type {Readonly<Record<string, { width?: number, height?: number, dark?: true }>>} */
const LOOKS = {
  answer: { height: 1120 },
  suggestions: {},
  partitions: { dark: true },
  search: { height: 960 },
  nodes: {},
  tile: { width: 400, height: 850, dark: true },
};

/** The most milliseconds of a step; a busy machine is slow. */
const PATIENCE = 240_000;

const names = process.argv.slice(2);
const wanted = STATES.filter(({ name }) => names.length === 0 || names.includes(name));
await make(playground, { ifStale: true });
const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
const [browser, server] = await Promise.all([startChromium(), servePlayground()]);
try {
  for (const state of wanted) {
    const { width = 1280, height = 860, dark } = LOOKS[state.name] ?? {};
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    page.setDefaultTimeout(PATIENCE);
    await openState(page, server.address, state);
    const file = join(folder, `playground-${state.name}.png`);
    writeFileSync(file, withPalette(await page.screenshot()));
    console.log(`docs/pictures/playground-${state.name}.png: ${statSync(file).size} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/** @param {Buffer} png */
function withPalette(png) {
  const { error, status, stdout, stderr } = spawnSync('pngquant', ['--speed', '1', '--quality', '70-98', '--strip', '-'], {
    input: png,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw new Error(`pngquant cannot be run (apt-get install pngquant): ${error.message}`);
  if (status !== 0) throw new Error(`pngquant: ${stderr}`);
  return stdout;
}
