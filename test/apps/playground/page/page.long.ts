// The playground in Chromium, as it is built and served.

import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyNoChromium } from '../../../../scripts/chromium.mjs';
import { openState, replaceText, STATES } from '../../../../scripts/playground-states.mjs';
import {
  answered,
  type Focused,
  focused,
  type Looks,
  PlaygroundBrowser,
  ready,
  ringAboveGutters,
  seriousFindings,
} from '../../../support/playground.js';

const missing = whyNoChromium();
const hasBrowser = missing === undefined;
if (!hasBrowser) console.error(`the playground is not tried in a browser: ${missing}`);

let playground: PlaygroundBrowser;

beforeAll(async () => {
  if (hasBrowser) playground = await PlaygroundBrowser.start();
}, 600_000);

afterAll(async () => {
  if (hasBrowser) await playground.end();
}, 600_000);

test.runIf(hasBrowser)('the EKS example is answered, under a policy that lets no script from elsewhere run', async () => {
  const page = await playground.open('');
  await ready(page, /^4 of 4 fit · 8 of 15/);
  expect(await page.locator('.tile.picked').count()).toBe(8);
  expect(await page.locator('.badge.match').count()).toBe(9);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  await playground.close(page);
});

test.runIf(hasBrowser)('an edit has its answer, which readers are notified of', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  await replaceText(page, 'replicas: 4', 'replicas: 5');
  await answered(page, '4 of 5 fit');
  expect(await page.getByRole('status').first().textContent()).toMatch(/^4 of 5 fit .*pod default\/trainer-4: /);
  await replaceText(page, 'replicas: 5', 'replicas: 1');
  await answered(page, '1 of 1 fits');
  await playground.close(page);
});

test.runIf(hasBrowser)('a suggestion is applied with one click, and taken back with another, or by the editor', async () => {
  const page = await playground.open('example=does-not-fit');
  await ready(page, /^0 of 1 fit/);
  const apply = () =>
    page
      .getByRole('button', { name: /^Apply: / })
      .first()
      .click();
  await apply();
  await answered(page, '1 of 1 fits');
  await page.getByRole('button', { name: 'Undo' }).click();
  await answered(page, '0 of 1 fit');
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await apply();
  await answered(page, '1 of 1 fits');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await answered(page, '0 of 1 fit');
  await playground.close(page);
});

test.runIf(hasBrowser)('the focus goes on to what is there now where what had it is done and gone', async () => {
  const page = await playground.open('example=does-not-fit');
  await ready(page, /^0 of 1 fit/);
  const press = async (button: RegExp): Promise<void> => {
    await page.getByRole('button', { name: button }).first().focus();
    await page.keyboard.press('Enter');
  };
  const hasFocus = async (name: RegExp): Promise<void> => {
    await expect.poll(async () => (await focused(page)).name).toMatch(name);
  };
  await press(/^Apply: /);
  await hasFocus(/^Undo$/);
  await page.keyboard.press('Enter');
  await answered(page, '0 of 1 fit');
  await hasFocus(/claim default\/wide/);
  await press(/^Copy link/);
  await press(/^Close/);
  await hasFocus(/^Open files/);
  await press(/^Step through/);
  await hasFocus(/^Step 1 of/);
  await press(/^Next$/);
  await press(/^First$/);
  await hasFocus(/^First$/);
  await playground.close(page);
});

test.runIf(hasBrowser)('a text that failed has no result of an earlier text next to it', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  await replaceText(page, 'replicas: 4', 'replicas: : 4');
  await answered(page, /^Cannot parse this text: 1 error\. line \d+: /);
  expect(await page.locator('.tile, .group, .why').count()).toBe(0);
  await replaceText(page, 'replicas: : 4', 'replicas: 3');
  await answered(page, /^3 of 3 fit/);
  expect(await page.locator('.tile').count()).toBe(15);
  await page.getByRole('combobox', { name: /^Example/ }).selectOption('hard');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await answered(page, /^Cancelled/);
  expect(await page.locator('.tile, .group, .why').count()).toBe(0);
  await playground.close(page);
});

test.runIf(hasBrowser)('who leaves the page is asked about a text that no address tells of', async () => {
  const page = await playground.open('example=taints');
  await ready(page, /^1 of \d fits/);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await ready(page, /^1 of \d fits/);
  expect(asked).toEqual([]);
  await page.locator('.cm-content').click();
  await page.keyboard.type('# ');
  await replaceText(page, '# ', `# ${randomBytes(200_000).toString('base64')}`);
  await page.waitForURL((url) => url.hash === '');
  await page.reload();
  await ready(page, /^4 of 4 fit/);
  expect(asked).toEqual(['beforeunload']);
  await playground.close(page);
});

test.runIf(hasBrowser)('an error is marked at its line, which a click goes to', async () => {
  const page = await playground.open('example=does-not-fit');
  await ready(page, /^0 of 1 fit/);
  await replaceText(page, 'count: 2', 'count: -2');
  await answered(page, /rejects this: 1 error\..* line \d+: .*count: Invalid value: -2/);
  await page.locator('.cm-lint-marker-error').first().waitFor();
  await page.locator('.marks .place').first().click();
  await page.locator('.cm-activeLine', { hasText: 'count: -2' }).waitFor();
  await playground.close(page);
});

