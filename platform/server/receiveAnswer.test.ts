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

const receive = (visitor: string, isAbortable = true) =>
  receiveAnswer(
    backend,
    { method: 'GET', path: '/' },
    { visitor, hold, limit: 10_000, isAbortable, onFault: () => undefined },
  );

/** Receives a response, registers one user of it, and records whether that user is cut off. */
async function received(visitor: string) {
  const outcome = await receive(visitor);
  if (typeof outcome === 'string') throw new Error(outcome);
  let isCutOff = false;
  const giveBack = outcome.lend(() => (isCutOff = true));
  return { giveBack, isCutOff: () => isCutOff };
}

test('beyond the limit, the user of the oldest response is cut off', async () => {
  const first = await received('a');
  const second = await received('b');
  expect([first.isCutOff(), second.isCutOff()]).toEqual([true, false]);
});

test('a response that all users have given back frees its memory', async () => {
  const first = await received('a');
  first.giveBack();
  await received('b');
  expect(first.isCutOff()).toBe(false);
});

test('a response larger than the memory is aborted, unless it answers a form', async () => {
  answer = (_request, response) => void response.write('a'.repeat(ROOM + 1));
  expect(await receive('a')).toBe('busy');
  answer = (_request, response) => response.end('a'.repeat(ROOM + 1));
  expect(await receive('a', false)).toMatchObject({ status: 200 });
});

test('the backend counts as unavailable if its response does not end in time', async () => {
  answer = (_request, response) => void response.write('a');
  const options = { visitor: 'a', hold, limit: 50, isAbortable: true, onFault: () => undefined };
  expect(await receiveAnswer(backend, { method: 'GET', path: '/' }, options)).toBe('unavailable');
});
