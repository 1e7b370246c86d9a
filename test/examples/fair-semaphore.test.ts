import { expect, test } from 'vitest';
import { FairSemaphore } from '../../examples/service/src/fair-semaphore.js';

/** A semaphore without free places. It records the letter of each client in the order in which waiting clients receive a place. */
function crowd(waiting: number, places = 1) {
  const semaphore = new FairSemaphore({ places, waiting });
  const served: string[] = [];
  const refused: string[] = [];
  const never = new AbortController().signal;
  const join = (client: string, signal = never): Promise<void> =>
    semaphore.acquire(client, signal).then(
      () => void served.push(client),
      ({ name }: Error) => void refused.push(`${client} ${name}`),
    );
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const release = async (): Promise<void> => {
    semaphore.release();
    await settle();
  };
  return { semaphore, served, refused, join, settle, release };
}

test('places are taken at once while there are any', async () => {
  const { served, join, settle } = crowd(1, 2);
  for (const client of ['a', 'a', 'b']) void join(client);
  await settle();
  expect(served).toEqual(['a', 'a']);
});

test('clients are served in turn, however many wait of each', async () => {
  const { served, join, settle, release } = crowd(10);
  for (const client of ['x', 'a', 'a', 'a', 'b', 'b', 'c']) void join(client);
  await settle();
  for (let round = 0; round < 6; round++) await release();
  expect(served.join('')).toBe('xabcaba');
});

test('a client that had no place lately comes before those that had one', async () => {
  const { served, join, settle, release } = crowd(10);
  for (const client of ['x', 'a', 'a', 'a', 'b', 'b']) void join(client);
  await settle();
  await release();
  await release();
  void join('new');
  await release();
  await release();
  expect(served.join(' ')).toBe('x a b new a');
});

test('nobody is new each time: who had a place waits for a turn of the others', async () => {
  const { served, join, settle, release } = crowd(10);
  for (const client of ['x', 'a', 'b', 'b', 'b']) void join(client);
  await settle();
  for (let round = 0; round < 4; round++) {
    await release();
    void join('a');
  }
  expect(served.join('')).toBe('xabab');
});

test('when too many wait, the newest of the client with the most of them goes', async () => {
  const { served, refused, join, settle, release } = crowd(3);
  for (const client of ['x', 'a', 'a', 'a', 'b', 'a']) void join(client);
  await settle();
  expect(refused).toEqual(['a Crowded', 'a Crowded']);
  for (let round = 0; round < 3; round++) await release();
  expect(served.join('')).toBe('xaba');
});

test('who waits can be called off, and is not missed', async () => {
  const { served, refused, join, settle, release, semaphore } = crowd(2);
  const [first, second] = [new AbortController(), new AbortController()];
  void join('x');
  void join('a', first.signal);
  void join('b', second.signal);
  await settle();
  first.abort();
  await settle();
  void join('c');
  await release();
  await release();
  second.abort();
  await settle();
  expect({ served, refused }).toEqual({ served: ['x', 'b', 'c'], refused: ['a AbortError'] });
  semaphore.release();
  semaphore.release();
  void join('d', first.signal);
  void join('e');
  await settle();
  expect({ served, refused }).toEqual({ served: ['x', 'b', 'c', 'e'], refused: ['a AbortError', 'd AbortError'] });
});
