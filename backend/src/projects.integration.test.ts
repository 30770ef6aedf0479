import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { refusal, send, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

describe('a project that is a draft', () => {
  const records = 'collections/projects/records';
  const cover = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  let draft: { id: string; cover_Image: string };
  const set = (fields: object) => send('PATCH', `${records}/${draft.id}`, fields, site.operator);
  const picture = (query = '') =>
    fetch(`${site.backend.url}/api/files/projects/${draft.id}/${draft.cover_Image}${query}`);

  /** What a visitor gets at every way to a project. */
  async function seen(): Promise<object> {
    const filtered = (filter: string) => `${records}?filter=${encodeURIComponent(filter)}`;
    const count = async (path: string) =>
      ((await (await send('GET', path)).json()) as { items: { id: string }[] }).items.filter(
        ({ id }) => id === draft.id,
      ).length;
    return {
      list: await count(`${records}?page=1&perPage=500&sort=created&skipTotal=true`),
      one: await count(filtered(`id='${draft.id}'`)),
      asked: await count(filtered('draft=true || draft=false')),
      record: (await send('GET', `${records}/${draft.id}`)).status,
      original: (await picture()).status,
      thumb: (await picture('?thumb=480x320')).status,
    };
  }

  beforeAll(async () => {
    const body = new FormData();
    body.append('title', 'In preparation');
    body.append('draft', 'true');
    body.append('cover_Image', new Blob([cover], { type: 'image/png' }), 'cover.png');
    const response = await send('POST', records, body, site.operator);
    draft = (await response.json()) as typeof draft;
  });
  afterAll(() => send('DELETE', `${records}/${draft.id}`, undefined, site.operator));

  const nowhere = { list: 0, one: 0, asked: 0, record: 404, original: 404, thumb: 404 };
  const everywhere = { list: 1, one: 1, asked: 1, record: 200, original: 200, thumb: 200 };

  test('is nowhere for a visitor, nor are its pictures; it is there for the operator', async () => {
    expect(await seen()).toEqual(nowhere);
    const response = await send('GET', `${records}/${draft.id}`, undefined, site.operator);
    expect(await response.json()).toMatchObject({ title: 'In preparation', draft: true });
  });

  test('is published by clearing the mark, and taken back by setting it', async () => {
    expect((await set({ draft: false })).status).toBe(200);
    expect(await seen()).toEqual(everywhere);
    expect((await set({ draft: true })).status).toBe(200);
    expect(await seen()).toEqual(nowhere);
  });

  test('a project is none unless it is said to be', async () => {
    const response = await send('POST', records, { title: 'A project' }, site.operator);
    expect(await response.json()).toMatchObject({ draft: false });
  });
});

describe('§3 projects', () => {
  test('a project needs a title', async () => {
    expect(await refusal('projects', { title: ' ' }, site.operator)).toEqual({
      title: 'validation_invalid_format',
    });
  });

  test('technologies of 10 MB are refused', async () => {
    const technologies = ['x'.repeat(10 * 1024 * 1024)];
    expect(await refusal('projects', { title: 'Large', technologies }, site.operator)).toEqual({
      technologies: 'validation_json_size_limit',
    });
  });

  test('a picture must be a picture', async () => {
    const body = new FormData();
    body.append('title', 'Script');
    const script = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' });
    body.append('cover_Image', script, 'a.jpg');
    expect(await refusal('projects', body, site.operator)).toEqual({
      cover_Image: 'validation_invalid_mime_type',
    });
  });

  test('pictures have exactly the smaller copies that the pages ask for', async () => {
    const response = await send('GET', 'collections/projects', undefined, site.operator);
    const { fields } = (await response.json()) as {
      fields: { name: string; type: string; thumbs?: string[] }[];
    };
    const files = fields.filter(({ type }) => type === 'file');
    expect(files.map(({ name }) => name)).toEqual(['cover_Image', 'images']);
    const sizes = [false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole)));
    for (const { thumbs } of files) expect(thumbs).toEqual(sizes);
  });

  test('§3 a project may have 40 pictures, and no more', async () => {
    const jpeg = readFileSync(resolve(import.meta.dirname, '../seed/pictures/tallybird-cover.jpg'));
    const create = async (count: number) => {
      const body = new FormData();
      body.append('title', `${count} pictures`);
      for (let number = 0; number < count; number += 1)
        body.append('images', new Blob([jpeg], { type: 'image/jpeg' }), `${number}.jpg`);
      const response = await send('POST', 'collections/projects/records', body, site.operator);
      return { status: response.status, record: (await response.json()) as { images?: string[] } };
    };
    const { status, record } = await create(40);
    expect(status).toBe(200);
    expect(record.images).toHaveLength(40);
    expect((await create(41)).status).toBe(400);
  });
});

test('hooks and migrations fit the types that PocketBase writes', async () => {
  const base = resolve(import.meta.dirname, '..');
  const project = join(site.backend.dataDir, 'tsconfig.json');
  const include = [
    join(base, 'pb_hooks'),
    join(base, 'pb_migrations'),
    join(site.backend.dataDir, 'types.d.ts'),
  ];
  await writeFile(project, JSON.stringify({ extends: join(base, 'tsconfig.hooks.json'), include }));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const check = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', project]);
  const findings = await check.catch((error: unknown) => error as { stdout: string });
  expect(findings.stdout).toBe('');
});
