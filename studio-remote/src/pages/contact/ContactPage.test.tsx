import { beforeEach, describe, expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
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
const button = () => screen.getByRole('button');

/** A valid message; what is given replaces or adds to it. */
async function fillIn(different: Record<string, string> = {}) {
  const entries = {
    'Full name': 'Ada Lovelace',
    'Email address': 'ada@example.com',
    'Project details': 'We need a site.',
    ...different,
  };
  for (const [name, value] of Object.entries(entries)) {
    await userEvent.clear(field(name));
    if (!value) continue;
    await userEvent.click(field(name));
    await userEvent.paste(value);
  }
}

function show() {
  return render(<ContactPage />, { wrapper: MemoryRouter });
}

const send = () => userEvent.click(button());

beforeEach(() => {
  sessionStorage.clear();
  submitMock.mockReset();
  submitMock.mockResolvedValue(undefined);
});

describe('§2 the contact page', () => {
  test('has one main heading, the form, the info column and the figures', () => {
    show();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('form', { name: 'Contact form' })).toBeVisible();
    const info = within(screen.getByRole('region', { name: 'Contact information' }));
    expect(info.getByRole('link', { name: site.company.email })).toHaveAttribute(
      'href',
      `mailto:${site.company.email}`,
    );
    expect(info.getByText('Mon-Fri 9AM-6PM GMT')).toBeVisible();
  });

  test('answers three questions: project duration, international clients, process', () => {
    show();
    const questions = screen.getAllByRole('heading', { level: 3 });
    expect(questions.map(({ textContent }) => textContent)).toEqual([
      'How long does a project take?',
      'Do you work with international clients?',
      'What does your process look like?',
    ]);
    for (const question of questions) expect(question.nextSibling).toHaveTextContent(/\w.{60,}\.$/);
  });

  test('§9 shows 50+ projects, 100% satisfaction, 24h response', () => {
    show();
    const figures = within(screen.getByRole('region', { name: 'What you can count on' }));
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '50+ projects',
      '100% satisfaction',
      '24h response',
    ]);
  });

  test('says by the button how the details are used, how long they are kept, and where to read more', () => {
    show();
    const form = within(screen.getByRole('form'));
    expect(form.getByText(/only to answer your message.*delete them after 24 months/)).toBeVisible();
    expect(form.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', '/privacy');
  });
});

