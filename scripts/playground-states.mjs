// The states of the playground that pictures show and tests check.

/**
 * A state: the example to open, the first line of its answer, and the steps after it.
 * @typedef {{ name: string, example: string, answer: RegExp, prepare?: (page: import('playwright-core').Page) => Promise<unknown> }} State
 */

/** @type {readonly State[]} */
export const STATES = [
  { name: 'answer', example: 'eks', answer: /^4 of 4 fit/ },
  { name: 'suggestions', example: 'does-not-fit', answer: /^0 of 1 fit/ },
  { name: 'partitions', example: 'partitions', answer: /^2 of 3 fit/, prepare: showDevices },
  { name: 'search', example: 'backtracking', answer: /^1 of 1 fits/, prepare: showSearch },
  { name: 'nodes', example: 'many-nodes', answer: /^20 of 20 fit/, prepare: showDevices },
  { name: 'tile', example: 'taints', answer: /^1 of 2 fits/, prepare: showTip },
];

/**
 * Opens a state on the page at an address, and resolves once all of it is visible.
 * @param {import('playwright-core').Page} page
 * @param {string} address
 * @param {State} state
 */
export async function openState(page, address, { example, answer, prepare }) {
  await page.goto(`${address}#example=${example}`);
  await page.locator('.status p').filter({ hasText: answer }).waitFor();
  await page.locator('.cm-content').waitFor();
  await prepare?.(page);
  await painted(page);
}

/** Waits until changes are on the screen. @param {import('playwright-core').Page} page */
export async function painted(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** @param {import('playwright-core').Page} page */
async function showDevices(page) {
  await page.getByRole('heading', { name: 'Devices', exact: true }).evaluate((own) => own.scrollIntoView());
}

/** @param {import('playwright-core').Page} page */
async function showSearch(page) {
  await page.getByRole('button', { name: /^Step through the search/ }).click();
  await page.locator('.current', { hasText: 'Find a device' }).waitFor();
  await page.getByRole('slider').fill('20');
  await page.locator('.current', { hasText: 'The solver sees that this cannot work' }).waitFor();
  await page.locator('.search').evaluate((own) => own.scrollIntoView());
}

/** @param {import('playwright-core').Page} page */
async function showTip(page) {
  await page.locator('.nodes').evaluate((own) => own.scrollIntoView({ block: 'center' }));
  await painted(page);
  await page.locator('.tile').first().focus();
  await page.locator('.tip').waitFor();
}

/**
 * Replaces the first occurrence of a text in the editor, and leaves the cursor behind the new text.
 * @param {import('playwright-core').Page} page
 * @param {string} from
 * @param {string} to
 */
export async function replaceText(page, from, to) {
  await page.evaluate(
    ([before, after]) => {
      const content = document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content');
      // The editor's internal link from an element to its view.
      const { view } = /** @type {any} */ (content)?.cmTile ?? {};
      if (view === undefined) throw new Error('the editor has no view');
      const at = view.state.doc.toString().indexOf(before);
      if (at < 0) throw new Error(`the text has no ${before}`);
      view.dispatch({ changes: { from: at, to: at + before.length, insert: after }, selection: { anchor: at + after.length } });
    },
    /** @type {const} */ ([from, to]),
  );
}
