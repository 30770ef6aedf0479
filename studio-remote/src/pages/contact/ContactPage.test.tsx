import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import { submitContactForm } from '../../api/submitContactForm';
import { ContactPage } from './ContactPage';

jest.mock('../../api/submitContactForm', () => ({ submitContactForm: jest.fn() }));
const submitMock = jest.mocked(submitContactForm);

const field = (name: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(name);
const button = () => screen.getByRole('button', { name: /^Send/ });

/** The page as a link with a query leads to it. */
const open = (query = '') => renderAt(`/contact${query}`, [{ path: '/contact', Component: ContactPage }]);

/** A valid message; what is given replaces or adds to it. */
async function fillIn(different: Record<string, string> = {}) {
  const entries = {
    'Full name': 'Ada Lovelace',
    'Email address': 'ada@example.com',
    'Project details': 'We need a site.',
    ...different,
  };
  for (const [name, value] of Object.entries(entries)) {
    await userEvent.click(field(name));
    await userEvent.paste(value);
  }
}

beforeEach(() => {
  sessionStorage.clear();
  submitMock.mockReset();
  submitMock.mockResolvedValue(undefined);
});

describe('§5 the fields', () => {
  test.each([
    ['Full name', 'name', true],
    ['Email address', 'email', true],
    ['Company', 'organization', false],
    ['Service', null, false],
    ['Project details', null, true],
  ])('%s tells browsers and password managers what it is', (name, autocomplete, required) => {
    open();
    expect(field(name).getAttribute('autocomplete')).toBe(autocomplete);
    expect(field(name).hasAttribute('aria-required')).toBe(required);
    if (autocomplete === 'email') expect(field(name)).toHaveAttribute('type', 'email');
  });

  test('the service is one of five, or none', () => {
    open();
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
    if (draft) sessionStorage.setItem('form:contact', JSON.stringify({ service_interested_in: draft }));
    open(query);
    expect(field('Service')).toHaveValue(chosen);
    expect(field('Project details')).toHaveValue('');
  });

  test('a service that the address chooses is part of a draft once the visitor begins one', async () => {
    open('?service=mobile').unmount();
    const { unmount } = open('?service=website');
    expect(field('Service')).toHaveValue('website');
    await userEvent.type(field('Company'), 'A');
    unmount();
    open('?service=mobile');
    expect(field('Service')).toHaveValue('website');
  });

  test('that are required say so, an address that is none is refused, and nothing is sent before', async () => {
    open();
    await userEvent.click(button());
    expect(field('Full name')).toHaveAccessibleDescription('Full name is required');
    expect(field('Email address')).toHaveAccessibleDescription('Email address is required');
    expect(field('Project details')).toHaveAccessibleDescription('Project details are required 0/5000');
    for (const name of ['Company', 'Service']) expect(field(name)).toBeValid();
    await fillIn({ 'Email address': 'a@b' });
    await userEvent.click(button());
    expect(field('Email address')).toHaveAccessibleDescription('Please enter a valid email address');
    expect(submitMock).not.toHaveBeenCalled();
    await userEvent.type(field('Email address'), '.example');
    await userEvent.click(button());
    expect(submitMock).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['Full name', 100, 'Name must be 100 characters or less'],
    ['Company', 100, 'Company name must be 100 characters or less'],
    ['Project details', 5000, 'Message must be 5000 characters or less'],
  ])('§9 %s takes %i characters and refuses what goes beyond: %s', async (name, limit, message) => {
    open();
    await fillIn({ [name]: '👋'.repeat(limit + 1) });
    expect(field(name)).toHaveValue('👋'.repeat(limit));
    expect(screen.getByText(message)).toBeVisible();
  });
});
