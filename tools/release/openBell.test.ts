import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@site/backend/testing/until';
import { failingServer } from '../testing/failingServer';
import { openBell } from './watch';

let stopping: AbortController;
let lines: string[];

beforeEach(() => {
  stopping = new AbortController();
  lines = [];
});
afterEach(() => stopping.abort());

test('a backend that cannot tell of changes is complained of once, is asked again, and holds up no wait', async () => {
  let asked = 0;
  const backendUrl = await failingServer((_request, response) => {
    asked += 1;
    response.writeHead(500).end();
  });
  const untilRung = openBell(backendUrl, stopping.signal, (line) => lines.push(line));
  await until('it has been asked three times', async () => {
    await untilRung(10);
    return asked >= 3;
  });
  expect(lines).toEqual([
    expect.stringMatching(/^The backend cannot tell of changes, so they are looked for twice a minute: /),
  ]);
});

test('a wait ends at once when it is told to end, and nothing is asked any more', async () => {
  let asked = 0;
  const backendUrl = await failingServer(() => void (asked += 1));
  const untilRung = openBell(backendUrl, stopping.signal, (line) => lines.push(line));
  const waiting = untilRung(2 ** 31 - 1);
  await until('it is asked', () => asked > 0);
  stopping.abort();
  await waiting;
  await untilRung(0);
  expect([asked, lines]).toEqual([1, []]);
});
