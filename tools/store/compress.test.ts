import { describe, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from './compress';

describe('a file for web servers that only copy bytes', () => {
  test.each(['about.html', 'projects/_.html', 'main.js', 'main.css', 'data.json', 'logo.svg'])(
    '%s comes with its brotli and gzip forms, which give it back byte by byte',
    async (name) => {
      const content = Buffer.from('Grüße, 你好, 👋 '.repeat(200));
      const files = await compress(name, content);
      expect([...files.keys()]).toEqual([name, `${name}.br`, `${name}.gz`]);
      expect(files.get(name)).toBe(content);
      const [brotli, gzipped] = [files.get(`${name}.br`), files.get(`${name}.gz`)];
      expect(brotliDecompressSync(brotli ?? '')).toEqual(content);
      expect(gunzipSync(gzipped ?? '')).toEqual(content);
      expect(brotli?.length).toBeLessThan(content.length);
      expect(gzipped?.length).toBeLessThan(content.length);
    },
  );

  test.each(['cover.jpg', 'icon.png', 'face.woff2', 'cover.webp', 'LICENSE'])(
    '%s stays alone: its format is compressed already, or unknown',
    async (name) => {
      const content = Buffer.from('content');
      expect([...(await compress(name, content))]).toEqual([[name, content]]);
    },
  );

  test('may be empty', async () => {
    const files = await compress('empty.css', Buffer.alloc(0));
    expect(brotliDecompressSync(files.get('empty.css.br') ?? '')).toHaveLength(0);
    expect(gunzipSync(files.get('empty.css.gz') ?? '')).toHaveLength(0);
  });
});
