// The playground in Chromium, as it is built and served.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { make } from '../../../scripts/fresh.mjs';
import { playground } from '../../../scripts/playground.mjs';
import { servePlayground } from '../../../scripts/serve-playground.mjs';
import { chromiumPath, startChromium } from '../../support/chromium.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const hasBrowser = chromiumPath() !== undefined;
if (!hasBrowser)
  console.error('the playground is not tried in a browser: there is no Chromium, and it can be installed on Debian as root alone');

let browser: Browser;
let server: Awaited<ReturnType<typeof servePlayground>>;
const problems: string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  await make(playground, { ifStale: true });
  [browser, server] = await Promise.all([startChromium(), servePlayground()]);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Opens the page, and fails for whatever the browser complains of, the Content Security Policy included. */
async function open(fragment: string, { width = 1280, height = 900, colorScheme = 'light' }: Looks = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  problems.length = 0;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(server.address)) problems.push(`asks for ${request.url()}`);
  });
  await page.goto(`${server.address}#${fragment}`);
  return page;
}

const status = (page: Page) => page.locator('.status p');

/** Waits for the answer and the editor. */
async function ready(page: Page, answer: RegExp): Promise<void> {
  await status(page).filter({ hasText: answer }).waitFor();
  await page.locator('.cm-content').waitFor();
}

async function close(page: Page): Promise<void> {
  expect(problems).toEqual([]);
  await page.context().close();
}

const replaceText = async (page: Page, from: string, to: string): Promise<void> => {
  await page.evaluate(
    ([before, after]) => {
      const content = document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content');
      // biome-ignore lint/suspicious/noExplicitAny: the editor's own way from an element to its view
      const view = (content as any).cmTile?.view ?? (content as any).cmView?.view;
      const at = view.state.doc.toString().indexOf(before);
      view.dispatch({ changes: { from: at, to: at + before.length, insert: after } });
    },
    [from, to] as const,
  );
};

test.runIf(hasBrowser)('the EKS example is answered, under a policy that lets no script from elsewhere run', async () => {
  const page = await open('');
  await ready(page, /^4 placed · 0 not · 8 of 15/);
  expect(await page.locator('.tile.picked').count()).toBe(8);
  expect(await page.locator('.badge.match').count()).toBe(9);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  await close(page);
});

test.runIf(hasBrowser)('an edit has its answer', async () => {
  const page = await open('example=eks');
  await ready(page, /^4 placed/);
  await replaceText(page, 'replicas: 4', 'replicas: 5');
  await status(page).filter({ hasText: '4 placed · 1 not' }).waitFor();
  await replaceText(page, 'replicas: 5', 'replicas: 1');
  await status(page).filter({ hasText: '1 placed · 0 not' }).waitFor();
  await close(page);
});

