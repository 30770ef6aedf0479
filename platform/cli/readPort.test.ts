import { afterEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { portOfStart, recordPort } from './readPort';

const { PORT } = process.env;
afterEach(() => {
  if (PORT === undefined) delete process.env.PORT;
  else process.env.PORT = PORT;
});

test('a preview has the port of npm start, even if it was started in a terminal with another PORT', async () => {
  delete process.env.PORT;
  const directory = await temporaryDirectory();
  expect(await portOfStart(directory)).toBe(3000);
  await recordPort(4000, directory);
  expect(await portOfStart(directory)).toBe(4000);
  process.env.PORT = '5000';
  expect(await portOfStart(directory)).toBe(5000);
});
