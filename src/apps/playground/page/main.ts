// The program of the page. It requests the first answer before it draws, since the worker is the slowest part.

import { Model } from './model.js';
import { WorkerClient, type WorkerLike } from './worker-client.js';

const client = new WorkerClient((): WorkerLike => new Worker(new URL('./worker.js', location.href), { type: 'module' }));
const model = new Model({ client, setFragment: (fragment) => history.replaceState(undefined, '', `#${fragment}`) });
addEventListener('hashchange', () => void model.open(location.hash.slice(1)));
// If the user leaves the page, a text is lost if the address does not contain it: the text is too long for a link, or was
// edited just now.
addEventListener('beforeunload', (event) => {
  if (!model.isRestorable) event.preventDefault();
});
void model.open(location.hash.slice(1));
void import('./draw.js').then(({ draw }) => draw(model, client));
