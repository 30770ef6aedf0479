import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RecordModel } from 'pocketbase';
import { careersMigration } from './testing/careersMigration';
import { until } from './testing/until';
import { site, getStatus, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

const MIGRATION = careersMigration({
  rule: 'open = true',
  fields: [
    { type: 'bool', name: 'open' },
    { type: 'file', name: 'images', maxSelect: 9, mimeTypes: ['image/jpeg'], thumbs: ['480x320'] },
  ],
});

useBackend(() => ({
  migration: MIGRATION,
  env: { BACKEND_LIMITS: 'off', PREVIEW_HOST: 'previews.example.net' },
}));

const bytes = readFileSync(resolve(import.meta.dirname, '../seed/pictures/tallybird-cover.jpg'));
const images = () => [new File([bytes], 'one.jpg', { type: 'image/jpeg' })];

let key: string;
beforeAll(async () => {
  const keys = site.operator.collection('draft_keys');
  // The dashboard sends an empty key, and PocketBase then generates one.
  ({ key } = await keys.create<RecordModel & { key: string }>({ key: '' }));
  await keys.create({ key: 'another-key-of-somebody-else-1234' });
});

test('PocketBase makes a key that is too long to guess', () => {
  expect(key).toMatch(/^[a-zA-Z0-9]{40}$/);
});

describe.each(['projects', 'careers'])('the drafts of %s', (collection) => {
  interface Work extends RecordModel {
    title: string;
    images: string[];
  }
  let published: Work;
  let draft: Work;
  let another: Work;
  beforeAll(async () => {
    const records = site.operator.collection(collection);
    const create = (title: string, values: object) =>
      records.create<Work>({ title, open: true, images: images(), ...values });
    published = await create('Published', {});
    draft = await create('A draft', {
      draft: true,
      publish_at: '2090-01-01 10:00:00.000Z',
      replaces: published.id,
    });
    another = await create('Another draft', { draft: true });
    // In `careers`, this draft is not open, so the collection's own rule hides it even from visitors with a key.
    await create('Closed', { draft: true, open: collection === 'projects' });
  });

  const records = () => site.visitor.collection(collection);
  const titles = async (headers: Record<string, string>) =>
    (await records().getFullList<Work>({ sort: 'title', headers })).map(({ title }) => title);
  const statuses = async ({ id, images }: Work, headers: Record<string, string>) => {
    const [name = ''] = images;
    const file = async (query: string) =>
      (await fetch(`${site.url}/api/files/${collection}/${id}/${name}${query}`, { headers })).status;
    return [await getStatus(records().getOne(id, { headers })), await file(''), await file('?thumb=480x320')];
  };
  const all = (closed: string[]) => ['A draft', 'Another draft', ...closed, 'Published'];
  const closed = collection === 'projects' ? ['Closed'] : [];

  test('a visitor sees neither the drafts nor their files', async () => {
    for (const headers of [
      {},
      { 'X-Draft-Key': '' },
      { 'X-Draft-Key': key.slice(1) },
      { 'X-Draft-Key': '%' },
      { 'X-Draft-Key': `${key}x` },
      { 'X-Draft-Id': draft.id },
      { 'X-Draft-Key': '', 'X-Draft-Id': draft.id },
    ]) {
      expect(await titles(headers)).toEqual(['Published']);
      expect(await statuses(draft, headers)).toEqual([404, 404, 404]);
      expect(await statuses(published, headers)).toEqual([200, 200, 200]);
    }
  });

  test('a visitor with a key sees all drafts and their files, but no hidden fields', async () => {
    for (const secret of [key, 'another-key-of-somebody-else-1234']) {
      const headers = { 'X-Draft-Key': secret };
      expect(await titles(headers)).toEqual(all(closed));
      for (const record of [published, draft, another])
        expect(await statuses(record, headers)).toEqual([200, 200, 200]);
    }
    const headers = { 'X-Draft-Key': key };
    const seen = await records().getOne(draft.id, { headers });
    expect(seen).toMatchObject({ draft: true, replaces: published.id });
    expect(Object.keys(seen)).not.toContain('publish_at');
    expect(Object.keys(seen)).not.toContain('replaced_at');
    expect(Object.keys(seen)).not.toContain('preview');
  });

  test('an editor finds the address of each draft in its record, and nobody else can read it', async () => {
    const editors = site.operator.collection(collection);
    const getAddress = async ({ id }: Work) => (await editors.getOne<{ preview: string }>(id)).preview;
    const splitAddress = async (record: Work) =>
      /^https:\/\/draft-(\w+)-([\da-f]{32})\.previews\.example\.net$/
        .exec(await getAddress(record))
        ?.slice(1);
    const address = await getAddress(draft);
    const [id, secret] = (await splitAddress(draft)) ?? [];
    expect(id).toBe(draft.id);
    expect(await splitAddress(another)).toEqual([another.id, expect.not.stringContaining(String(secret))]);
    expect(await getAddress(published)).toBe('');
    // When the dashboard saves a draft, it sends the preview address back. The backend must not store the address,
    // because a new key changes it.
    expect(await editors.update(draft.id, { preview: address })).toMatchObject({ preview: '' });
    const [listed] = await editors.getFullList({ filter: `id = "${draft.id}"` });
    expect(listed).toMatchObject({ preview: '' });
    const newest = await site.operator.collection('draft_keys').create({ key: '' });
    expect(await getAddress(draft)).not.toBe(address);
    await site.operator.collection('draft_keys').delete(newest.id);
    expect(await getAddress(draft)).toBe(address);
    const filter = { filter: 'preview != ""', headers: { 'X-Draft-Key': key } };
    expect(await getStatus(records().getList(1, 1, filter))).toBe(400);
  });

  test('a visitor with a key and the id of one draft sees that draft only', async () => {
    const headers = { 'X-Draft-Key': key, 'X-Draft-Id': draft.id };
    expect(await titles(headers)).toEqual(['A draft', 'Published']);
    expect(await statuses(draft, headers)).toEqual([200, 200, 200]);
    expect(await statuses(another, headers)).toEqual([404, 404, 404]);
    expect(await statuses(published, headers)).toEqual([200, 200, 200]);
  });

  test('a key only gives read access to drafts', async () => {
    const headers = { 'X-Draft-Key': key };
    const changes = [
      records().update(draft.id, { title: 'Forged' }, { headers }),
      records().delete(draft.id, { headers }),
      records().create({ title: 'Forged' }, { headers }),
      site.visitor.collection('draft_keys').getList(1, 1, { headers }),
      site.visitor.collection('form_submits').getList(1, 1, { headers }),
    ];
    expect(await Promise.all(changes.map(getStatus))).toEqual([403, 403, 403, 403, 403]);
  });

  test('no filter, order or relation tells a visitor about a key or a draft', async () => {
    const secret = '@collection.draft_keys.key';
    const queries = [
      { filter: `${secret} ~ "a"` },
      { filter: '@request.headers.x_draft_key = ""' },
      { sort: secret },
    ];
    const statuses = queries.map((query) => getStatus(records().getList(1, 1, query)));
    expect(await Promise.all(statuses)).toEqual([403, 403, 403]);
    const relation = `${collection}_via_replaces`;
    const filters = [
      'draft = true',
      'replaces.title != ""',
      `${relation}.title ~ "A draft"`,
      `${relation}.id != ""`,
    ];
    const find = async (headers: Record<string, string>) =>
      Promise.all(filters.map(async (filter) => (await records().getFullList({ filter, headers })).length));
    expect(await find({})).toEqual([0, 0, 0, 0]);
    expect(await find({ 'X-Draft-Key': key })).toEqual([2 + closed.length, 1, 1, 1]);
    expect(JSON.stringify(await records().getFullList({ expand: relation }))).not.toContain('A draft');
  });

  test('a subscription tells a visitor without a key nothing about drafts', async () => {
    const told: string[] = [];
    const listen = (name: string, headers: Record<string, string>) =>
      records().subscribe<Work>('*', ({ record }) => told.push(`${name}: ${record.title}`), { headers });
    await listen('a visitor', {});
    await listen('somebody with a key', { 'X-Draft-Key': key });
    await site.operator.collection(collection).update(another.id, { description: 'Changed' });
    await until('somebody with a key is told', () => told.length > 0);
    await site.operator.collection(collection).update(published.id, { description: 'Changed' });
    await until('both are told', () => told.length >= 3);
    expect(told.sort()).toEqual([
      'a visitor: Published',
      'somebody with a key: Another draft',
      'somebody with a key: Published',
    ]);
    await site.visitor.realtime.unsubscribe();
  });
});
