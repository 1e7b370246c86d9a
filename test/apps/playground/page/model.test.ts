import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFiles } from '../../../../src/apps/playground/page/files.js';
import { Model } from '../../../../src/apps/playground/page/model.js';
import { WorkerClient, type WorkerLike } from '../../../../src/apps/playground/page/worker-client.js';
import type { Answer, Request } from '../../../../src/apps/playground/protocol.js';

const ANSWER: Answer = {
  marks: [],
  groups: [],
  hasMoreGroups: false,
  nodes: [],
  totals: { devices: 0, free: 0, picked: 0, taken: 0 },
  milliseconds: 0,
};

/** A worker that answers when the test calls for an answer. */
class StandIn implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly asked: Request[] = [];
  isEnded = false;

  postMessage(message: Request): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  reply(reply: unknown): void {
    const { id } = this.asked.shift() as Request;
    this.onmessage?.({ data: { id, reply } } as MessageEvent);
  }
}

function start() {
  const workers: StandIn[] = [];
  const client = new WorkerClient(() => {
    const worker = new StandIn();
    workers.push(worker);
    return worker;
  });
  const model = new Model({ client, setFragment: () => undefined });
  return { model, workers, worker: () => workers.at(-1) as StandIn };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);
/** Passes enough time for the page to report that the answer is slow. */
const slow = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
const suggestion = (text: string) => ({ text, by: 'author', patches: [] }) as const;

/** A model whose text is answered. */
async function answered(text: string) {
  const started = start();
  started.model.edit(text);
  started.worker().reply(ANSWER);
  await settled();
  return started;
}

const textOf = ({ question }: Request): string => question.text;

test('edits while an answer is under way are answered together, and the last text counts', async () => {
  const { model, worker } = start();
  for (const text of ['a', 'b', 'c']) model.edit(text);
  expect(worker().asked.map(textOf)).toEqual(['a']);
  worker().reply({ ...ANSWER, shown: 'a' });
  await settled();
  expect(worker().asked.map(textOf)).toEqual(['c']);
  worker().reply({ ...ANSWER, shown: 'c' });
  await settled();
  expect(model.state).toMatchObject({ status: 'idle', text: 'c', answer: { shown: 'c' } });
});

test('cancelling ends the worker, keeps what is shown, and the next edit is answered by another worker', async () => {
  const { model, workers, worker } = start();
  model.edit('a');
  worker().reply({ ...ANSWER, shown: 'a' });
  await settled();
  model.edit('b');
  model.cancel();
  await settled();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(model.state).toMatchObject({ status: 'cancelled', answer: { shown: 'a' } });
  model.edit('c');
  expect(worker().asked.map(textOf)).toEqual(['c']);
});

test('a suggestion can be taken back while the text is what came of it', async () => {
  const { model, worker } = start();
  model.edit('before');
  worker().reply(ANSWER);
  await settled();
  const applied = model.apply({ text: 'ask for less', by: 'author', patches: [] });
  worker().reply({ text: 'after' });
  await applied;
  expect(model.state).toMatchObject({ text: 'after', applied: { text: 'ask for less' } });
  model.undo();
  expect(model.state.text).toBe('before');
  expect(model.state.applied).toBeUndefined();
});

test('a suggestion for a text that has changed meanwhile is dropped', async () => {
  const { model, worker } = start();
  model.edit('before');
  worker().reply(ANSWER);
  await settled();
  const applied = model.apply({ text: 'ask for less', by: 'author', patches: [] });
  model.edit('typed');
  worker().reply({ text: 'after' });
  await applied;
  expect(model.state.text).toBe('typed');
});

test.each(['search', 'apply'] as const)('a slow %s can be called off, and the answer stays', async (kind) => {
  const { model, workers, worker } = await answered('a');
  const asked = kind === 'search' ? model.search('claim default/a') : model.apply(suggestion('less'));
  expect(model.state.status).toBe('idle');
  await slow();
  expect(model.state).toMatchObject({ status: 'slow', waitsFor: kind });
  model.cancel();
  await asked;
  expect(model.state).toMatchObject({ status: 'idle', text: 'a', answer: ANSWER });
  expect(model.state.waitsFor).toBeUndefined();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(worker().asked).toEqual([]);
});

test('an edit ends a search that is followed for long, and is answered at once', async () => {
  const { model, workers, worker } = await answered('a');
  const followed = model.search('claim default/a');
  await slow();
  model.edit('b');
  await followed;
  expect(workers).toHaveLength(2);
  expect(worker().asked.map(textOf)).toEqual(['b']);
  worker().reply({ ...ANSWER, shown: 'b' });
  await settled();
  expect(model.state).toMatchObject({ status: 'idle', answer: { shown: 'b' } });
  expect(model.state.trace).toBeUndefined();
});

test('an edit that waits behind a search is asked again of another worker once the search is slow', async () => {
  const { model, workers, worker } = await answered('a');
  const followed = model.search('claim default/a');
  model.edit('b');
  await slow();
  await followed;
  expect(workers).toHaveLength(2);
  expect(worker().asked.map(textOf)).toEqual(['b']);
});

