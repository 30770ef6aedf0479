import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import { deletion, form, runJob, site, writeUnchecked } from './testing/useBackend';
import { mailServer, sendForm, useMails } from './testing/useMails';

// This file tests that a new form needs only a migration, and no change to the hooks.

jest.setTimeout(240_000);

const DAY = 86_400_000;
const dateIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().replace('T', ' ');
const backendChecks = () => site.visitor.send<object>('/api/health/checks', {});
const HEALTHY = { mails: true, forms: true, backups: true, deadlines: true, drafts: true };

/**
 * Adds three collections: a form (`careers_applications`), a form that is saved without `saveForm` (`polls`), and a
 * collection that visitors may read (`careers_jobs`).
 */
const MIGRATION = `
migrate((app) => {
  const { saveForm } = require(\`\${__hooks}/saveForm.js\`);
  const applications = new Collection({
    name: 'careers_applications',
    type: 'base',
    // Visitors may create records. Without other rules, only the operator may read or change them.
    createRule: '',
    fields: /** @type {any} */ ([
      { type: 'text', name: 'full_name', required: true, max: 100, presentable: true },
      { type: 'email', name: 'email_address', required: true },
      { type: 'select', name: 'jobs', maxSelect: 2, values: ['design', 'engineering'] },
      { type: 'text', name: 'letter', required: true, max: 5000 },
      { type: 'text', name: 'hobbies', max: 1000 },
      // For the operator. Visitors can neither set nor see hidden fields.
      { type: 'text', name: 'notes', max: 1000, hidden: true },
    ]),
  });
  saveForm(app, applications, {
    title: 'Applications',
    subject: 'Application from {full_name}',
    instruction: 'Reply to everyone: docs/handle-requests.md',
    replyTo: 'email_address',
    // Adds \`due_at\` and \`done\`, and a reminder each morning.
    daysUntilDue: 14,
    // By default, records are kept for 24 months.
    retentionMonths: 6,
  });
  const title = { type: 'text', name: 'title' };
  app.save(new Collection({ name: 'careers_jobs', type: 'base', listRule: '', fields: [title] }));
  app.save(new Collection({ name: 'polls', type: 'base', createRule: '', fields: [title] }));
});`;

const application = {
  ...{ full_name: 'Ada', email_address: 'ada@example.com', jobs: ['design', 'engineering'] },
  ...{ letter: 'Dear all,\nI draw.', hobbies: 'Baking' },
};

