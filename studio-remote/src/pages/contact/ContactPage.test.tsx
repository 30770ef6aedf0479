import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ApiError } from '@site/shared/api/ApiError';
import { site } from '@site/shared/site';
import { submitContactForm } from '../../api/submitContactForm';
import { ContactPage } from './ContactPage';

jest.mock('../../api/submitContactForm', () => ({ submitContactForm: jest.fn() }));
const submitMock = jest.mocked(submitContactForm);

const SUCCESS = "✅ Thank you for your message! We'll get back to you within 24 hours.";
const FAILURE = '❌ There was an error submitting your message. Please try again.';

const field = (name: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(name);
const button = () => screen.getByRole('button', { name: /^Send/ });
const send = () => userEvent.click(button());

/** The page as a link with a query leads to it. */
const openAt = (query: string) =>
  render(
    <MemoryRouter initialEntries={[`/contact${query}`]}>
      <ContactPage />
    </MemoryRouter>,
  );

/** A valid message; what is given replaces or adds to it. */
async function fillIn(different: Record<string, string> = {}) {
  const entries = {
    'Full name': 'Ada Lovelace',
    'Email address': 'ada@example.com',
    'Project details': 'We need a site.',
    ...different,
  };
  for (const [name, value] of Object.entries(entries)) {
    if (!value) continue;
    await userEvent.click(field(name));
    await userEvent.paste(value);
  }
}

beforeEach(() => {
  sessionStorage.clear();
  submitMock.mockReset();
  submitMock.mockResolvedValue(undefined);
  openAt('');
});

describe('§2 the contact page', () => {
  test('has one main heading, the form, and the info column', () => {
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('form', { name: 'Contact form' })).toBeVisible();
    const info = within(screen.getByRole('region', { name: 'Contact information' }));
    const { email } = site.company;
    expect(info.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(info.getByText('Mon-Fri 9AM-6PM GMT')).toBeVisible();
  });

  test('answers three questions: project duration, international clients, process', () => {
    const info = within(screen.getByRole('region', { name: 'Contact information' }));
    const questions = info.getAllByRole('heading', { level: 3 });
    expect(questions.map(({ textContent }) => textContent)).toEqual([
      'How long does a project take?',
      'Do you work with international clients?',
      'What does your process look like?',
    ]);
    for (const question of questions) expect(question.nextSibling).toHaveTextContent(/\w.{60,}\.$/);
  });

  test('says in four steps how a project goes', () => {
    const process = within(screen.getByRole('region', { name: 'How a project goes' }));
    const steps = process.getAllByRole('listitem');
    expect(steps.map((step) => within(step).getByRole('heading', { level: 3 }).textContent)).toEqual([
      'Talk',
      'Plan',
      'Design and build',
      'Launch and look after',
    ]);
    for (const step of steps) expect(step).toHaveTextContent(/\w.{40,}\.$/);
  });

  test('§9 shows 50+ projects, 100% satisfaction, 24h response', () => {
    const figures = within(screen.getByRole('region', { name: 'What you can count on' }));
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '50+ projects',
      '100% satisfaction is our aim',
      '24h response to every message',
    ]);
  });

  test('says by the button how the details are used, how long they are kept, and where to read more', () => {
    const form = within(screen.getByRole('form'));
    expect(form.getByText(/only to answer your message.*delete them after 24 months/)).toBeVisible();
    expect(form.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', '/privacy');
  });
});

