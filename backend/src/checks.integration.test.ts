import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deletion, form, runJob, site, useBackend, writeUnchecked } from './testing/useBackend';
import { mailServer, useMails } from './testing/useMails';

jest.setTimeout(240_000);

const HEALTHY = { mails: true, forms: true, backups: true, deadlines: true, drafts: true };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const backendChecks = () => site.visitor.send<object>('/api/health/checks', {});
const dateIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString().replace('T', ' ');

const age = (table: string, milliseconds: number, id?: string) =>
  writeUnchecked(table, { created: dateIn(-milliseconds) }, id);

function testRetention(months: number): void {
  test(`removes messages older than ${months} months`, async () => {
    const messages = site.operator.collection('form_submits');
    const makeAge = (monthsAgo: number, moreDays: number) => {
      const then = new Date();
      then.setUTCMonth(then.getUTCMonth() - monthsAgo);
      return Date.now() - then.getTime() + moreDays * DAY;
    };
    const ages = {
      today: 0,
      younger: makeAge(months - 1, 27),
      older: makeAge(months, 1),
      old: makeAge(100, 0),
    };
    for (const [full_name, milliseconds] of Object.entries(ages))
      await age('form_submits', milliseconds, (await messages.create({ ...form, full_name })).id);
    await runJob('retention');
    const kept = await messages.getFullList<{ full_name: string }>({ sort: '-created' });
    expect(kept.map(({ full_name }) => full_name)).toEqual(['today', 'younger']);
  });
}

describe('a backend with an unreachable mail server', () => {
  useMails();
  afterEach(() => age('_collections', 0));

  const requests = () => site.operator.collection('micora_delete_requests');

  testRetention(24);

  test('removes done deletion requests', async () => {
    const open = await requests().create(deletion);
    await requests().create({ ...deletion, done: true });
    await runJob('retention');
    expect((await requests().getFullList()).map(({ id }) => id)).toEqual([open.id]);
  });

  test.each([
    ['form_submits', form],
    ['micora_delete_requests', deletion],
  ])('reports that an email about %s has waited for more than an hour', async (name, record) => {
    expect(await backendChecks()).toEqual(HEALTHY);
    const { id } = await site.operator.collection(name).create(record);
    await age(name, 0.9 * HOUR);
    expect(await backendChecks()).toEqual(HEALTHY);
    await age(name, 1.1 * HOUR);
    expect(await backendChecks()).toEqual({ ...HEALTHY, mails: false });
    await site.operator.collection(name).update(id, { mailed_at: dateIn(0) });
    expect(await backendChecks()).toEqual(HEALTHY);
  });

  test('§8 sets the deadline of a deletion to 30 days later', async () => {
    const { created, due_at } = await requests().create<Record<'created' | 'due_at', string>>(deletion);
    expect((Date.parse(due_at) - Date.parse(created)) / DAY).toBeCloseTo(30, 4);
  });

  test('§8 reports an overdue deletion until it is done', async () => {
    const { id } = await requests().create(deletion);
    await requests().update(id, { due_at: dateIn(HOUR) });
    expect(await backendChecks()).toEqual(HEALTHY);
    await requests().update(id, { due_at: dateIn(-1000) });
    expect(await backendChecks()).toEqual({ ...HEALTHY, deadlines: false });
    await requests().update(id, { done: true });
    expect(await backendChecks()).toEqual(HEALTHY);
  });

  test('§8 reminds the operator each morning of deletions that are overdue or due within 7 days', async () => {
    const due: string[] = [];
    for (const days of [-2, 7, 8, 1]) {
      const { id } = await requests().create(deletion);
      await requests().update(id, { due_at: dateIn(days * DAY - 60_000), mailed_at: dateIn(0) });
      due.push(id);
    }
    const [overdue = '', dueSoon = '', , done = ''] = due;
    await requests().update(done, { done: true });
    // No mail server is running yet, so this reminder cannot be sent.
    await runJob('reminders');
    const { mails } = await mailServer();
    await runJob('reminders');
    const [mail] = mails;
    expect(mail?.headers.subject).toBe('Deletion requests that are overdue or due within 7 days: 2');
    expect(mail?.body).not.toContain('ada@');
    for (const id of [overdue, dueSoon]) await requests().update(id, { done: true });
    await runJob('reminders');
    expect(mails).toHaveLength(1);
  });

  test('§9 makes a backup each night, and keeps the latest 14', async () => {
    const { backups } = (await site.operator.settings.getAll()) as { backups: object };
    expect(backups).toMatchObject({ cron: '0 3 * * *', cronMaxKeep: 14 });
  });

  test('reports that the last nightly backup is more than 26 hours old', async () => {
    await age('_collections', 25 * HOUR);
    expect(await backendChecks()).toEqual(HEALTHY);
    await age('_collections', 27 * HOUR);
    // A manual backup does not make the check pass.
    await site.operator.backups.create('by-hand.zip');
    expect(await backendChecks()).toEqual({ ...HEALTHY, backups: false });

    await runJob('__pbAutoBackup__');
    const folder = join(site.dataDir, 'backups');
    const [name = ''] = (await readdir(folder)).filter((file) => /^@auto.*zip$/.test(file));
    for (const hours of [25, 27]) {
      const then = new Date(Date.now() - hours * HOUR);
      await utimes(join(folder, name), then, then);
      expect(await backendChecks()).toEqual({ ...HEALTHY, backups: hours < 26 });
    }
    await rm(join(folder, name));
  });
});

describe('a backend without a mail server', () => {
  useBackend(() => ({ env: { BACKEND_LIMITS: 'off', MESSAGE_RETENTION_MONTHS: '6' } }));

  testRetention(6);

  test('keeps emails waiting without failing a check of /health', async () => {
    const { id } = await site.visitor.collection('micora_delete_requests').create(deletion);
    for (const job of ['mails', 'reminders']) await runJob(job);
    await age('micora_delete_requests', 100 * HOUR);
    expect(await backendChecks()).toEqual(HEALTHY);
    const waiting = await site.operator.collection('micora_delete_requests').getOne(id);
    expect(waiting).toMatchObject({ mailed_at: '', mail_attempts: 0 });
  });
});