test('a search that comes to its end in time is not ended by what is asked behind it', async () => {
  const { model, workers, worker } = await answered('a');
  const followed = model.search('claim default/a');
  model.edit('b');
  worker().reply({ group: 'claim default/a', events: [] });
  await followed;
  await slow();
  expect(workers).toHaveLength(1);
  expect(model.state).toMatchObject({ status: 'slow', waitsFor: 'answer' });
  expect(model.state.trace).toBeUndefined();
});

test('suggestions that were applied one after the other are taken back one by one', async () => {
  const { model, worker } = await answered('a');
  for (const after of ['b', 'c']) {
    const applied = model.apply(suggestion(`to ${after}`));
    worker().reply({ text: after });
    await applied;
    worker().reply(ANSWER);
    await settled();
  }
  expect(model.state).toMatchObject({ text: 'c', applied: { text: 'to c' } });
  model.undo();
  expect(model.state).toMatchObject({ text: 'b', applied: { text: 'to b' } });
  model.undo();
  expect(model.state.text).toBe('a');
  expect(model.state.applied).toBeUndefined();
});

test('other gates leave no search from before', async () => {
  const { model, worker } = await answered('a');
  const followed = model.search('claim default/a');
  worker().reply({ group: 'claim default/a', events: [] });
  await followed;
  expect(model.state.trace).toBeDefined();
  model.setSemantics({ devicesOnly: true });
  expect(model.state.trace).toBeUndefined();
});

test('a worker that breaks down is reported, and another one answers the next edit', async () => {
  const { model, workers, worker } = await answered('a');
  model.edit('b');
  worker().onerror?.({ message: 'out of memory' } as ErrorEvent);
  await settled();
  expect(model.state).toMatchObject({ status: 'failed', message: 'out of memory', answer: ANSWER });
  model.edit('c');
  expect(workers).toHaveLength(2);
  expect(worker().asked.map(textOf)).toEqual(['c']);
  worker().reply(ANSWER);
  await settled();
  expect(model.state.status).toBe('idle');
});

test('the text of an example is the example again, whatever it was in between, and the example chosen last counts', async () => {
  const replies: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => replies.push(resolve)));
  try {
    const { model, worker } = start();
    const [first, second] = [model.choose('eks'), model.choose('taints')];
    replies[1]?.(new Response('tainted'));
    await second;
    replies[0]?.(new Response('eks'));
    await first;
    expect(model.state).toMatchObject({ text: 'tainted', example: 'taints' });
    model.edit('own');
    expect(model.state.example).toBeUndefined();
    model.edit('tainted');
    expect(model.state.example).toBe('taints');
    expect(worker().asked).toHaveLength(1);
  } finally {
    vi.unstubAllGlobals();
  }
});

const BROKEN: Answer = { ...ANSWER, marks: [{ severity: 'error', message: 'a key is missing', line: 1 }] };

/** Answers the edit to a text. */
async function edited({ model, worker }: ReturnType<typeof start>, text: string, answer: Answer) {
  model.edit(text);
  worker().reply(answer);
  await settled();
  return model.state;
}

test('a text that failed leaves no answer of an earlier text', async () => {
  const page = start();
  await edited(page, 'a', { ...ANSWER, shown: 'a' });
  expect((await edited(page, 'b', BROKEN)).answer).toEqual(BROKEN);
});

const file = (name: string, content: string | Uint8Array<ArrayBuffer>): File => new File([content], name);

test('a file becomes the text, with its name, until an example is chosen', async () => {
  const page = await answered('a');
  await openFiles(page.model, [file('cluster.yaml', 'kind: Node\n')]);
  expect(page.model.state).toMatchObject({ text: 'kind: Node\n', file: 'cluster.yaml' });
  expect(page.model.state.example).toBeUndefined();
  page.worker().reply({ ...ANSWER, shown: 'b' });
  await settled();
  expect(page.model.state).toMatchObject({ status: 'idle', answer: { shown: 'b' }, file: 'cluster.yaml' });
  await openFiles(page.model, [file('a.yaml', '---\na: 1\n'), file('b.json', '{"b": 2}')]);
  expect(page.model.state).toMatchObject({ text: '---\na: 1\n---\n{"b": 2}\n', file: 'a.yaml and 1 more' });
});

test('a file that cannot be read leaves the text, and says why', async () => {
  const { model } = await answered('a');
  await openFiles(model, [file('picture.png', new Uint8Array([0x89, 0xff]))]);
  expect(model.state).toMatchObject({ text: 'a', message: 'Cannot open picture.png: it is not a UTF-8 text file.' });
  await openFiles(model, [{ name: 'huge.yaml', size: 9_000_000, arrayBuffer: () => Promise.reject(new Error('read')) }]);
  expect(model.state).toMatchObject({ text: 'a', message: 'Cannot open huge.yaml: the page reads up to 8 MB.' });
});

test('a text is kept once the address tells of it, and one that is too long for that never is', async () => {
  const page = start();
  expect(page.model.isRestorable).toBe(true);
  await edited(page, 'a', ANSWER);
  expect(page.model.isRestorable).toBe(false);
  expect(await page.model.link()).toMatch(/^text=/);
  expect(page.model.isRestorable).toBe(true);
  await edited(page, randomBytes(200_000).toString('base64'), ANSWER);
  expect(await page.model.link()).toBeUndefined();
  expect(page.model.isRestorable).toBe(false);
});
