// The playground as a user sees it: parts in view, names, bars, files and links, in Chromium.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyNoChromium } from '../../../../scripts/chromium.mjs';
import { EXAMPLES } from '../../../../src/apps/playground/page/examples.js';
import { answered, PlaygroundBrowser, ready, seriousFindings } from '../../../support/playground.js';

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

test.runIf(hasBrowser).each(EXAMPLES.filter(({ id }) => id !== 'hard'))(
  'at 1400 x 900 the first devices are in view without scrolling: $id',
  async ({ id }) => {
    const page = await playground.page({ width: 1400, height: 900 });
    await page.goto(`${playground.address}#example=${id}`);
    await ready(page, /^\d+ of \d+ fits? /);
    const bottom = await page
      .locator('.tile')
      .first()
      .evaluate((own) => own.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThan(900);
    await playground.close(page);
  },
);

test.runIf(hasBrowser)('names that are too long are cut at the front, and bars are as long as their labels say', async () => {
  const page = await playground.page({ width: 1400, height: 900 });
  await page.goto(`${playground.address}#example=backtracking`);
  await ready(page, /^1 of 1 fits/);
  const cut = await page.locator('.end').evaluateAll((ends) =>
    ends.flatMap((end) => {
      const [box, text] = [end.getBoundingClientRect(), end.querySelector('bdi')?.getBoundingClientRect()];
      if (text === undefined || end.scrollWidth <= end.clientWidth) return [];
      return [Math.round(text.right - box.right), Math.round(text.left - box.left)];
    }),
  );
  expect(cut.filter((_, index) => index % 2 === 0).every((right) => right <= 0)).toBe(true);
  expect(cut.filter((_, index) => index % 2 === 1).some((left) => left < 0)).toBe(true);
  const bars = await page
    .locator('.bar')
    .evaluateAll((all) =>
      all.map((bar) => [bar.querySelector('.bar-text')?.textContent, Number(bar.querySelector('.used')?.getAttribute('width'))]),
    );
  expect(bars).toContainEqual(['0 of 1 used', 0]);
  expect(bars).toContainEqual(['70Gi of 70Gi used', 100]);
  await playground.close(page);
});

test.runIf(hasBrowser)('files are opened by the button, and where they are dropped', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  const text = await page.evaluate(async () => (await fetch('examples/taints.yaml')).text());
  const documents = text.split('\n---\n');
  await page.locator('input[type="file"]').setInputFiles({ name: 'taints.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await answered(page, /^1 of 2 fits/);
  expect(
    await page
      .locator('select')
      .first()
      .evaluate((own: HTMLSelectElement) => own.selectedOptions[0]?.textContent),
  ).toBe('taints.yaml');
  const data = await page.evaluateHandle(
    (parts) => {
      const transfer = new DataTransfer();
      for (const [index, part] of parts.entries()) transfer.items.add(new File([part], `part-${index}.yaml`));
      return transfer;
    },
    [documents.slice(0, 2).join('\n---\n'), documents.slice(2).join('\n---\n').replace('count: 2', 'count: 1')],
  );
  await page.locator('.cm-content').dispatchEvent('dragover', { dataTransfer: data });
  await page.locator('.drop').waitFor();
  await page.locator('.cm-content').dispatchEvent('drop', { dataTransfer: data });
  await answered(page, /^2 of 2 fit/);
  await page.locator('.drop').waitFor({ state: 'detached' });
  await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0xff, 0xfe]) });
  await page.getByRole('alert').filter({ hasText: 'Cannot open a.png: it is not a UTF-8 text file.' }).waitFor();
  await playground.close(page);
});

test.runIf(hasBrowser)('the links to the docs lead to pages, which lead to others', async () => {
  const page = await playground.open('example=eks');
  await ready(page, /^4 of 4 fit/);
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toHaveLength(3);
  for (const link of links) {
    await page.goto(link);
    expect(await page.locator('h1').textContent()).not.toBe('');
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Playground', exact: true }).first().click();
  await ready(page, /^4 of 4 fit/);
  await playground.close(page);
});
