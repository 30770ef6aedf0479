import { describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAgainst } from './parseAgainst';

describe('what is built here and what comes from elsewhere', () => {
  test('is everything and nothing by default', () => {
    expect(parseAgainst(undefined, undefined)).toBeUndefined();
  });

  test('is one remote and a live site', () => {
    expect(parseAgainst('studio-remote', 'https://www.example.com/contact')).toEqual({
      remote: 'studio-remote',
      from: { site: 'https://www.example.com' },
    });
  });

  test('is one remote and a store', async () => {
    const store = await mkdtemp(join(tmpdir(), 'against-'));
    try {
      expect(() => parseAgainst('micora-remote', store)).toThrow('nor a store in which a release is live');
      await mkdir(join(store, 'history'));
      expect(parseAgainst('micora-remote', store)).toEqual({ remote: 'micora-remote', from: { store } });
    } finally {
      await rm(store, { recursive: true, force: true });
    }
  });

  test.each([
    ['shell', 'https://www.example.com', 'shell is not a remote: name the one to build here'],
    [undefined, 'https://www.example.com', '--against needs the name of a remote'],
    ['studio-remote', undefined, 'npm run dev -- studio-remote --against <site>'],
    ['studio-remote', 'www.example.com', 'neither an address with http:// or https:// nor a store'],
  ])('%s against %s is refused', (remote, against, message) => {
    expect(() => parseAgainst(remote, against)).toThrow(message);
  });
});