test.runIf(hasBrowser)('letters that come one upon the other all stay, and the page goes on', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  await replaceText(page, 'replicas: 4', 'replicas: 4 # ');
  await page.locator('.cm-content').focus();
  const written = 'written by somebody who does not wait for the page ';
  await page.keyboard.type(written);
  await page.locator('.cm-line', { hasText: `replicas: 4 # ${written.trim()}` }).waitFor();
  await replaceText(page, 'replicas: 4', 'replicas: 2');
  await answered(page, /^2 of 2 fit/);
  await playground.close(page);
});

test.runIf(hasBrowser)('completion offers what the text has, Escape leaves it, and Tab the editor', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  await replaceText(page, 'matchAttribute: resource.kubernetes.io/pcieRoot', 'matchAttribute: ');
  await page.locator('.cm-content').focus();
  await page.keyboard.type('pcieR');
  const offered = page.locator('.cm-tooltip-autocomplete li');
  await offered.filter({ hasText: 'resource.kubernetes.io/pcieRoot' }).waitFor();
  // For 75 ms after a completion appears, the editor treats every key as text.
  await page.waitForTimeout(1000);
  await page.keyboard.press('Enter');
  await answered(page, /^4 of 4 fit/);
  await replaceText(page, 'requests: [gpu, efa]', 'requests: [gpu, ]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await offered.filter({ hasText: 'efa' }).waitFor();
  await page.keyboard.press('Escape');
  await offered.first().waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).not.toBe('Manifests as YAML');
  await playground.close(page);
});

test.runIf(hasBrowser)('a link brings the text, the semantics and the choice back', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  await replaceText(page, 'replicas: 4', 'replicas: 3');
  await answered(page, /^3 of 3 fit/);
  await page.getByLabel('Devices only').check();
  await page.locator('.group', { hasText: 'trainer-1' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.message').waitFor();
  const { hash } = new URL(page.url());
  await playground.close(page);
  const other = await playground.open(hash.slice(1));
  await ready(other, /^3 of 3 fit/);
  expect(await other.getByLabel('Devices only').isChecked()).toBe(true);
  expect(await other.locator('.group', { hasText: 'trainer-1' }).getAttribute('aria-pressed')).toBe('true');
  await playground.close(other);
});

/** The fragment of a link to a text. */
const linkTo = (text: string): string => `text=${deflateRawSync(text, { level: 9 }).toString('base64url')}`;
const nodes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `apiVersion: v1\nkind: Node\nmetadata: {name: n${index}}`).join('\n---\n');

/** Hostile links, the first line for each, and the words next to it. */
const HOSTILE: readonly (readonly [string, string, RegExp, RegExp])[] = [
  ['of a million brackets', linkTo('['.repeat(1_000_000)), /^Cannot parse this text: 1 error/, /nest|deep/i],
  ['of mappings in mappings', linkTo(`a: ${'{a: '.repeat(200_000)}`), /^Cannot parse this text: 1 error/, /nest|deep/i],
  ['of lists, each further in', linkTo('- '.repeat(400_000)), /^Cannot parse this text: 1 error/, /nest|deep/i],
  ['of one line of two million letters', linkTo('x'.repeat(1_999_999)), /rejects this/, /./],
  ['of a million lines', linkTo('\n'.repeat(1_500_000)), /^No pending pod or claim needs devices/, /^$/],
  [
    'of aliases that grow',
    linkTo(
      `a: &a [x, x]\n${Array.from({ length: 60 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}`,
    ),
    /^Cannot parse this text/,
    /./,
  ],
  ['of many nodes', linkTo(nodes(20_000)), /^No pending pod or claim needs devices/, /no pending pod/],
  ['of a script', linkTo('kind: "<script>window.ran=1</script>"\n<img src=x onerror=window.ran=1>'), /^Cannot parse this text/, /./],
  ['that expands to more than it may', linkTo('a'.repeat(50_000_000)), /^4 of 4 fit/, /too long/],
  ['that is damaged', 'text=%3Cscript%3E', /^4 of 4 fit/, /damaged/],
  ['beyond all measure', `text=${'A'.repeat(300_000)}`, /^4 of 4 fit/, /too long/],
  ['to an example that is none', `example=${encodeURIComponent('../../x"><script>window.ran=1</script>')}`, /^4 of 4 fit/, /no example/],
  ['to a choice that is none', `example=eks&show=${encodeURIComponent('<img src=x onerror=window.ran=1>')}`, /^4 of 4 fit/, /^$/],
];

test.runIf(hasBrowser).each(HOSTILE)('a link %s does not hold the page, and nothing in it runs', async (_, fragment, answer, said) => {
  const page = await playground.open(fragment);
  await ready(page, answer);
  const words = await page.locator('.message span, .marks .said').allTextContents();
  expect(words.join('\n')).toMatch(said);
  expect(await page.evaluate(() => [document.querySelectorAll('img').length, 'ran' in window])).toEqual([0, false]);
  await page.getByRole('combobox', { name: /^Example/ }).selectOption('taints');
  await answered(page, /^1 of 2 fits/);
  await playground.close(page);
});

