import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { compress, formsOf } from './compress';
import { hasHash, hasIntegrity } from './hasIntegrity';
import { sha256 } from '../build/sha256';

const page = Buffer.from('<p>Grüße</p>'.repeat(100));
const hash = sha256(page);
const integrity = `sha384-${createHash('sha384').update(page).digest('base64')}`;

describe('a stored file', () => {
  test.each(['', '.br', '.gz'])('is unaltered if it is what was built, in its form "%s"', async (form) => {
    const bytes = (await compress('page.html', page)).get(`page.html${form}`) ?? Buffer.alloc(0);
    expect(hasHash(`${hash}${form}`, bytes, hash)).toBe(true);
    expect(hasHash(form, bytes, hash)).toBe(true);
    expect(hasIntegrity(`page.html${form}`, bytes, integrity)).toBe(true);
  });

  test.each(['', '.br', '.gz'])('is altered if one byte is another, in its form "%s"', async (form) => {
    const other = Buffer.from(page);
    other[7] = 0;
    const bytes = (await compress('page.html', other)).get(`page.html${form}`) ?? Buffer.alloc(0);
    expect(hasHash(`${hash}${form}`, bytes, hash)).toBe(false);
    expect(hasIntegrity(`page.html${form}`, bytes, integrity)).toBe(false);
  });

  test.each(['.br', '.gz'])(
    'is altered if it cannot be unpacked, or only in part, or has something behind it: "%s"',
    async (form) => {
      const bytes = (await compress('page.html', page)).get(`page.html${form}`) ?? Buffer.alloc(0);
      const longer = [' ', '\0'].map((more) => Buffer.concat([bytes, Buffer.from(more)]));
      for (const broken of [page, Buffer.alloc(0), bytes.subarray(0, bytes.length - 8), ...longer]) {
        expect(hasHash(`${hash}${form}`, broken, hash)).toBe(false);
        expect(hasIntegrity(`page.html${form}`, broken, integrity)).toBe(false);
      }
    },
  );
});

test('what no file of a site is as large as is not unpacked', async () => {
  const bytes = Buffer.alloc(100_000_001);
  expect(hasHash('.gz', await promisify(gzip)(bytes), sha256(bytes))).toBe(false);
});

test('the forms of a file are those that it is compressed into', async () => {
  for (const name of ['a.html', 'a.js', 'favicon.ico', '.well-known/apple-app-site-association', 'a.txt']) {
    const forms = [...(await compress(name, page)).keys()].map((form) => form.slice(name.length));
    expect(formsOf(name)).toEqual(forms);
  }
});
