import { describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { render, screen, within } from '@testing-library/react';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { PrivacyPage } from './PrivacyPage';

const { company } = site;

function part(name: string) {
  render(<PrivacyPage />, { wrapper: MemoryRouter });
  return within(screen.getByRole('region', { name }));
}

function backend(file: string): string {
  return readFileSync(join(import.meta.dirname, '../../../../backend', file), 'utf8');
}

test('says who answers for the data, and how to reach them', () => {
  const who = part('Who we are');
  expect(who.getByText(new RegExp(`${company.name}.*London.*is the controller`))).toBeVisible();
  expect(who.getByRole('link')).toHaveAttribute('href', `mailto:${company.email}`);
});

test('names each right, what it costs and who else can be asked', () => {
  const rights = part('Your rights');
  expect(
    rights.getByText(/copy.*corrected or deleted.*object.*within one month.*costs nothing/),
  ).toBeVisible();
  expect(rights.getByText(/Information Commissioner/)).toBeVisible();
});

test('leads to the form that it is about, and to the policy of the app', () => {
  render(<PrivacyPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'contact form' })).toHaveAttribute('href', '/contact');
  expect(screen.getByRole('link', { name: /policy of their own/ })).toHaveAttribute(
    'href',
    '/micora/privacy-policy',
  );
});

describe('what it says is what the backend does:', () => {
  test('it names every field that the form fills, and no other', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../../backend/pb_migrations'));
    const migrations = files.map((file) => backend(`pb_migrations/${file}`));
    const ofForm = migrations.filter((migration) => migration.includes("'form_submits'")).join('');
    const fields = [...ofForm.matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
    // Not of the visitor.
    const ours = ['form_submits', 'answered', 'mailed_at', 'mail_attempts'];
    expect(fields).toEqual(expect.arrayContaining(ours));
    expect(fields.filter((name = '') => !ours.includes(name))).toEqual([
      'full_name',
      'email_address',
      'company',
      'service_interested_in',
      'project_details',
      'created',
    ]);
    expect(
      part('What you send us, and why')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'your full name and your email address,',
      'your company and the service that interests you, if you give them,',
      'the details of your project,',
      'and the time when your message arrived.',
    ]);
  });

  test('how long messages and backups are kept', () => {
    const [, months] =
      /MESSAGE_RETENTION_MONTHS'\) \|\| '(\d+)'/.exec(backend('pb_hooks/retention.pb.js')) ?? [];
    const [, backups] = /cronMaxKeep = (\d+)/.exec(backend('pb_migrations/1764000001_settings.js')) ?? [];
    const howLong = part('How long we keep it');
    expect(howLong.getByText(new RegExp(`deleted from the database ${months} months after`))).toBeVisible();
    expect(howLong.getByText(new RegExp(`last ${backups} backups .* ${backups} days later`))).toBeVisible();
  });

  test('how long it is counted who sends forms', () => {
    const settings = backend('pb_migrations/1764000001_settings.js');
    const windows = [...settings.matchAll(/:create', audience: '', duration: (\d+),/g)].map(
      ([, seconds]) => seconds,
    );
    expect(windows).toEqual(['3600', '3600']);
    expect(
      part('When you only read').getByText(/in one hour\. The count is .* gone two hours later/),
    ).toBeVisible();
  });

  test('how long the web server keeps its log, which is what we tell the operator', () => {
    const operate = backend('../docs/operate.md').replace(/\s+/g, ' ');
    expect(operate).toContain('keeps 14 days of the log');
    expect(part('When you only read').getByText(/deleted after 14 days/)).toBeVisible();
  });
});
