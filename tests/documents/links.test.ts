import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const documents = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: repository, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(repository, file)));

const withoutCode = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/^```.*?^```$/gms, '')
    .replace(/``.*?``/gs, '');

/** Returns the anchors that GitHub generates for a document's headings. */
function listAnchors(file: string): string[] {
  const headings = [...withoutCode(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('every link of %s leads to a file and a heading that exist', (document) => {
  const links = withoutCode(join(repository, document)).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g);
  for (const [link, path = '', anchor] of links) {
    const target = path ? join(repository, dirname(document), path) : join(repository, document);
    expect([link, existsSync(target)]).toEqual([link, true]);
    if (anchor) expect([link, listAnchors(target)]).toEqual([link, expect.arrayContaining([anchor])]);
  }
});
