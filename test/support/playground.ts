// The playground in Chromium: a server of the built page, pages that fail for each complaint of the browser, and edits.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { startChromium } from '../../scripts/chromium.mjs';
import { make } from '../../scripts/fresh.mjs';
import { playground } from '../../scripts/playground.mjs';
import { servePlayground } from '../../scripts/playground-server.mjs';

/** The limit of each step in milliseconds. A busy machine may need long, so only a step that never ends fails. */
const PATIENCE = 240_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The appearance of a page. */
export interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A browser with a server of the page. */
export class PlaygroundBrowser {
  readonly address: string;
  readonly #browser: Browser;
  readonly #endServer: () => Promise<void>;
  readonly #problems = new Map<Page, string[]>();

  private constructor(browser: Browser, server: Awaited<ReturnType<typeof servePlayground>>) {
    this.#browser = browser;
    this.address = server.address;
    this.#endServer = server.close;
  }

  static async start(): Promise<PlaygroundBrowser> {
    await make(playground, { ifStale: true });
    const [browser, server] = await Promise.all([startChromium(), servePlayground()]);
    return new PlaygroundBrowser(browser, server);
  }

  async end(): Promise<void> {
    await this.#browser.close();
    await this.#endServer();
  }

  /** An empty page. Records each problem: errors of the browser, violations of the Content Security Policy, and requests to other servers. */
  async page({ width = 1280, height = 900, colorScheme = 'light' }: Looks = {}): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const problems: string[] = [];
    this.#problems.set(page, problems);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(this.address)) problems.push(`asks for ${request.url()}`);
    });
    return page;
  }

  /** Opens the page with a fragment, without waiting for its answer. */
  async open(fragment: string, looks: Looks = {}): Promise<Page> {
    const page = await this.page(looks);
    await page.goto(`${this.address}#${fragment}`);
    return page;
  }

  /** Closes a page, and expects that it had no problems. */
  async close(page: Page): Promise<void> {
    expect(this.#problems.get(page)).toEqual([]);
    this.#problems.delete(page);
    await page.context().close();
  }
}

/** Waits until the first line shows the answer. */
export async function answered(page: Page, answer: RegExp | string): Promise<void> {
  await page.locator('.status p').filter({ hasText: answer }).waitFor();
}

/** Waits for the answer and the editor. */
export async function ready(page: Page, answer: RegExp): Promise<void> {
  await answered(page, answer);
  await page.locator('.cm-content').waitFor();
}

/** Runs axe-core. Returns its serious and critical findings, with the elements. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`));
  });
}

/** An element that has the focus: its name, and whether the focus is visible. */
export interface Focused {
  readonly name: string;
  readonly isVisible: boolean;
}

/** Returns whether the focus ring of the editor is drawn above the line numbers. */
export function ringAboveGutters(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const editor = document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-editor') as HTMLElement;
    editor.querySelector<HTMLElement>('.cm-content')?.focus();
    const { zIndex, outlineStyle } = getComputedStyle(editor, '::after');
    const gutters = getComputedStyle(editor.querySelector('.cm-gutters') as Element).zIndex;
    return outlineStyle === 'solid' && Number(zIndex) > Number(gutters);
  });
}

/** The focused element, also within the editor. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    let own = document.activeElement;
    while (own?.shadowRoot?.activeElement) own = own.shadowRoot.activeElement;
    if (own === null || own === document.body) return { name: '', isVisible: true };
    const labels = [...((own as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
    const ring = own.closest('.cm-editor') ?? own;
    const { outlineStyle, outlineWidth } = getComputedStyle(ring);
    return {
      name: (own.getAttribute('aria-label') ?? [...labels, own.textContent].join(' ')).trim(),
      isVisible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    };
  });
}
