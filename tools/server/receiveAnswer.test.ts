import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { Pool } from 'undici';
import { failingServer } from '../testing/failingServer';
import { boundMemory, type HoldMemory } from './boundMemory';
import { receiveAnswer } from './receiveAnswer';

const ROOM = 1000;

let answer: RequestListener;
let backend: Pool;
let hold: HoldMemory;

beforeAll(async () => {
  backend = new Pool(await failingServer((request, response) => answer(request, response)));
});
afterAll(() => backend.destroy());
beforeEach(() => {
  hold = boundMemory(ROOM);
  answer = (_request, response) => response.end('a'.repeat(600));
});

const receive = (visitor: string, mayGiveUp = true) =>
  receiveAnswer(
    backend,
    { method: 'GET', path: '/' },
    { visitor, hold, limit: 10_000, mayGiveUp, onFault: () => undefined },
  );

/** An answer that has been received, and whether whoever has it has been cut off. */
async function received(visitor: string) {
  const outcome = await receive(visitor);
  if (typeof outcome === 'string') throw new Error(outcome);
  let isCutOff = false;
  const giveBack = outcome.lend(() => (isCutOff = true));
  return { giveBack, isCutOff: () => isCutOff };
}

test('who still takes an answer is cut off if its room is needed, the first one first', async () => {
  const first = await received('a');
  const second = await received('b');
  expect([first.isCutOff(), second.isCutOff()]).toEqual([true, false]);
});

test('an answer that has been given back by everybody leaves its room', async () => {
  const first = await received('a');
  first.giveBack();
  await received('b');
  expect(first.isCutOff()).toBe(false);
});

test('an answer that is larger than the room is given up while it comes, but never that of a form', async () => {
  answer = (_request, response) => void response.write('a'.repeat(ROOM + 1));
  expect(await receive('a')).toBe('busy');
  answer = (_request, response) => response.end('a'.repeat(ROOM + 1));
  expect(await receive('a', false)).toMatchObject({ status: 200 });
});

test('an answer that does not end in time is none', async () => {
  answer = (_request, response) => void response.write('a');
  const options = { visitor: 'a', hold, limit: 50, mayGiveUp: true, onFault: () => undefined };
  expect(await receiveAnswer(backend, { method: 'GET', path: '/' }, options)).toBe('unavailable');
});
