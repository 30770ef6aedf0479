import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RecordModel, RecordService } from 'pocketbase';
import { careersMigration } from './testing/careersMigration';
import { until } from './testing/until';
import { expectRefusal, runJob, site, getStatus, useBackend, writeUnchecked } from './testing/useBackend';

jest.setTimeout(240_000);

const MIGRATION = careersMigration({ rule: 'open = true', fields: [{ type: 'bool', name: 'open' }] });

useBackend(() => ({ migration: MIGRATION }));

const MINUTE = 60_000;
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * MINUTE).toISOString().replace('T', ' ');
const checks = () => site.visitor.send<{ drafts: boolean }>('/api/health/checks', {});
const isPublic = async (collection: string, id: string) =>
  (await getStatus(site.visitor.collection(collection).getOne(id))) === 200;

describe.each([
  ['projects', {}],
  ["another team's records", { open: true }],
])('the time of publication of %s', (what, more) => {
  const collection = what === 'projects' ? what : 'careers';
  let records: RecordService<RecordModel & { title: string }>;
  beforeAll(() => {
    records = site.operator.collection(collection);
  });
  const draft = (title: string, values: object = {}) =>
    records.create({ title, draft: true, ...more, ...values });

  test('is the minute after publish_at, and the watcher is notified', async () => {
    const due = await draft('Due', { publish_at: inMinutes(-1) });
    const later = await draft('Later', { publish_at: inMinutes(5) });
    const open = await draft('Without a time');
    expect((await checks()).drafts).toBe(true);
    let messages = 0;
    await site.visitor.realtime.subscribe('content', () => (messages += 1));
    await runJob('publish');
    expect(await Promise.all([due, later, open].map(({ id }) => isPublic(collection, id)))).toEqual([
      true,
      false,
      false,
    ]);
    await until('the watcher is notified', () => messages > 0);
    await site.visitor.realtime.unsubscribe();
    // The job clears `publish_at`. So if an editor later takes the record off the site, it is not published again.
    expect(await records.getOne(due.id)).toMatchObject({ draft: false, publish_at: '' });
    await records.update(due.id, { draft: true });
    await runJob('publish');
    expect(await isPublic(collection, due.id)).toBe(false);
  });

  test('ends when an editor publishes the draft by hand', async () => {
    const { id } = await draft('By hand', { publish_at: inMinutes(5) });
    expect(await records.update(id, { draft: false })).toMatchObject({ draft: false, publish_at: '' });
  });

  test('is refused for a record that is public already', async () => {
    const publish_at = inMinutes(5);
    const values = { title: 'Public', ...more, publish_at };
    await expectRefusal(records.create(values), 'validation_no_draft', 'publish_at');
    const { id } = await records.create({ ...values, publish_at: '' });
    await expectRefusal(records.update(id, { publish_at }), 'validation_no_draft', 'publish_at');
  });

  test('does not publish an invalid draft, but reports it and publishes the others', async () => {
    const broken = await draft('Broken', { publish_at: inMinutes(-3) });
    const whole = await draft('Whole', { publish_at: inMinutes(-2.5) });
    await writeUnchecked(collection, { title: '' }, broken.id);
    expect((await checks()).drafts).toBe(false);
    await runJob('publish');
    expect(await isPublic(collection, whole.id)).toBe(true);
    expect(await isPublic(collection, broken.id)).toBe(false);
    expect((await checks()).drafts).toBe(false);
    const logged = async () => {
      const { items } = await site.operator.logs.getList(1, 50, { filter: "message ~ 'draft'" });
      return items.find(({ data }) => (data as { id?: string }).id === broken.id);
    };
    expect(await until('the fault is logged', logged)).toMatchObject({
      message: 'A draft was not published at its time',
      data: { collection, error: expect.stringContaining('title') as unknown },
    });
    await records.update(broken.id, { title: 'Repaired' });
    await runJob('publish');
    expect(await isPublic(collection, broken.id)).toBe(true);
    expect((await checks()).drafts).toBe(true);
  });

  test('is hidden from visitors', async () => {
    const { id } = await records.create({ title: 'Public', ...more });
    const visitors = site.visitor.collection(collection);
    expect(await visitors.getOne(id)).not.toHaveProperty('publish_at');
    expect(await getStatus(visitors.getList(1, 1, { filter: "publish_at != ''" }))).toBe(400);
  });
});

test('a team that leaves can remove its collection, although its records refer to each other', async () => {
  const careers = site.operator.collection('careers');
  const { id } = await careers.create({ title: 'Cook' });
  await careers.create({ title: 'Chef', draft: true, replaces: id });
  await site.operator.collections.delete('careers');
  expect(await getStatus(site.operator.collections.getOne('careers'))).toBe(404);
});