describe('§5 the fields', () => {
  test('have labels, and tell browsers and password managers what they are', () => {
    show();
    expect(field('Full name')).toHaveAttribute('autocomplete', 'name');
    expect(field('Email address')).toHaveAttribute('autocomplete', 'email');
    expect(field('Email address')).toHaveAttribute('type', 'email');
    expect(field('Company')).toHaveAttribute('autocomplete', 'organization');
    for (const name of ['Full name', 'Email address', 'Project details']) expect(field(name)).toBeRequired();
    for (const name of ['Company', 'Service']) expect(field(name)).not.toBeRequired();
  });

  test('the service is one of five, or none', () => {
    show();
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

  test('can all be reached and sent by keyboard alone', async () => {
    show();
    field('Full name').focus();
    await userEvent.keyboard('Ada{Tab}ada@example.com{Tab}{Tab}');
    expect(field('Service')).toHaveFocus();
    await userEvent.keyboard('{Tab}Hello{Tab}');
    expect(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText(SUCCESS).parentElement).toHaveFocus();
    expect(submitMock).toHaveBeenCalledTimes(1);
  });
});

describe('§5 if any rule fails nothing is sent', () => {
  test.each([
    ['Full name', '', 'Full name is required'],
    ['Full name', '   ', 'Full name is required'],
    ['Email address', '', 'Email address is required'],
    ['Email address', 'a@b', 'Please enter a valid email address'],
    ['Email address', 'ada lovelace@example.com', 'Please enter a valid email address'],
    ['Email address', 'ada@exam ple.com', 'Please enter a valid email address'],
    ['Email address', '<b>ada</b>', 'Please enter a valid email address'],
    ['Project details', '', 'Project details are required'],
    ['Project details', '\n \n', 'Project details are required'],
  ])('%s %j: %s', async (name, value, message) => {
    show();
    await fillIn({ [name]: value });
    await send();
    expect(submitMock).not.toHaveBeenCalled();
    expect(screen.getByText(message)).toBeVisible();
    expect(field(name)).toBeInvalid();
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(field(name)).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(field(name), 'x');
    expect(screen.queryByText(message)).toBeNull();
  });

  test('all three required fields say so at once', async () => {
    show();
    await send();
    for (const name of ['Full name', 'Email address', 'Project details']) expect(field(name)).toBeInvalid();
    for (const name of ['Company', 'Service']) expect(field(name)).toBeValid();
    expect(field('Full name')).toHaveFocus();
    expect(submitMock).not.toHaveBeenCalled();
  });
});

describe('§9 limits', () => {
  test.each([
    ['Full name', 100, 'Name must be 100 characters or less'],
    ['Company', 100, 'Company name must be 100 characters or less'],
    ['Project details', 5000, 'Message must be 5000 characters or less'],
  ])('%s takes %i characters and refuses what goes beyond: %s', async (name, limit, message) => {
    show();
    await fillIn({ [name]: 'x'.repeat(limit) });
    expect(screen.queryByText(message)).toBeNull();
    await userEvent.type(field(name), 'y');
    expect(field(name)).toHaveValue('x'.repeat(limit));
    expect(screen.getByText(message)).toBeVisible();
    await userEvent.clear(field(name));
    await userEvent.paste('👋'.repeat(limit + 1));
    expect(field(name)).toHaveValue('👋'.repeat(limit));
    await send();
    expect(submitMock).toHaveBeenCalledTimes(1);
  });

  test('the counter shows used/5000', async () => {
    show();
    expect(screen.getByText('0/5000')).toBeVisible();
    await fillIn({ 'Project details': 'x'.repeat(4001) });
    expect(screen.getByText('4001/5000').parentElement).toHaveAttribute('data-state', 'near');
    await userEvent.paste('x'.repeat(500));
    expect(screen.getByText('4501/5000').parentElement).toHaveAttribute('data-state', 'at-limit');
    await userEvent.paste('x'.repeat(500));
    expect(field('Project details').value).toHaveLength(5000);
    expect(
      await screen.findByText('Message must be 5000 characters or less. What goes beyond was cut off.'),
    ).toHaveAttribute('role', 'status');
  });
});

describe('§4 the contact form', () => {
  test('success: green notice, form cleared; company and service not given are empty texts', async () => {
    show();
    await fillIn();
    await send();
    expect(submitMock.mock.calls).toEqual([
      [
        {
          full_name: 'Ada Lovelace',
          email_address: 'ada@example.com',
          company: '',
          service_interested_in: '',
          project_details: 'We need a site.',
        },
      ],
    ]);
    expect(screen.getByText(SUCCESS).parentElement).toHaveClass('success');
    for (const name of ['Full name', 'Email address', 'Company', 'Service', 'Project details']) {
      expect(field(name)).toHaveValue('');
    }
    expect(screen.getByText('0/5000')).toBeVisible();
    expect(button()).toBeEnabled();
  });

  test('sends what was written as it is: HTML, emoji, right-to-left text, every field', async () => {
    show();
    const html = '<img src=x onerror="alert(1)"> 👋 مرحبا';
    await fillIn({
      'Full name': html,
      'Email address': 'ada+<x>@example.com',
      Company: html,
      'Project details': `${html}\n${html}`,
    });
    await userEvent.selectOptions(field('Service'), 'UI/UX Design');
    await send();
    expect(submitMock).toHaveBeenCalledWith({
      full_name: html,
      email_address: 'ada+<x>@example.com',
      company: html,
      service_interested_in: 'design',
      project_details: `${html}\n${html}`,
    });
  });

  test("submitting: the button says 'Sending...' and is disabled, and a double click sends once", async () => {
    let arrive: () => void = () => undefined;
    submitMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    show();
    await fillIn();
    expect(button()).toHaveTextContent('Send Message');
    await userEvent.dblClick(button());
    expect(button()).toHaveTextContent(/^Sending\.\.\.$/);
    expect(button()).toBeDisabled();
    await userEvent.click(button());
    arrive();
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(button()).toHaveTextContent('Send Message');
    expect(submitMock).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['400 without an error for a field', { status: 400 }, undefined],
    ['413', { status: 413 }, /too long to be sent/],
    ['429', { status: 429 }, /try again in a moment/],
    ['500', { status: 500 }, undefined],
    ['no answer', { status: 0 }, undefined],
  ])('error, %s: red notice, entries kept', async (_, failure, hint) => {
    submitMock.mockRejectedValueOnce(new ApiError(failure));
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE).parentElement).toHaveClass('error');
    if (hint) expect(screen.getByText(hint)).toBeVisible();
    else expect(screen.getByRole('alert')).toHaveTextContent(FAILURE, { normalizeWhitespace: false });
    expect(field('Full name')).toHaveValue('Ada Lovelace');
    expect(field('Email address')).toHaveValue('ada@example.com');
    expect(field('Project details')).toHaveValue('We need a site.');
    expect(button()).toBeEnabled();
    await send();
    expect(screen.getByText(SUCCESS)).toBeVisible();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  test('error while offline: says so besides the notice', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    submitMock.mockRejectedValueOnce(new ApiError());
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(screen.getByText(/You seem to be offline/)).toBeVisible();
  });

  test.each([
    ['full_name', 'validation_required', 'Full name', 'Full name is required'],
    ['full_name', 'validation_max_text_constraint', 'Full name', 'Name must be 100 characters or less'],
    ['email_address', 'validation_is_email', 'Email address', 'Please enter a valid email address'],
    ['company', 'validation_max_text_constraint', 'Company', 'Company name must be 100 characters or less'],
    ['project_details', 'validation_required', 'Project details', 'Project details are required'],
    [
      'service_interested_in',
      'validation_invalid_value',
      'Service',
      'This could not be accepted. Please check it.',
    ],
  ])('the backend refuses %s: %s', async (name, code, label, message) => {
    submitMock.mockRejectedValueOnce(
      new ApiError({ status: 400, response: { data: { [name]: { code, message: 'English.' } } } }),
    );
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(field(label)).toHaveFocus();
  });

  test('entries survive a failure and a reload, and are gone after a success', async () => {
    submitMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    const first = show();
    await fillIn({ Company: 'Example Ltd' });
    await send();
    first.unmount();
    const second = show();
    expect(field('Company')).toHaveValue('Example Ltd');
    expect(field('Project details')).toHaveValue('We need a site.');
    await send();
    expect(screen.getByText(SUCCESS)).toBeVisible();
    second.unmount();
    show();
    expect(field('Full name')).toHaveValue('');
  });
});