test.runIf(hasBrowser)('a suggestion is applied with one click, and taken back with another, or by the editor', async () => {
  const page = await open('example=does-not-fit');
  await ready(page, /^0 placed · 1 not/);
  await page
    .getByRole('button', { name: /^Apply: / })
    .first()
    .click();
  await status(page).filter({ hasText: '1 placed · 0 not' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await status(page).filter({ hasText: '0 placed · 1 not' }).waitFor();
  await page
    .getByRole('button', { name: /^Apply: / })
    .first()
    .click();
  await status(page).filter({ hasText: '1 placed · 0 not' }).waitFor();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await status(page).filter({ hasText: '0 placed · 1 not' }).waitFor();
  await close(page);
});

test.runIf(hasBrowser)('an error is marked at its line, which a click goes to', async () => {
  const page = await open('example=does-not-fit');
  await ready(page, /^0 placed/);
  await replaceText(page, 'count: 2', 'count: -2');
  await status(page).filter({ hasText: 'would refuse this' }).waitFor();
  await page.locator('.cm-lint-marker-error').first().waitFor();
  await page.locator('.marks .place').first().click();
  expect(await page.locator('.cm-activeLine').textContent()).toContain('count: -2');
  await close(page);
});

test.runIf(hasBrowser)('completion offers attributes of the devices in the text', async () => {
  const page = await open('example=eks');
  await ready(page, /^4 placed/);
  await replaceText(page, 'matchAttribute: resource.kubernetes.io/pcieRoot', 'matchAttribute: ');
  await page.locator('.cm-line', { hasText: 'matchAttribute:' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('pcieR');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'resource.kubernetes.io/pcieRoot' }).waitFor();
  await page.keyboard.press('Enter');
  await status(page)
    .filter({ hasText: /^4 placed/ })
    .waitFor();
  await close(page);
});

test.runIf(hasBrowser)('a link brings the text, the semantics and the choice back', async () => {
  const page = await open('example=eks');
  await ready(page, /^4 placed/);
  await replaceText(page, 'replicas: 4', 'replicas: 3');
  await status(page)
    .filter({ hasText: /^3 placed/ })
    .waitFor();
  await page.getByLabel('Devices alone').check();
  await page.getByRole('button', { name: /trainer-1/ }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.message').waitFor();
  const { hash } = new URL(page.url());
  await close(page);
  const other = await open(hash.slice(1));
  await ready(other, /^3 placed/);
  expect(await other.getByLabel('Devices alone').isChecked()).toBe(true);
  expect(await other.getByRole('button', { name: /trainer-1/ }).getAttribute('aria-pressed')).toBe('true');
  await close(other);
});

test.runIf(hasBrowser)('a search that takes long can be called off, and an edit ends it', async () => {
  const page = await open('example=hard');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await status(page).filter({ hasText: 'Cancelled' }).waitFor();
  await page.getByLabel('Example').selectOption('taints');
  await status(page)
    .filter({ hasText: /^1 placed · 1 not/ })
    .waitFor();
  await page.getByLabel('Example').selectOption('hard');
  await status(page).filter({ hasText: 'Searching' }).waitFor();
  await page.getByLabel('Example').selectOption('eks');
  await status(page)
    .filter({ hasText: /^4 placed/ })
    .waitFor();
  await close(page);
});

test.runIf(hasBrowser)('names of the input are text, wherever they show', async () => {
  const page = await open('example=taints');
  await ready(page, /^1 placed/);
  const evil = '<img src=x onerror=window.ran=1>';
  for (const name of ['gpu-1', 'example.com/broken', 'worker-1-gpus', 'careful']) await replaceText(page, name, evil);
  await page.locator('.marks li').first().waitFor();
  await page.locator('.marks', { hasText: '<img' }).waitFor();
  expect(await page.evaluate(() => [document.querySelectorAll('img').length, 'ran' in window])).toEqual([0, false]);
  await close(page);
});

test.runIf(hasBrowser)('the search can be stepped through, back to where it turned', async () => {
  const page = await open('example=backtracking');
  await ready(page, /^1 placed/);
  await page.getByRole('button', { name: /^Step through the search/ }).click();
  await page.locator('.current', { hasText: 'Look for devices' }).waitFor();
  await page.getByRole('button', { name: 'Next turn back' }).click();
  await page.locator('.current', { hasText: 'take it back' }).waitFor();
  await page.locator('.step .cut').first().waitFor();
  await close(page);
});

test.runIf(hasBrowser)('500 nodes are answered, and found by their names', async () => {
  const page = await open('example=many-nodes');
  await ready(page, /^20 placed/);
  await page.getByLabel('Find a node').fill('worker-499');
  await page.getByRole('heading', { name: 'worker-499' }).waitFor();
  expect(await page.locator('.node').count()).toBe(1);
  await close(page);
});

test.runIf(hasBrowser)('all of it can be reached and used with keys', async () => {
  const page = await open('example=does-not-fit');
  await ready(page, /^0 placed/);
  const reached: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const own = document.activeElement;
      return own?.getAttribute('aria-label') ?? own?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? own?.textContent ?? '';
    });
    reached.push(name);
    if (/^Apply: /.test(name)) break;
  }
  expect(reached.join('\n')).toMatch(/Copy link[\s\S]*Manifests as YAML[\s\S]*wide[\s\S]*Apply: /);
  await page.keyboard.press('Enter');
  await status(page).filter({ hasText: '1 placed' }).waitFor();
  const tile = page.locator('.tile').first();
  await tile.focus();
  await page.locator('.tip').waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    await page.locator('.tile').nth(1).getAttribute('aria-label'),
  );
  await page.keyboard.press('Escape');
  await page.locator('.tip').waitFor({ state: 'detached' });
  await close(page);
});

const LOOKS: readonly (readonly [string, Looks])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['400 pixels wide', { width: 400, height: 800 }],
  ['dark and 400 pixels wide', { width: 400, height: 800, colorScheme: 'dark' }],
];

test.runIf(hasBrowser).each(LOOKS)('axe finds nothing serious, and nothing is wider than the window: %s', async (_, looks) => {
  for (const [example, answer] of [
    ['eks', /^4 placed/],
    ['does-not-fit', /^0 placed/],
    ['partitions', /placed/],
  ] as const) {
    const page = await open(`example=${example}`, looks);
    await ready(page, answer);
    await page.getByRole('button', { name: /^Step through the search/ }).click();
    await page.locator('.current').waitFor();
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        readonly axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run();
      return violations.map(
        ({ id, impact, nodes }) =>
          `${impact} ${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 200))
            .join(' ')}`,
      );
    });
    expect(found.filter((each) => /^(?:serious|critical)/.test(each))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await close(page);
  }
});
