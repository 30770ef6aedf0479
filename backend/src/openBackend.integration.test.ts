import { afterAll, expect, jest, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from './openBackend';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(240_000);

const dataDir = mkdtempSync(join(tmpdir(), 'open-backend-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the first opening fills the portfolio, the second finds it as it was', async () => {
  const seen: string[][] = [];
  for (let opening = 1; opening <= 2; opening += 1) {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const backend = await openBackend({ dataDir, cacheDir: TEST_CACHE_DIR, port: 0, seed: true, log });
    try {
      const response = await fetch(`${backend.url}/api/collections/projects/records?sort=created`);
      const { items } = (await response.json()) as { items: { id: string; created: string }[] };
      seen.push(items.map(({ id, created }) => `${id} ${created}`));
      expect(lines.includes('8 sample projects were added.')).toBe(opening === 1);
    } finally {
      await backend.stop();
    }
  }
  expect(seen[0]).toHaveLength(8);
  expect(seen[1]).toEqual(seen[0]);
});
