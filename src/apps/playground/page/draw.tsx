// Draws the page and loads its editor.

import { render } from 'preact';
import { App } from './app.js';
import type { Editor } from './editor.js';
import { keepFocus } from './focus-after-removal.js';
import type { Model } from './model.js';
import type { WorkerClient } from './worker-client.js';

/** Draws a model into the page once the page is parsed, and after each change of the model. */
export async function draw(model: Model, client: WorkerClient): Promise<void> {
  if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no place to draw in');
  keepFocus(root);
  render(<App model={model} loadEditor={(host) => loadEditor(host, model, client)} />, root);
}

async function loadEditor(host: HTMLElement, model: Model, client: WorkerClient): Promise<Editor> {
  const { Editor: Made } = await import('./editor.js');
  return new Made(host, model.state.text, {
    onEdit: (text) => model.edit(text),
    complete: (text, offset) => client.ask({ ask: 'complete', text, offset, semantics: model.state.semantics }).catch(() => undefined),
  });
}