describe('a form defined by a migration alone', () => {
  useMails({ migration: MIGRATION, env: { BACKEND_LIMITS: undefined } });

  const applications = () => site.operator.collection('careers_applications');
  beforeEach(() => site.operator.collections.truncate('careers_applications').catch(() => undefined));
  const apply = (more: object = {}, address = '198.51.100.1') =>
    site.visitor
      .collection('careers_applications')
      .create<{ id: string }>({ ...application, ...more }, { headers: { 'x-real-ip': address } });

  test('if not saved with saveForm, still accepts messages, but fails a check of /health', async () => {
    expect(await backendChecks()).toEqual({ ...HEALTHY, forms: false });
    await site.visitor.collection('polls').create({ title: 'Kept' });
    await site.operator.collections.delete('polls');
    expect(await backendChecks()).toEqual(HEALTHY);
  });

  test('discards a visitor’s values for fields that only hooks and operators may set', async () => {
    // PocketBase itself ignores a visitor's values for hidden fields. This test makes all fields but `notes` visible, so
    // that only our hooks can discard the values.
    const { fields } = await site.operator.collections.getOne('careers_applications');
    const shown = fields.map((field) => ({ ...field, hidden: field.name === 'notes' }));
    await site.operator.collections.update('careers_applications', { fields: shown });
    const time = '2001-01-01 00:00:00.000Z';
    const sent = {
      due_at: time,
      done: true,
      mailed_at: time,
      mail_attempts: 9,
      mail_next: '9999-01-01 00:00:00.000Z',
      mail_error: '550 No',
    };
    const { id } = await apply({ ...sent, notes: 'Hire her', created: time });
    const stored = await applications().getOne<Record<string, string>>(id);
    const defaults = {
      done: false,
      mailed_at: '',
      mail_attempts: 0,
      mail_next: '',
      mail_error: '',
      notes: '',
    };
    expect(stored).toMatchObject({ ...application, ...defaults });
    expect(Date.parse(stored.due_at ?? '') / DAY).toBeCloseTo(Date.now() / DAY + 14, 2);
    expect(JSON.stringify(stored)).not.toContain('2001');
    await expect(apply({ id: 'abcdefghijklmno' })).rejects.toMatchObject({ status: 400 });
    await applications().update(id, { done: true, notes: 'Hire her' });
    expect(await applications().getOne(id)).toMatchObject({ done: true, notes: 'Hire her' });
    await site.operator.collections.update('careers_applications', { fields });
  });

  test('fails a check of /health while an email is late', async () => {
    const { id } = await apply();
    await writeUnchecked('careers_applications', { created: dateIn(-0.1) }, id);
    expect(await backendChecks()).toEqual({ ...HEALTHY, mails: false });
    await mailServer();
    await runJob('mails');
    expect(await backendChecks()).toEqual(HEALTHY);
  });

  test('sends the operator everything that the visitor wrote', async () => {
    const { id } = await apply();
    await applications().update(id, { notes: 'Hire her' });
    const { mails } = await mailServer();
    await runJob('mails');
    const [mail] = mails;
    expect(mail?.headers).toMatchObject({
      subject: 'Application from Ada',
      'reply-to': 'ada@example.com',
    });
    const link = `In the dashboard: ${site.dashboardUrl}#/collections?collection=careers_applications&record=${id}`;
    const [, text = ''] = /text\/plain.*\r\n\r\n([^]*?)\r\n--/.exec(mail?.body ?? '') ?? [];
    expect(text.replace(/> 2.*/g, '> a date').split('\r\n')).toEqual([
      ...['Reply to everyone: docs/handle-requests.md', '', link, ''],
      ...['full_name:', '> Ada', 'email_address:', '> ada@example.com', 'jobs:', '> design, engineering'],
      ...['letter:', '> Dear all,', '> I draw.', 'hobbies:', '> Baking'],
      ...['due_at:', '> a date', 'created:', '> a date'],
    ]);
  });

  test('fails a check of /health while a record is overdue', async () => {
    const { id } = await apply();
    await applications().update(id, { due_at: dateIn(-1) });
    expect(await backendChecks()).toEqual({ ...HEALTHY, deadlines: false });
    await applications().update(id, { done: true });
    expect(await backendChecks()).toEqual(HEALTHY);
  });

  test('stores visitors’ text in NFC and without format characters', async () => {
    const typed = {
      full_name: '\u200bJose\u0301 \u202aA\u00addams\u202c',
      email_address: '\u2060ada\u200d@example.com\ufeff',
      letter: 'علی\u200cرضا and 👩🏽\u200d💻\u200b\nA\u200d.',
    };
    const { id } = await apply(typed);
    expect(await applications().getOne(id)).toMatchObject({
      full_name: 'José Adams',
      email_address: 'ada@example.com',
      letter: 'علی\u200cرضا and 👩🏽\u200d💻\nA.',
    });
    expect(await applications().getFullList({ filter: 'full_name ~ "José Adams"' })).toHaveLength(1);
  });

  test('gets a separate reminder each morning while records are due', async () => {
    const { mails } = await mailServer();
    const { id } = await apply();
    await runJob('mails');
    await applications().update(id, { due_at: dateIn(-1) });
    await site.operator.collection('micora_delete_requests').create(deletion);
    const [request] = await site.operator.collection('micora_delete_requests').getFullList();
    await site.operator
      .collection('micora_delete_requests')
      .update(request?.id ?? '', { due_at: dateIn(1), mailed_at: dateIn(0) });
    await runJob('reminders');
    const reminders = mails.slice(1);
    expect(reminders.map(({ headers }) => headers.subject).sort()).toEqual([
      'Applications that are overdue or due within 7 days: 1',
      'Deletion requests that are overdue or due within 7 days: 1',
    ]);
  });

  test('emails its own recipient, if the operator has set one', async () => {
    const settings = site.operator.collection('forms');
    const row = await settings.getFirstListItem(`collection = "careers_applications"`);
    await expect(settings.update(row.id, { recipient: 'the people team' })).rejects.toMatchObject({
      status: 400,
    });
    const { mails } = await mailServer();
    /**
     * Triggers an email about an application, a reminder about that application, and an email about a message.
     * @returns the recipients of each of the three emails
     */
    const recipients = async () => {
      const { id } = await apply();
      await applications().update(id, { due_at: dateIn(-1) });
      await sendForm('Ada');
      await runJob('mails');
      await runJob('reminders');
      const sent = mails.splice(0);
      return ['Application from', 'Applications that', 'New message'].map((subject) =>
        sent.filter(({ headers }) => headers.subject?.startsWith(subject)).flatMap(({ to }) => to),
      );
    };
    const [people, operator] = ['people@studio.example', 'operator@studio.example'];
    await settings.update(row.id, { recipient: people });
    expect(await recipients()).toEqual([[people], [people], [operator]]);
    await settings.update(row.id, { recipient: '' });
    expect(await recipients()).toEqual([[operator], [operator], [operator]]);
  });

  test('keeps done records for the period set by the migration or the operator', async () => {
    const settings = site.operator.collection('forms');
    const row = await settings.getFirstListItem(`collection = "careers_applications"`);
    expect(row).toMatchObject({ retention_months: 6, days_until_due: 14, remove_done: false });
    const old = await apply();
    const open = await apply();
    await applications().update(old.id, { done: true });
    const kept = async () => {
      await runJob('retention');
      return (await applications().getFullList()).map(({ id }) => id).sort();
    };
    for (const { id } of [old, open])
      await writeUnchecked('careers_applications', { created: dateIn(-150) }, id);
    expect(await kept()).toEqual([old.id, open.id].sort());
    await settings.update(row.id, { retention_months: 4 });
    expect(await kept()).toEqual([open.id]);
    // A form without a retention period of its own uses the default period of 24 months.
    await settings.update(row.id, { retention_months: 0 });
    await applications().update(open.id, { done: true });
    await writeUnchecked('careers_applications', { created: dateIn(-700) }, open.id);
    expect(await kept()).toEqual([open.id]);
    await writeUnchecked('careers_applications', { created: dateIn(-740) }, open.id);
    expect(await kept()).toEqual([]);
  });

  test('accepts 20 records an hour from each visitor by default', async () => {
    for (let count = 0; count < 20; count += 1) await apply({}, '203.0.113.1');
    await expect(apply({}, '203.0.113.1')).rejects.toMatchObject({ status: 429 });
    await apply({}, '203.0.113.2');
  });

  test('does not notify the watcher, unlike a collection that visitors may read', async () => {
    let notifications = 0;
    await site.visitor.realtime.subscribe('content', () => (notifications += 1));
    await apply();
    const [row] = await site.operator.collection('forms').getFullList();
    await site.operator.collection('forms').update(row?.id ?? '', {});
    // PocketBase's own collection `_authOrigins` has a list rule too, but a change to it must not notify the watcher.
    const { id = '', collectionId = '' } = site.operator.authStore.record ?? {};
    const device = { collectionRef: collectionId, recordRef: id, fingerprint: 'a' };
    await site.operator.collection('_authOrigins').create(device);
    await site.operator.collection('careers_jobs').create({ title: 'Cook' });
    await until('the watcher is notified', () => notifications > 0);
    expect(notifications).toBe(1);
  });

  test('has settings that visitors cannot read', async () => {
    await expect(site.visitor.collection('forms').getFullList()).rejects.toMatchObject({ status: 403 });
  });

  test('loses its settings when its collection is removed', async () => {
    await site.operator.collections.delete('careers_applications');
    const rows = await site.operator.collection('forms').getFullList<{ collection: string }>();
    const names = rows.map(({ collection }) => collection);
    expect(names).toEqual(expect.arrayContaining(['form_submits', 'micora_delete_requests']));
    expect(names).not.toContain('careers_applications');
  });
});

