import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import type { RecordService } from 'pocketbase';
import sharp from 'sharp';
import { until } from './testing/until';
import { expectRefusal, form, site, getStatus, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

let projects: RecordService<{ id: string; collectionId: string; collectionName: string; images: string[] }>;
beforeAll(() => {
  projects = site.operator.collection('projects');
});

const jpeg = readFileSync(resolve(import.meta.dirname, '../seed/pictures/tallybird-cover.jpg'));
const pictureFile = (...bytes: Uint8Array[]) =>
  new File(bytes as BlobPart[], 'a.jpg', { type: 'image/jpeg' });

test('§3, §6 visitors see published projects, but no drafts', async () => {
  const title = 'In preparation';
  const { id, cover_Image } = await projects.create<{ id: string; cover_Image: string }>({
    ...{ title, draft: true, cover_Image: pictureFile(jpeg) },
  });
  const visitors = site.visitor.collection('projects');
  const seen = async () => {
    const { length } = await visitors.getFullList({ sort: 'created' });
    const filters = [`id='${id}'`, 'draft=true || draft=false'];
    const picture = `/api/files/projects/${id}/${cover_Image}`;
    const calls = [
      ...filters.map((filter) => visitors.getFirstListItem(filter)),
      visitors.getOne(id),
      ...['', '?thumb=480x320'].map((query) => site.visitor.send(picture + query, {})),
    ];
    return [length, ...(await Promise.all(calls.map(getStatus)))];
  };
  const invisible = [0, 404, 404, 404, 404, 404];
  expect(await seen()).toEqual(invisible);
  expect(await projects.getOne(id)).toMatchObject({ title, draft: true });
  await projects.update(id, { draft: false });
  expect(await seen()).toEqual([1, 200, 200, 200, 200, 200]);
  expect(await visitors.getOne(id)).toMatchObject({ id, title });
  await projects.update(id, { draft: true });
  expect(await seen()).toEqual(invisible);
});

test('§6 visitors cannot change projects', async () => {
  const { id } = await projects.create({ title: 'Published' });
  const visitors = site.visitor.collection('projects');
  const changes = [visitors.create({ title: 'Forged' }), visitors.update(id, {}), visitors.delete(id)];
  expect(await Promise.all(changes.map(getStatus))).toEqual([403, 403, 403]);
});

test('§3 a project is not a draft by default', async () => {
  expect(await projects.create({ title: 'Published' })).toMatchObject({ draft: false });
});

test('§3 a project has a position only if an editor gives it one, and visitors can read it', async () => {
  const { id } = await projects.create({ title: 'Published' });
  const visitors = site.visitor.collection('projects');
  expect(await visitors.getOne(id)).toMatchObject({ position: 0 });
  await projects.update(id, { position: 1.5 });
  expect(await visitors.getOne(id)).toMatchObject({ position: 1.5 });
  await expectRefusal(projects.update(id, { position: -1 }), 'validation_min_number_constraint', 'position');
});

describe('§3 projects', () => {
  const script = pictureFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  test.each([
    ['a blank title', { title: ' ' }, 'validation_invalid_format'],
    ['technologies of 10 MB', { technologies: ['x'.repeat(10 * 2 ** 20)] }, 'validation_json_size_limit'],
    ['an invalid picture', { cover_Image: script }, 'validation_invalid_mime_type'],
  ])('may not have %s', async (_, content, code) => {
    await expectRefusal(projects.create({ title: 'Refused', ...content }), code, ...Object.keys(content));
  });

  test('have exactly the thumb sizes that the pages request', async () => {
    const { fields } = await site.operator.collections.getOne('projects');
    const files = fields.filter(({ type }) => type === 'file');
    const thumbs = [false, true].flatMap((isUncropped) =>
      PICTURE_WIDTHS.map((width) => thumbSize(width, isUncropped)),
    );
    expect(files).toMatchObject([
      { name: 'cover_Image', thumbs },
      { name: 'images', thumbs },
    ]);
  });

  test.each([
    ['1 x 600 pixels', 1, 600],
    ['1200 x 4 pixels', 1200, 4],
    ['101 million pixels', 11_000, 9200],
  ])(
    'may not have a picture of %s, because a thumb of it would take gigabytes of memory',
    async (_, width, height) => {
      const background = '#fff';
      for (const format of width > 10_000 ? (['png'] as const) : (['png', 'jpeg', 'webp'] as const)) {
        const bytes = await sharp({ create: { width, height, channels: 3, background } })
          .toFormat(format)
          .toBuffer();
        const images = [pictureFile(bytes)];
        await expectRefusal(
          projects.create({ title: 'Refused', images }),
          'validation_picture_size',
          'images',
        );
      }
    },
  );

  test.each([
    ['a tall screenshot', 1440, 12_000],
    ['a panorama', 3000, 300],
  ])('may have %s', async (_, width, height) => {
    const picture = sharp({ create: { width, height, channels: 3, background: '#fff' } });
    const images = [pictureFile(await picture.png().toBuffer())];
    expect((await projects.create({ title: 'Accepted', images })).images).toHaveLength(1);
  });

  test('have no thumbs of stored pictures of an extreme shape', async () => {
    const { id, collectionId, images } = await projects.create({ title: 'Old', images: [pictureFile(jpeg)] });
    const create = { width: 1, height: 600, channels: 3, background: '#fff' } as const;
    const stored = await sharp({ create }).jpeg().toBuffer();
    await writeFile(join(site.dataDir, 'storage', collectionId, id, images[0] ?? ''), stored);
    for (const size of ['100x100', '480x320', '2160x1440', '480x320f']) {
      const answer = await fetch(`${site.url}/api/files/projects/${id}/${images[0]}?thumb=${size}`);
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(stored)]).toEqual([200, true]);
    }
  });

  test('accept up to 40 large pictures in one request', async () => {
    // Padding after the end of the JPEG makes the upload large. The backend accepts such padding.
    const large = pictureFile(jpeg, new Uint8Array(2 ** 18));
    const withPictures = (count: number) =>
      projects.create({ title: `${count} pictures`, images: Array<File>(count).fill(large) });
    expect((await withPictures(40)).images).toHaveLength(40);
    await expectRefusal(withPictures(41), 'validation_too_many_files', 'images');
  });
});

