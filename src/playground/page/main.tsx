// The program of the page.

import { render } from 'preact';
import { App } from './app.js';
import type { Editor } from './editor.js';
import { Model } from './model.js';
import { WorkerClient, type WorkerLike } from './worker-client.js';

const client = new WorkerClient((): WorkerLike => new Worker(new URL('./worker.js', location.href), { type: 'module' }));
const model = new Model({ client, setFragment: (fragment) => history.replaceState(undefined, '', `#${fragment}`) });

async function loadEditor(host: HTMLElement): Promise<Editor> {
  const { Editor: Made } = await import('./editor.js');
  return new Made(host, model.state.text, {
    onEdit: (text) => model.edit(text),
    complete: (text, offset) => client.ask({ ask: 'complete', text, offset, semantics: model.state.semantics }).catch(() => undefined),
  });
}

addEventListener('hashchange', () => void model.open(location.hash.slice(1)));
void model.open(location.hash.slice(1));
const root = document.getElementById('app');
if (root !== null) render(<App model={model} loadEditor={loadEditor} />, root);