test.each([
  ['that visitors may read', "{ listRule: '' }", '{}', 'set createRule, and no other rule'],
  ['with a setting that does not exist', '{}', '{ retention: 6 }', 'there is no setting "retention"'],
  [
    'whose records are kept forever',
    '{}',
    '{ retentionMonths: 0 }',
    'retentionMonths is 0; it must be a whole number',
  ],
  ['whose subject names a missing field', '{}', "{ subject: '{nobody}' }", 'it has no field "nobody"'],
])('the start fails if a migration defines a form %s', async (_, rules, settings, why) => {
  const migration = `migrate((app) => {
    const poll = new Collection({ name: 'polls', type: 'base', createRule: '', ...${rules} });
    require(\`\${__hooks}/saveForm.js\`).saveForm(app, poll, { title: 'Polls', subject: 'Poll', ...${settings} });
  });`;
  const start = startTestBackend({ seeded: false, migration }).then((backend) => backend.stop());
  await expect(start).rejects.toThrow(`The form polls cannot be saved: `);
  await expect(start).rejects.toThrow(why);
});

const removalMigration = (records: number) => `migrate((app) => {
  const poll = new Collection({ name: 'polls', type: 'base', createRule: '' });
  require(\`\${__hooks}/saveForm.js\`).saveForm(app, poll, { title: 'Polls', subject: 'Poll' });
  for (let index = 0; index < ${records}; index += 1) app.save(new Record(poll));
  require(\`\${__hooks}/removeForm.js\`).removeForm(app, 'polls');
});`;