test('each change to a project, even to a draft, sends the watcher an empty message', async () => {
  const messages: unknown[] = [];
  await site.visitor.realtime.subscribe('content', (message) => messages.push(message));
  const expectMessage = async <T>(act: () => Promise<T>) => {
    const before = messages.length;
    const result = await act();
    await until('the watcher is notified', () => messages.length > before);
    expect(messages.slice(before)).toEqual([{}]);
    return result;
  };
  const { id } = await expectMessage(() => projects.create({ title: 'Secret', draft: true }));
  await expectMessage(() => projects.update(id, { title: 'Still secret' }));
  await expectMessage(() => projects.update(id, { draft: false }));
  await expectMessage(() => projects.update(id, { draft: true }));
  // Neither a refused change nor a visitor's submission notifies the watcher.
  expect(await getStatus(projects.create({ title: '' }))).toBe(400);
  await site.visitor.collection('form_submits').create(form);
  await expectMessage(() => projects.delete(id));
  expect(messages).toHaveLength(5);
});

test('hooks and migrations conform to PocketBase’s own types', async () => {
  const base = resolve(import.meta.dirname, '..');
  const project = join(site.dataDir, 'tsconfig.json');
  const include = ['pb_hooks', 'pb_migrations'].map((folder) => join(base, folder));
  include.push(join(site.dataDir, 'types.d.ts'));
  await writeFile(project, JSON.stringify({ extends: join(base, 'tsconfig.hooks.json'), include }));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const check = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', project]);
  const findings = await check.catch((error: unknown) => error as { stdout: string });
  expect(findings.stdout).toBe('');
});
