import { expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT, bodyReader } from './readBody';

function request(...chunks: string[]) {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return stream as unknown as IncomingMessage & PassThrough;
}

const HALF = 'a'.repeat(BODY_LIMIT / 2);

test('a body is read up to 128 KB', async () => {
  const readBody = bodyReader();
  const whole = request(HALF, HALF);
  whole.end();
  expect(await readBody(whole, 'a')).toHaveLength(BODY_LIMIT);
  expect(await readBody(request(HALF, HALF, 'a'), 'a')).toBe(413);
});

test('a visitor who disconnects gets no response', async () => {
  const sent = request('a');
  const read = bodyReader()(sent, 'a');
  setImmediate(() => sent.destroy());
  expect(await read).toBeUndefined();
});

test('the memory for one network and for all networks is limited, and is freed afterwards', async () => {
  const readBody = bodyReader({ total: 3 * BODY_LIMIT, ofNetwork: 2 * BODY_LIMIT });
  const open = [request(HALF, HALF), request(HALF, HALF)];
  const pending = open.map((sent) => readBody(sent, 'a'));
  await new Promise(setImmediate);
  expect(await readBody(request('a'), 'a')).toBe(503);
  const other = request(HALF);
  const read = readBody(other, 'b');
  await new Promise(setImmediate);
  expect(await readBody(request(HALF, 'a'), 'c')).toBe(503);
  for (const sent of [...open, other]) sent.end();
  for (const body of await Promise.all([...pending, read])) expect(body).toBeInstanceOf(Buffer);
  const again = request(HALF, HALF);
  again.end();
  expect(await readBody(again, 'a')).toHaveLength(BODY_LIMIT);
});