describe('§5 the fields', () => {
  test('have labels, and tell browsers and password managers what they are', () => {
    expect(field('Full name')).toHaveAttribute('autocomplete', 'name');
    expect(field('Email address')).toHaveAttribute('autocomplete', 'email');
    expect(field('Email address')).toHaveAttribute('type', 'email');
    expect(field('Company')).toHaveAttribute('autocomplete', 'organization');
    for (const name of ['Full name', 'Email address', 'Project details']) expect(field(name)).toBeRequired();
    for (const name of ['Company', 'Service']) expect(field(name)).not.toBeRequired();
  });

  test('the service is one of five, or none', () => {
    const options = within(field('Service')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['', 'Please choose'],
      ['website', 'Website Development'],
      ['mobile', 'Mobile App Development'],
      ['design', 'UI/UX Design'],
      ['consulting', 'Consulting'],
      ['other', 'Other Services'],
    ]);
    expect(field('Service')).toHaveValue('');
  });

  test.each([
    ['?service=mobile', '', 'mobile'],
    ['?service=mobile', 'design', 'design'],
    ['?service=Mobile', '', ''],
    ['?service_interested_in=mobile&project_details=x', '', ''],
  ])('the address %s chooses a service, unless a draft has %j: %j', (query, draft, chosen) => {
    cleanup();
    if (draft) sessionStorage.setItem('form:contact', JSON.stringify({ service_interested_in: draft }));
    openAt(query);
    expect(field('Service')).toHaveValue(chosen);
    expect(field('Project details')).toHaveValue('');
  });

  test('a service that the address chooses is part of a draft once the visitor begins one', async () => {
    cleanup();
    openAt('?service=mobile');
    cleanup();
    openAt('?service=website');
    expect(field('Service')).toHaveValue('website');
    await userEvent.type(field('Company'), 'A');
    cleanup();
    openAt('?service=mobile');
    expect(field('Service')).toHaveValue('website');
  });

  test('that are required say so, and nothing is sent', async () => {
    await send();
    for (const [name, message] of [
      ['Full name', 'Full name is required'],
      ['Email address', 'Email address is required'],
      ['Project details', 'Project details are required'],
    ] as const) {
      expect(field(name)).toBeInvalid();
      expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message));
    }
    for (const name of ['Company', 'Service']) expect(field(name)).toBeValid();
    expect(submitMock).not.toHaveBeenCalled();
  });

  test('an address that is none is refused', async () => {
    await fillIn({ 'Email address': 'a@b' });
    await send();
    expect(field('Email address')).toHaveAccessibleDescription('Please enter a valid email address');
    expect(submitMock).not.toHaveBeenCalled();
  });

  test.each([
    ['Full name', 100, 'Name must be 100 characters or less'],
    ['Company', 100, 'Company name must be 100 characters or less'],
    ['Project details', 5000, 'Message must be 5000 characters or less'],
  ])('§9 %s takes %i characters and refuses what goes beyond: %s', async (name, limit, message) => {
    await fillIn({ [name]: '👋'.repeat(limit) });
    expect(screen.queryByText(message)).toBeNull();
    await userEvent.type(field(name), 'y');
    expect(field(name)).toHaveValue('👋'.repeat(limit));
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByText(limit === 5000 ? '5000/5000' : '15/5000')).toBeVisible();
    await send();
    expect(submitMock).toHaveBeenCalledTimes(1);
  });
});

describe('§4 the contact form', () => {
  test("sends what was written as it is, says 'Sending...' meanwhile, then the exact notice", async () => {
    let arrive: () => void = () => undefined;
    submitMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const html = '<img src=x onerror="alert(1)"> 👋 مرحبا';
    await fillIn({ 'Full name': html, Company: html, 'Project details': `${html}\n${html}` });
    await userEvent.selectOptions(field('Service'), 'UI/UX Design');
    expect(button()).toHaveTextContent('Send Message');
    await send();
    expect(button()).toHaveTextContent(/^Sending\.\.\.$/);
    expect(button()).toBeDisabled();
    arrive();
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(button()).toHaveTextContent('Send Message');
    expect(submitMock.mock.calls).toEqual([
      [
        {
          full_name: html,
          email_address: 'ada@example.com',
          company: html,
          service_interested_in: 'design',
          project_details: `${html}\n${html}`,
        },
      ],
    ]);
    for (const name of ['Full name', 'Email address', 'Company', 'Service', 'Project details'])
      expect(field(name)).toHaveValue('');
    expect(screen.getByText('0/5000')).toBeVisible();
  });

  test('§8 fails with the exact notice, and keeps the entries; what was not given is sent as an empty text', async () => {
    submitMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(field('Project details')).toHaveValue('We need a site.');
    expect(button()).toBeEnabled();
    expect(submitMock.mock.lastCall?.[0]).toMatchObject({ company: '', service_interested_in: '' });
  });
});
