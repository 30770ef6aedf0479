import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { PrivacyPage } from './PrivacyPage';

const repository = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(repository, file), 'utf8').replace(/\s+/g, ' ');
const SETTINGS = 'backend/pb_migrations/1764000001_settings.js';

test('the notice names exactly the fields that the contact form fills in', () => {
  const migrations = readdirSync(join(repository, 'backend/pb_migrations')).map((file) =>
    read(`backend/pb_migrations/${file}`),
  );
  const ofForm = migrations.filter((migration) => migration.includes("'form_submits'")).join('');
  const fields = [...ofForm.matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
  expect(new Set(fields)).toEqual(
    new Set([
      ...['full_name', 'email_address', 'company', 'service_interested_in', 'project_details', 'created'],
      // These are not in the form: the collection's name, which the pattern also matches, and the fields that the backend or
      // the operator fills in.
      ...['form_submits', 'answered', 'mailed_at', 'mail_attempts'],
    ]),
  );
  render(<PrivacyPage />, { wrapper: MemoryRouter });
  const list = within(screen.getByRole('region', { name: 'What you send us, and why' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'your full name and your email address,',
    'your company and the service that interests you, if you give them,',
    'the details of your project,',
    'and the time when your message arrived.',
  ]);
});

test.each([
  [
    'messages',
    'backend/pb_hooks/retention.pb.js',
    /MESSAGE_RETENTION_MONTHS'\) \|\| '(\d+)'/g,
    'deleted from the database # months after',
  ],
  [
    'backups',
    SETTINGS,
    /cronMaxKeep = (\d+)/g,
    'last # backups are kept, so it’s gone from those # days later',
  ],
  [
    'counts of submissions',
    SETTINGS,
    /:create', audience: '', duration: (\d+),/g,
    'from one IP address in #. The counts are never written down, and are gone two hours',
  ],
  ['counts of reports', 'platform/field/FieldFile.ts', /KEPT_DAYS = (\d+)/g, 'only counts, for # days'],
  ['logs', 'docs/behind-a-proxy.md', /keeps (\d+) days of the log/g, 'deleted after # days'],
])('the notice says how long %s are kept', (_what, file, pattern, words) => {
  const [number = '', ...others] = new Set([...read(file).matchAll(pattern)].map(([, found]) => found));
  expect(others).toEqual([]);
  const { container } = render(<PrivacyPage />, { wrapper: MemoryRouter });
  expect(container).toHaveTextContent(words.replaceAll('#', number === '3600' ? 'one hour' : number));
});
