import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { failingServer } from '../testing/failingServer';
import { BODY_LIMIT, boundBodies, type Body } from './boundBodies';

const ROOM = 300_000;
const PART = Buffer.alloc(100_000, 'a');

let readBody: ReturnType<typeof boundBodies>;
let url: string;
let sent: ClientRequest[];
/** The outcome of each body, in the order in which the reading of the bodies ended. */
let outcomes: [visitor: string, outcome: Body | 413 | 503 | undefined][];
/** How many bytes have arrived, by visitor. */
let received: Record<string, number>;

beforeEach(async () => {
  readBody = boundBodies(ROOM);
  [sent, outcomes, received] = [[], [], {}];
  url = await failingServer((incoming: IncomingMessage, response) => {
    const visitor = (incoming.url ?? '').slice(1);
    const own = outcomes;
    void readBody(incoming, visitor).then((outcome) => {
      own.push([visitor, outcome]);
      response.end();
    });
    incoming.on('data', (chunk: Buffer) => (received[visitor] = (received[visitor] ?? 0) + chunk.length));
  });
});
afterEach(() => {
  for (const one of sent) one.destroy();
});

const wait = () => new Promise((done) => setTimeout(done, 1));

/** Sends the beginning of a body, and waits until it has arrived. */
async function send(visitor: string, bytes: Buffer): Promise<ClientRequest> {
  const before = received[visitor] ?? 0;
  const sending = request(`${url}/${visitor}`, { method: 'POST' }).on('error', () => undefined);
  sent.push(sending);
  sending.write(bytes);
  while ((received[visitor] ?? 0) < before + bytes.length) await wait();
  return sending;
}

/** Waits for this many outcomes. @returns the length of each body, or the reason why the body was not read */
async function settled(count: number) {
  while (outcomes.length < count) await wait();
  return outcomes.map(([visitor, outcome]) => {
    const result = typeof outcome === 'object' ? outcome.bytes.length : outcome;
    return [visitor, result];
  });
}

test('a body is read to its end', async () => {
  (await send('complete', PART)).end('b');
  expect(await settled(1)).toEqual([['complete', PART.length + 1]]);
});

test('a body that is too long is refused before its end', async () => {
  await send('long', Buffer.alloc(BODY_LIMIT + 1));
  expect(await settled(1)).toEqual([['long', 413]]);
});

test('a body is no longer read once the visitor disconnects', async () => {
  (await send('gone', PART)).destroy();
  expect(await settled(1)).toEqual([['gone', undefined]]);
});

test('beyond the limit, the oldest unfinished body of the heaviest visitor is refused', async () => {
  for (let count = 0; count < 2; count += 1) await send('slow', PART);
  const other = await send('other', Buffer.alloc(90_000));
  await send('slow', PART);
  expect(await settled(1)).toEqual([['slow', 503]]);
  other.end();
  expect(await settled(2)).toEqual([
    ['slow', 503],
    ['other', 90_000],
  ]);
});

test('a finished body counts towards the limit until it is released', async () => {
  for (const visitor of ['a', 'b']) (await send(visitor, PART)).end();
  await settled(2);
  await send('c', PART);
  await send('d', Buffer.from('d'));
  expect((await settled(3)).at(-1)).toEqual(['c', 503]);
  for (const [, outcome] of outcomes) if (typeof outcome === 'object') outcome.release();
  for (const visitor of ['e', 'f']) await send(visitor, PART);
  expect(outcomes).toHaveLength(3);
});
