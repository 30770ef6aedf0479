import { describe, expect, jest, test } from '@jest/globals';
import { lineBreaks } from './testing/lineBreaks';
import { until } from './testing/until';
import { deletion, expectRefusal, form, site, getStatus, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

const records = (collection: string) => site.visitor.collection(collection);

describe('§6 an anonymous visitor', () => {
  describe.each([
    ['form_submits', form, 'answered'],
    ['micora_delete_requests', deletion, 'done'],
  ] as const)('the collection %s', (name, content, done) => {
    const stored = (id: string) => site.operator.collection(name).getOne(id);

    test('§3 the visitor can create a record', async () => {
      const { id } = await records(name).create(content);
      expect(await stored(id)).toMatchObject(content);
    });

    test('§3 the visitor cannot choose the id or mark the record as done', async () => {
      for (const chosen of [{ [done]: true }, { id: 'abcdefghijklmno' }])
        expect(await getStatus(records(name).create({ ...content, ...chosen }))).toBe(400);
    });

    test('the visitor can neither set nor see internal fields', async () => {
      const time = '2001-01-01 00:00:00.000Z';
      const mail = { mailed_at: time, mail_attempts: 99 };
      const created = await records(name).create({ ...content, ...mail, due_at: time, created: time });
      for (const field of Object.keys(mail)) expect(created).not.toHaveProperty(field);
      const record = await stored(created.id);
      expect(record).toMatchObject({ mailed_at: '', mail_attempts: 0, [done]: false });
      expect(JSON.stringify(record)).not.toContain('2001');
    });

    test('the visitor cannot read, change or delete a record', async () => {
      const mine = records(name);
      const { id } = await mine.create(content);
      const before = await stored(id);
      const calls = [mine.getList(), mine.getOne(id), mine.update(id, content), mine.delete(id)];
      expect(await Promise.all(calls.map(getStatus))).toEqual([403, 403, 403, 403]);
      expect(await stored(id)).toEqual(before);
    });
  });

  const account = { email: 'a@example.com', password: 'long-enough-1', passwordConfirm: 'long-enough-1' };
  const batch = { requests: [{ method: 'POST', url: '/api/collections/form_submits/records', body: form }] };

  test.each<[string, string, number]>([
    ['POST', 'collections/users/records', 404],
    ['POST', 'collections/_superusers/records', 403],
    ['GET', 'settings', 401],
    ['GET', 'collections', 401],
    ['GET', 'logs', 401],
    ['GET', 'backups', 401],
    ['GET', 'crons', 401],
    ['POST', 'crons/mails', 401],
    ['POST', 'settings/test/email', 401],
    ['POST', 'batch', 403],
  ])('may not %s /api/%s', async (method, path, status) => {
    const body = method === 'POST' ? { ...account, ...batch } : undefined;
    expect(await getStatus(site.visitor.send(`/api/${path}`, { method, body }))).toBe(status);
  });

  test('receives realtime events about projects, but not about messages', async () => {
    const operatorEvents: string[] = [];
    const visitorEvents: string[] = [];
    await site.operator
      .collection('form_submits')
      .subscribe('*', ({ action }) => operatorEvents.push(action));
    await records('form_submits').subscribe('*', ({ action }) => visitorEvents.push(action));
    await records('form_submits').create(form);
    await until('the operator has received the message', () => operatorEvents.length === 1);
    // Events arrive in order. If the visitor were sent an event about the message, it would arrive before the project event.
    await records('projects').subscribe('*', ({ action }) => visitorEvents.push(`project ${action}`));
    await site.operator.collection('projects').create({ title: 'Another project' });
    await until('the visitor has received the project', () => visitorEvents.includes('project create'));
    expect([operatorEvents, visitorEvents]).toEqual([['create'], ['project create']]);
  });
});

const TOO_LONG = 'validation_max_text_constraint';
const MALFORMED = 'validation_invalid_format';
const EMPTY = 'validation_required';

const accepted: [string, object][] = [
  ['§9 names and companies of 1 character', { full_name: '👩', company: 'é' }],
  ['a tab, as in a pasted table', { full_name: 'Ada\tExample' }],
  ['a common email address', { email_address: 'first.last+tag@sub.example.co.uk' }],
  ...['', 'website', 'mobile', 'design', 'consulting', 'other'].map((service): [string, object] => [
    `the service "${service}"`,
    { service_interested_in: service },
  ]),
];

test.each(accepted)('§5 the contact form accepts %s', async (_, content) => {
  expect(await records('form_submits').create({ ...form, ...content })).toMatchObject(content);
});

const refused: [string, string, object][] = [
  [
    'names and companies of 101 characters',
    TOO_LONG,
    { full_name: 'x'.repeat(101), company: 'x'.repeat(101) },
  ],
  ['details of 5001 characters', TOO_LONG, { project_details: 'x'.repeat(5001) }],
  ['empty fields', EMPTY, { full_name: '', email_address: '', project_details: '' }],
  ['blank names and companies', MALFORMED, { full_name: '\u00a0\u2003', company: ' \u00a0' }],
  ['blank details', MALFORMED, { project_details: '\n\t\u000b\ufeff\u2028' }],
  ['an unknown service', 'validation_invalid_value', { service_interested_in: 'plumbing' }],
  ...['a@b', 'a b@example.com', 'a\u00a0b@example.com', 'a@@example.com', 'example.com'].map(
    (email_address): [string, string, object] => [
      `the email address "${email_address}"`,
      MALFORMED,
      { email_address },
    ],
  ),
];

test.each(refused)('§5 the contact form refuses %s', async (_, code, content) => {
  const call = records('form_submits').create({ ...form, ...content });
  await expectRefusal(call, code, ...Object.keys(content));
});

test('§5 a deletion request requires both email addresses, but the reason is optional', async () => {
  const requests = records('micora_delete_requests');
  await requests.create(deletion);
  for (const [code, content] of [
    [EMPTY, { contact_email: '', micora_email: '' }],
    [MALFORMED, { contact_email: 'a@b', micora_email: 'a@@example.com', reason: ' ' }],
    [TOO_LONG, { reason: 'x'.repeat(5001) }],
  ] as const)
    await expectRefusal(requests.create({ ...deletion, ...content }), code, ...Object.keys(content));
});

test.each(lineBreaks)('§5 only multi-line fields may contain a %s', async (_, lineBreak) => {
  const broken = `Ada${lineBreak}Example`;
  const address = `a${lineBreak}b@example.com`;
  for (const content of [
    { full_name: broken, company: broken, email_address: address },
    { full_name: `Ada${lineBreak}`, company: `${lineBreak}Ada` },
    { full_name: `${lineBreak}Ada` },
  ])
    await expectRefusal(
      records('form_submits').create({ ...form, ...content }),
      MALFORMED,
      ...Object.keys(content),
    );
  const requests = records('micora_delete_requests');
  const call = requests.create({ contact_email: address, micora_email: address });
  await expectRefusal(call, MALFORMED, 'contact_email', 'micora_email');
  await records('form_submits').create({ ...form, project_details: broken });
});
