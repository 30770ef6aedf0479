import { expect, jest, test } from '@jest/globals';
import { signIn } from './testing/signIn';
import { startTestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

/** Lets a message be as old as its name says, in months and days. */
const AGE = `onRecordAfterCreateSuccess((e) => {
  const [months, days] = e.record.getString('full_name').split(' ').filter((_, index) => index % 2 === 0);
  $app.db().newQuery(
    "UPDATE form_submits SET created = strftime('%Y-%m-%d %H:%M:%fZ', 'now', {:months}, {:days}) WHERE id = {:id}",
  ).bind({ months: '-' + months + ' months', days: '-' + days + ' days', id: e.record.id }).execute();
  e.next();
}, 'form_submits');`;

test.each([
  [{}, 24],
  [{ MESSAGE_RETENTION_MONTHS: '6' }, 6],
])(
  'with %j, messages of more than %d months are removed, and deletion requests that are done',
  async (env, months) => {
    const backend = await startTestBackend({
      seeded: false,
      env: { BACKEND_LIMITS: 'off', ...env },
      hooks: AGE,
    });
    try {
      const operator = await signIn(backend);
      const messages = operator.collection('form_submits');
      const justYounger = `${months - 1} months 27 days`;
      const justOlder = `${months} months 1 day`;
      for (const age of ['0 months 0 days', justYounger, justOlder, '100 months 0 days']) {
        await messages.create({
          full_name: age,
          email_address: 'a@example.com',
          project_details: 'x',
        });
      }
      const requests = operator.collection('micora_delete_requests');
      const emails = { contact_email: 'a@example.com', micora_email: 'a@example.com' };
      const open = await requests.create(emails);
      const done = await requests.create(emails);
      await requests.update(done.id, { done: true });
      await operator.crons.run('retention');
      await until(
        'the request that is done is gone',
        async () => (await requests.getFullList()).length === 1,
      );
      const kept = await messages.getFullList<{ full_name: string }>({ sort: '-created' });
      expect(kept.map(({ full_name }) => full_name)).toEqual(['0 months 0 days', justYounger]);
      expect((await requests.getFullList()).map(({ id }) => id)).toEqual([open.id]);
    } finally {
      await backend.stop();
    }
  },
);
