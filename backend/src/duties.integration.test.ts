import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deletion, form, runJob, site, useBackend, writeUnchecked } from './testing/useBackend';
import { mailServer, useMails } from './testing/useMails';

// What has to happen by itself, and what `GET /health` is told of it.

jest.setTimeout(240_000);

const WELL = { mails: true, forms: true, backups: true, deadlines: true };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const duties = () => site.visitor.send<object>('/api/health/duties', {});
const dateIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString().replace('T', ' ');

/** Makes what is there as old as this. */
const age = (table: string, milliseconds: number, id?: string) =>
  writeUnchecked(table, { created: dateIn(-milliseconds) }, id);

function keepsMessagesFor(months: number): void {
  test(`messages of more than ${months} months are removed, and deletion requests that are done`, async () => {
    const messages = site.operator.collection('form_submits');
    const since = (back: number, days: number) => {
      const then = new Date();
      then.setUTCMonth(then.getUTCMonth() - back);
      return Date.now() - then.getTime() + days * DAY;
    };
    const ages = { today: 0, younger: since(months - 1, 27), older: since(months, 1), old: since(100, 0) };
    for (const [full_name, milliseconds] of Object.entries(ages))
      await age('form_submits', milliseconds, (await messages.create({ ...form, full_name })).id);
    const requests = site.operator.collection('micora_delete_requests');
    const open = await requests.create(deletion);
    await requests.create({ ...deletion, done: true });
    await runJob('retention');
    const kept = await messages.getFullList<{ full_name: string }>({ sort: '-created' });
    expect(kept.map(({ full_name }) => full_name)).toEqual(['today', 'younger']);
    expect((await requests.getFullList()).map(({ id }) => id)).toEqual([open.id]);
  });
}

describe('a site with a mail server that cannot be reached', () => {
  useMails();
  afterEach(() => age('_collections', 0));

  const requests = () => site.operator.collection('micora_delete_requests');

  keepsMessagesFor(24);

  test.each([
    ['form_submits', form],
    ['micora_delete_requests', deletion],
  ])('a mail of %s may wait for an hour', async (name, record) => {
    expect(await duties()).toEqual(WELL);
    const { id } = await site.operator.collection(name).create(record);
    await age(name, 0.9 * HOUR);
    expect(await duties()).toEqual(WELL);
    await age(name, 1.1 * HOUR);
    expect(await duties()).toEqual({ ...WELL, mails: false });
    await site.operator.collection(name).update(id, { mailed_at: dateIn(0) });
    expect(await duties()).toEqual(WELL);
  });

  test('§8 a deletion is due after 30 days, and overdue from that moment until it is done', async () => {
    const { id, created, due_at } =
      await requests().create<Record<'id' | 'created' | 'due_at', string>>(deletion);
    expect((Date.parse(due_at) - Date.parse(created)) / DAY).toBeCloseTo(30, 4);
    await requests().update(id, { due_at: dateIn(HOUR) });
    expect(await duties()).toEqual(WELL);
    await requests().update(id, { due_at: dateIn(-1000) });
    expect(await duties()).toEqual({ ...WELL, deadlines: false });
    await requests().update(id, { done: true });
    expect(await duties()).toEqual(WELL);
  });

  test('§8 each morning a mail says how many are due within 7 days or overdue', async () => {
    const due: string[] = [];
    for (const days of [-2, 7, 8, 1]) {
      const { id } = await requests().create(deletion);
      await requests().update(id, { due_at: dateIn(days * DAY - 60_000), mailed_at: dateIn(0) });
      due.push(id);
    }
    const [overdue = '', soon = '', , done = ''] = due;
    await requests().update(done, { done: true });
    // It is made up for by the next one.
    await runJob('reminders');
    const { mails } = await mailServer();
    await runJob('reminders');
    const [mail] = mails;
    expect(mail?.headers.subject).toBe('Deletion requests that are overdue or due within 7 days: 2');
    // Nothing that a stranger wrote.
    expect(mail?.body).not.toContain('ada@');
    for (const id of [overdue, soon]) await requests().update(id, { done: true });
    await runJob('reminders');
    expect(mails).toHaveLength(1);
  });

  test('§9 last night has a backup, but for the first night of a site; the last 14 are kept', async () => {
    const { backups } = (await site.operator.settings.getAll()) as { backups: object };
    expect(backups).toMatchObject({ cron: '0 3 * * *', cronMaxKeep: 14 });
    await age('_collections', 25 * HOUR);
    expect(await duties()).toEqual(WELL);
    await age('_collections', 27 * HOUR);
    // That nobody has to think of it is what the nightly ones are for.
    await site.operator.backups.create('by-hand.zip');
    expect(await duties()).toEqual({ ...WELL, backups: false });

    await runJob('__pbAutoBackup__');
    const folder = join(site.dataDir, 'backups');
    const [name = ''] = (await readdir(folder)).filter((file) => /^@auto.*zip$/.test(file));
    for (const hours of [25, 27]) {
      const then = new Date(Date.now() - hours * HOUR);
      await utimes(join(folder, name), then, then);
      expect(await duties()).toEqual({ ...WELL, backups: hours < 26 });
    }
    await rm(join(folder, name));
  });
});

describe('a site without a mail server, whose environment names another number of months', () => {
  useBackend(() => ({ env: { BACKEND_LIMITS: 'off', MESSAGE_RETENTION_MONTHS: '6' } }));

  keepsMessagesFor(6);

  test('nothing is sent and nothing is lost: mails wait as they should', async () => {
    const { id } = await site.visitor.collection('micora_delete_requests').create(deletion);
    for (const job of ['mails', 'reminders']) await runJob(job);
    await age('micora_delete_requests', 100 * HOUR);
    expect(await duties()).toEqual(WELL);
    const waiting = await site.operator.collection('micora_delete_requests').getOne(id);
    expect(waiting).toMatchObject({ mailed_at: '', mail_attempts: 0 });
  });
});
