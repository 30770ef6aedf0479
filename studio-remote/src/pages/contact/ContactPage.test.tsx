import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import { submitContactForm } from '../../api/submitContactForm';
import { ContactPage } from './ContactPage';

jest.mock('../../api/submitContactForm', () => ({ submitContactForm: jest.fn() }));

const field = (name: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(name);
const button = () => screen.getByRole('button', { name: /^Send/ });

const open = (query = '') => renderAt(`/contact${query}`, [{ path: '/contact', Component: ContactPage }]);

beforeEach(() => sessionStorage.clear());

test('§5 each field has the right type, autocomplete, text direction and required state', () => {
  open();
  const names = ['type', 'autocomplete', 'dir', 'aria-required'];
  const attributes = ['Full name', 'Email address', 'Company', 'Service', 'Project details'].map((label) =>
    names.map((name) => field(label).getAttribute(name)),
  );
  expect(attributes).toEqual([
    ['text', 'name', 'auto', 'true'],
    // An email address needs no `dir`, because it is written left to right in every language.
    ['email', 'email', null, 'true'],
    ['text', 'organization', 'auto', null],
    [null, null, null, null],
    [null, null, 'auto', 'true'],
  ]);
});

test('§5 the service field offers five services and an empty choice', () => {
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
});

test.each([
  ['?service=Mobile', ''],
  ['?service_interested_in=mobile', ''],
  ['?service=mobile', 'mobile'],
])('§5 the address %s preselects the service %j', (query, service) => {
  open(query);
  expect(field('Service')).toHaveValue(service);
});

test('§5 a draft keeps its service when the page’s address preselects a different service', async () => {
  const { unmount } = open('?service=website');
  await userEvent.type(field('Company'), 'A');
  unmount();
  open('?service=mobile');
  expect(field('Service')).toHaveValue('website');
});

test('§5 nothing is sent until required fields are filled in and the email address is valid', async () => {
  open();
  await userEvent.click(button());
  expect(field('Full name')).toHaveAccessibleDescription('Full name is required');
  expect(field('Email address')).toHaveAccessibleDescription('Email address is required');
  expect(field('Project details')).toHaveAccessibleDescription('Project details are required 0/5000');
  for (const name of ['Company', 'Service']) expect(field(name)).toBeValid();
  await userEvent.type(field('Full name'), 'Ada Lovelace');
  await userEvent.type(field('Email address'), 'a@b');
  await userEvent.type(field('Project details'), 'We need a site.');
  await userEvent.click(button());
  expect(field('Email address')).toHaveAccessibleDescription('Please enter a valid email address');
  expect(submitContactForm).not.toHaveBeenCalled();
  await userEvent.type(field('Email address'), '.example');
  await userEvent.click(button());
  expect(submitContactForm).toHaveBeenCalledTimes(1);
});
