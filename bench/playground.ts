// The playground in Chromium, served compressed from loopback. Measures the time from opening the page to its first answer, the time from
// an edit to its new answer, and the response to typing and scrolling meanwhile.
//
//   npm run bench:playground [-- --write] [-- --rounds N]
//
// Each opening has a new browser context. Times are measured in the page, to the frame that shows the result.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../scripts/chromium.mjs';
import { servePlayground } from '../scripts/playground-server.mjs';
import { openState, STATES } from '../scripts/playground-states.mjs';
import { showSpread, showTime, spreadOf } from './measure.js';
import { publish, table } from './page.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } } });
const rounds = Number(values.rounds);

/** An example, and two texts between which edits alternate. */
interface Subject {
  readonly title: string;
  readonly state: string;
  readonly texts: readonly [string, string];
  /** The words in the answer to each text. */
  readonly answers: readonly [string, string];
}

const SUBJECTS: readonly Subject[] = [
  {
    title: 'the EKS example: a node, 15 devices, 4 pods',
    state: 'answer',
    texts: ['replicas: 4', 'replicas: 3'],
    answers: ['4 of 4 fit', '3 of 3 fit'],
  },
  {
    title: 'a claim that does not fit, with suggestions',
    state: 'suggestions',
    texts: ['efa.networking.k8s.aws\n        count: 2', 'efa.networking.k8s.aws\n        count: 1'],
    answers: ['0 of 1 fit', '1 of 1 fits'],
  },
  {
    title: '500 nodes, 2,800 devices, 20 pods',
    state: 'nodes',
    texts: ['replicas: 20', 'replicas: 19'],
    answers: ['20 of 20 fit', '19 of 19 fit'],
  },
];

/** Runs in the page: records the time of the first answer, in milliseconds from its opening. */
function noteFirstAnswer(): void {
  const observer = new MutationObserver(() => {
    if (!/ of \d+ fits? /.test(document.querySelector('.status p')?.textContent ?? '')) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        (globalThis as { firstAnswer?: number }).firstAnswer = performance.now();
      }),
    );
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: makes an edit, and returns the milliseconds to the next frame, and to the frame with the new answer. */
async function timeEdit([from, to, answer]: readonly [string, string, string]): Promise<{
  readonly frame: number;
  readonly answer: number;
}> {
  interface View {
    readonly state: { readonly doc: { toString(): string } };
    dispatch(change: object): void;
  }
  const content = document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content');
  const view = (content as { readonly cmTile?: { readonly view: View } } | null)?.cmTile?.view;
  const at = view?.state.doc.toString().indexOf(from) ?? -1;
  if (view === undefined || at < 0) throw new Error(`the editor has no ${from}`);
  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const start = performance.now();
  const shown = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!(document.querySelector('.status p')?.textContent ?? '').startsWith(answer)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
  await frame();
  const first = performance.now() - start;
  await shown;
  await frame();
  return { frame: first, answer: performance.now() - start };
}

/** Runs in the page: scrolls through it, and returns the milliseconds of each frame. */
async function timeScroll(): Promise<readonly number[]> {
  const times: number[] = [];
  let before = performance.now();
  for (let y = 0; y < document.documentElement.scrollHeight && times.length < 120; y += 120) {
    scrollTo(0, y);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    times.push(now - before);
    before = now;
  }
  scrollTo(0, 0);
  return times.slice(1);
}

async function open(browser: Browser, address: string, { state: name }: Subject): Promise<Page> {
  const state = STATES.find((each) => each.name === name);
  if (state === undefined) throw new Error(`there is no state ${name}`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(240_000);
  await page.addInitScript(noteFirstAnswer);
  const { prepare: _left, ...plain } = state;
  await openState(page, address, plain);
  return page;
}

/** The figures of a subject, in milliseconds. */
async function measure(browser: Browser, address: string, subject: Subject) {
  const firsts: number[] = [];
  const edits: { readonly frame: number; readonly answer: number }[] = [];
  const frames: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await open(browser, address, subject);
    firsts.push(await page.evaluate(() => (globalThis as unknown as { readonly firstAnswer: number }).firstAnswer));
    if (round === 0) {
      for (let edit = 0; edit < rounds + 3; edit++) {
        const [from, to] = [edit % 2, 1 - (edit % 2)] as const;
        const words = [subject.texts[from], subject.texts[to], subject.answers[to]] as const;
        const time = await page.evaluate(timeEdit, words as readonly [string, string, string]);
        // The first edits run code that is not compiled yet.
        if (edit >= 3) edits.push(time);
      }
      for (const more of await page.getByRole('button', { name: /^Show \d+ more/ }).all()) await more.click();
      frames.push(...(await page.evaluate(timeScroll)));
    }
    await page.close();
  }
  return { firsts, edits, frames };
}

const [browser, server] = await Promise.all([startChromium(), servePlayground(0, join(process.cwd(), 'dist/playground'))]);
try {
  const spread = (milliseconds: readonly number[]): string => showSpread(spreadOf(milliseconds.map((each) => each * 1e6)));
  const rows: (readonly string[])[] = [];
  for (const subject of SUBJECTS) {
    const { firsts, edits, frames } = await measure(browser, server.address, subject);
    const longest = Math.max(...frames);
    rows.push([
      subject.title,
      spread(firsts),
      spread(edits.map(({ answer }) => answer)),
      spread(edits.map(({ frame }) => frame)),
      showTime(longest * 1e6),
    ]);
  }
  const head = ['example', 'page load to first answer', 'edit to new answer', 'edit to next frame', 'scrolling, longest frame'];
  publish('playground', `${table(head, rows)}\n\nChromium ${browser.version()}.`);
} finally {
  await browser.close();
  await server.close();
}
