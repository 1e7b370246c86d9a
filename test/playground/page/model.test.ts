import { expect, test } from 'vitest';
import { Model } from '../../../src/playground/page/model.js';
import { WorkerClient, type WorkerLike } from '../../../src/playground/page/worker-client.js';
import type { Answer, Request } from '../../../src/playground/protocol.js';

const ANSWER: Answer = {
  marks: [],
  groups: [],
  hasMoreGroups: false,
  nodes: [],
  totals: { devices: 0, free: 0, picked: 0, taken: 0 },
  milliseconds: 0,
};

/** A worker that answers when it is told to. */
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

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
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