test.runIf(hasBrowser)('a search that takes long can be called off, and an edit ends it', async () => {
  const page = await playground.open('example=hard');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await answered(page, /^Cancelled: no result for this text\.$/);
  await page.getByRole('combobox', { name: /^Example/ }).selectOption('taints');
  await answered(page, /^1 of 2 fits/);
  await page.getByRole('combobox', { name: /^Example/ }).selectOption('hard');
  await answered(page, 'Searching');
  await page.getByRole('combobox', { name: /^Example/ }).selectOption('eks');
  await answered(page, /^4 of 4 fit/);
  await playground.close(page);
});

test.runIf(hasBrowser)('an editor that cannot be loaded is reported, and the answer is there', async () => {
  const page = await playground.page();
  await page.route('**/editor*.js', (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'export const other = 1;' }),
  );
  await page.goto(`${playground.address}#example=eks`);
  await answered(page, /^4 of 4 fit/);
  await page.getByRole('alert').filter({ hasText: 'The editor could not be loaded' }).waitFor();
  await playground.close(page);
});

test.runIf(hasBrowser)('names of the input are text, wherever they show', async () => {
  const page = await playground.open('example=taints');
  await ready(page, /^1 of \d fits/);
  const evil = '<img src=x onerror=window.ran=1>';
  for (const name of ['gpu-1', 'example.com/broken', 'worker-1-gpus', 'careful']) await replaceText(page, name, evil);
  await page.locator('.marks', { hasText: '<img' }).waitFor();
  expect(await page.evaluate(() => [document.querySelectorAll('img').length, 'ran' in window])).toEqual([0, false]);
  await playground.close(page);
});

test.runIf(hasBrowser)('the search can be stepped through, back to where it turned', async () => {
  const page = await playground.open('example=backtracking');
  await ready(page, /^1 of \d fits/);
  await page.getByRole('button', { name: /^Step through the search/ }).click();
  await page.locator('.current', { hasText: 'Find a device' }).waitFor();
  await page.getByRole('button', { name: 'Next dead end' }).click();
  await page.locator('.current', { hasText: 'the rest does not fit' }).waitFor();
  await page.getByRole('slider').fill('20');
  await page.locator('.current', { hasText: 'The solver sees that this cannot work, and skips 3 steps' }).waitFor();
  await page.locator('.step .cut').first().waitFor();
  await playground.close(page);
});

test.runIf(hasBrowser)('500 nodes are answered, and found by their names', async () => {
  const page = await playground.open('example=many-nodes');
  await ready(page, /^20 of 20 fit/);
  await page.getByLabel('Find a node').fill('worker-499');
  await page.getByRole('heading', { name: 'worker-499', exact: true }).waitFor();
  expect(await page.locator('.node').count()).toBe(1);
  await playground.close(page);
});

test.runIf(hasBrowser)('all of it can be reached and used with keys, and the focus is seen', async () => {
  const page = await playground.open('example=does-not-fit');
  await ready(page, /^0 of 1 fit/);
  const reached: Focused[] = [];
  while (reached.length < 60 && !/^Step through/.test(reached.at(-1)?.name ?? '')) {
    await page.keyboard.press('Tab');
    reached.push(await focused(page));
  }
  expect(reached.map(({ name }) => name).join('\n')).toMatch(
    /^Help\n[\s\S]*\nOpen files …\nCopy link\nExample[\s\S]*\nFeature gates[\s\S]*\nDevices only\nManifests as YAML\n[\s\S]*claim default\/wide[\s\S]*\nApply: [\s\S]*\npci-0000-10-1b-0[\s\S]*available for efa[\s\S]*\nStep through/,
  );
  expect(reached.filter(({ isVisible }) => !isVisible)).toEqual([]);
  expect(await ringAboveGutters(page)).toBe(true);
  await page
    .getByRole('button', { name: /^Apply: / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await answered(page, '1 of 1 fits');
  await page.locator('.tile').first().focus();
  await page.locator('.tip').waitFor();
  await page.keyboard.press('ArrowRight');
  expect((await focused(page)).name).toBe(await page.locator('.tile').nth(1).textContent());
  await page.keyboard.press('Escape');
  await page.locator('.tip').waitFor({ state: 'detached' });
  await playground.close(page);
});

const LOOKS: readonly (readonly [string, Looks])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['400 pixels wide', { width: 400, height: 800 }],
  ['dark and 400 pixels wide', { width: 400, height: 800, colorScheme: 'dark' }],
];

test.runIf(hasBrowser).each(LOOKS)('axe finds nothing serious, and nothing is wider than the window: %s', async (_, looks) => {
  for (const state of STATES) {
    const page = await playground.page(looks);
    await openState(page, playground.address, state);
    expect([state.name, ...(await seriousFindings(page))]).toEqual([state.name]);
    expect([state.name, await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)]).toEqual([
      state.name,
      0,
    ]);
    await playground.close(page);
  }
});
