// The program of the page: asks for the first answer before all else, since the worker takes longest, and draws meanwhile.

import { Model } from './model.js';
import { WorkerClient, type WorkerLike } from './worker-client.js';

const client = new WorkerClient((): WorkerLike => new Worker(new URL('./worker.js', location.href), { type: 'module' }));
const model = new Model({ client, setFragment: (fragment) => history.replaceState(undefined, '', `#${fragment}`) });
addEventListener('hashchange', () => void model.open(location.hash.slice(1)));
// A text that the address does not tell of is gone with the page: it is too long for a link, or was written just now.
addEventListener('beforeunload', (event) => {
  if (!model.isKept) event.preventDefault();
});
void model.open(location.hash.slice(1));
void import('./draw.js').then(({ draw }) => draw(model, client));