test('the start fails if a migration removes a form with records', async () => {
  const start = startTestBackend({ seeded: false, migration: removalMigration(2) }).then(({ stop }) =>
    stop(),
  );
  await expect(start).rejects.toThrow('The form polls still has 2 records.');
});

test('removeForm removes the collection and the settings of a form without records', async () => {
  const { operator, stop } = await startTestBackend({ seeded: false, migration: removalMigration(0) });
  const names = (await operator.collections.getFullList()).map(({ name }) => name);
  const rows = await operator.collection('forms').getFullList<{ collection: string }>();
  await stop();
  expect([...names, ...rows.map(({ collection }) => collection)]).not.toContain('polls');
  expect(names).toContain('forms');
});

describe('an upgrade from a version without form settings', () => {
  let home: string;
  beforeAll(async () => (home = await mkdtemp(join(tmpdir(), 'before-forms-'))));
  afterAll(() => rm(home, { recursive: true }));

  /** All calls use the same data directory. */
  async function runBackend<Result>(
    options: { migrationsDir?: string; hooksDir?: string },
    act: (backend: TestBackend) => Promise<Result>,
  ): Promise<Result> {
    const backend = await startTestBackend({ seeded: false, dataDir: join(home, 'data'), ...options });
    return act(backend).finally(backend.stop);
  }

  async function records({ operator }: TestBackend): Promise<object[]> {
    const names = ['form_submits', 'micora_delete_requests'];
    const lists = names.map((name) => operator.collection(name).getFullList({ sort: 'created' }));
    return (await Promise.all(lists)).flat();
  }

  test('keeps all records, all waiting emails and all changed rate limits', async () => {
    const [migrationsDir, hooksDir] = [join(home, 'migrations'), join(home, 'hooks')];
    for (const [name, copy, files] of [
      ['pb_migrations', migrationsDir, /176400000[1-4]_\w+\.js$/],
      ['pb_hooks', hooksDir, /superuser\.pb\.js$/],
    ] as const) {
      const filter = (path: string) => !path.endsWith('.js') || files.test(path);
      await cp(resolve(import.meta.dirname, '..', name), copy, { recursive: true, filter });
    }
    const { stored, rules } = await runBackend({ migrationsDir, hooksDir }, async (backend) => {
      const { operator } = backend;
      const messages = operator.collection('form_submits');
      await messages.create({ ...form, answered: true, mailed_at: dateIn(-1), mail_attempts: 2 });
      await messages.create(form);
      await operator.collection('micora_delete_requests').create({ ...deletion, due_at: dateIn(3) });
      const { rateLimits } = (await operator.settings.getAll()) as { rateLimits: { rules: object[] } };
      const edited = rateLimits.rules.map((rule, index) => ({ ...rule, maxRequests: index + 7 }));
      await operator.settings.update({ rateLimits: { rules: edited } });
      return { stored: await records(backend), rules: edited };
    });
    await runBackend({}, async (backend) => {
      expect(await records(backend)).toEqual(
        stored.map((record) => ({ ...record, mail_next: '', mail_error: '' })),
      );
      const [first, second, ...others] = rules;
      const everyForm = { label: '*:create', audience: '', duration: 3600, maxRequests: 20 };
      expect((await backend.operator.settings.getAll()).rateLimits).toMatchObject({
        rules: [first, second, everyForm, ...others],
      });
      expect(await backend.visitor.send('/api/health/checks', {})).toEqual(HEALTHY);
    });
  });
});
