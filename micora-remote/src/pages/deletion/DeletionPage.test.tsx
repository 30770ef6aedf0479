import { beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '@site/shared/api/ApiError';
import { site } from '@site/shared/site';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { requestDeletion } from '../../api/requestDeletion';
import { DeletionPage } from './DeletionPage';

jest.mock('../../api/requestDeletion', () => ({ requestDeletion: jest.fn() }));
const requestMock = jest.mocked(requestDeletion);

const SUCCESS =
  "Request Submitted Successfully — We've received your deletion request. Your account and data will be permanently deleted within 30 days.";
const FAILURE =
  'Submission Failed — There was an error processing your request. Please try again or contact support.';

const contactEmail = () => screen.getByRole('textbox', { name: 'Contact email' });
const accountEmail = () => screen.getByRole('textbox', { name: 'MiCora account email' });
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
const confirmation = () => screen.getByRole('checkbox');
const button = () => screen.getByRole('button');

function show() {
  return render(
    <MemoryRouter>
      <DeletionPage />
    </MemoryRouter>,
  );
}

async function fillIn() {
  await userEvent.click(contactEmail());
  await userEvent.paste('ada@example.com');
  await userEvent.click(accountEmail());
  await userEvent.paste('ada+micora@example.com');
}

async function send() {
  await userEvent.click(confirmation());
  await userEvent.click(button());
}

function region(name: string) {
  return within(screen.getByRole('region', { name }));
}

beforeEach(() => {
  sessionStorage.clear();
  requestMock.mockReset();
  requestMock.mockResolvedValue(undefined);
});

describe('§2 the deletion page', () => {
  test('has a warning, what gets deleted, what to do first, the form, data rights and help, in this order', () => {
    show();
    expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H1', 'Delete Your MiCora Account'],
      ['H2', 'This cannot be undone'],
      ['H2', 'What gets deleted'],
      ['H2', 'What to do first'],
      ['H2', 'Request deletion'],
      ['H2', 'Your data rights'],
      ['H2', 'Help'],
    ]);
    expect(region('Request deletion').getByRole('form', { name: 'Account deletion request' })).toBeVisible();
  });

  test('§9 warns that everything is permanently deleted within 30 days', () => {
    show();
    expect(region('This cannot be undone').getByText(/permanently deleted within 30 days/)).toBeVisible();
    expect(region('What gets deleted').getAllByRole('listitem')).toHaveLength(5);
    expect(region('What to do first').getAllByRole('listitem')).toHaveLength(4);
  });

  test('leads to the rights in the policy, to support and to the contact form', () => {
    show();
    expect(region('Your data rights').getByRole('link')).toHaveAttribute(
      'href',
      '/micora/privacy-policy#your-rights',
    );
    expect(region('Help').getByRole('link', { name: site.micora.supportEmail })).toHaveAttribute(
      'href',
      `mailto:${site.micora.supportEmail}`,
    );
    expect(region('Help').getByRole('link', { name: 'contact form' })).toHaveAttribute('href', '/contact');
  });
});

describe('§5 the fields', () => {
  test('both emails are of e-mail type and required, the reason is not', () => {
    show();
    for (const field of [contactEmail(), accountEmail()]) {
      expect(field).toHaveAttribute('type', 'email');
      expect(field).toHaveAttribute('autocomplete', 'email');
      expect(field).toBeRequired();
    }
    expect(reason()).not.toBeRequired();
  });

  test('the confirmation has a visible label and a hint of its own, and is required', () => {
    show();
    expect(screen.getByText(/^I understand that .* permanently deleted/)).toBeVisible();
    expect(confirmation()).toHaveAccessibleName(/^I understand that .* permanently deleted/);
    expect(confirmation()).toHaveAccessibleDescription('The button below works once this box is ticked.');
    expect(confirmation()).toBeRequired();
    expect(confirmation()).not.toBeChecked();
  });

  test('can all be reached and sent by keyboard alone', async () => {
    show();
    contactEmail().focus();
    await userEvent.keyboard('ada@example.com{Tab}ada@example.org{Tab}Why not{Tab}');
    expect(confirmation()).toHaveFocus();
    await userEvent.keyboard(' {Tab}');
    expect(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText(SUCCESS).parentElement).toHaveFocus();
    expect(requestMock).toHaveBeenCalledTimes(1);
  });
});

describe('§4 the button', () => {
  test('is disabled while the confirmation is not ticked', async () => {
    show();
    await fillIn();
    expect(button()).toBeDisabled();
    expect(button()).toHaveTextContent(/^Request Account Deletion$/);
    await userEvent.click(confirmation());
    expect(button()).toBeEnabled();
    await userEvent.click(confirmation());
    expect(button()).toBeDisabled();
  });

  test('nothing is sent without the confirmation, neither by the Enter key nor by a script', async () => {
    show();
    await fillIn();
    await userEvent.type(contactEmail(), '{Enter}');
    expect(requestMock).not.toHaveBeenCalled();
    fireEvent.submit(screen.getByRole('form'));
    expect(requestMock).not.toHaveBeenCalled();
    expect(confirmation()).toBeInvalid();
  });

  test("submitting: says 'Processing...' and is disabled, and a double click sends once", async () => {
    let arrive: () => void = () => undefined;
    requestMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    show();
    await fillIn();
    await userEvent.click(confirmation());
    await userEvent.dblClick(button());
    expect(button()).toHaveTextContent(/^Processing\.\.\.$/);
    expect(button()).toBeDisabled();
    await userEvent.click(confirmation());
    expect(confirmation()).toBeChecked();
    arrive();
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(requestMock).toHaveBeenCalledTimes(1);
  });
});

describe('§5 if any rule fails nothing is sent', () => {
  test.each([
    ['Contact email', '', 'Contact email is required'],
    ['Contact email', '  ', 'Contact email is required'],
    ['Contact email', 'a@b', 'Please enter a valid email address'],
    ['MiCora account email', '', 'MiCora account email is required'],
    ['MiCora account email', 'ada@example', 'Please enter a valid email address'],
    ['MiCora account email', 'ada lovelace@example.com', 'Please enter a valid email address'],
  ])('%s %j: %s', async (name, value, message) => {
    show();
    await fillIn();
    const field = screen.getByRole('textbox', { name });
    await userEvent.clear(field);
    if (value) await userEvent.type(field, value);
    await send();
    expect(requestMock).not.toHaveBeenCalled();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(message);
    expect(field).toHaveFocus();
    await userEvent.type(field, 'x');
    expect(screen.queryByText(message)).toBeNull();
    expect(confirmation()).toBeChecked();
  });

  test('both emails say so at once, the first one has the focus', async () => {
    show();
    await send();
    expect(contactEmail()).toBeInvalid();
    expect(accountEmail()).toBeInvalid();
    expect(contactEmail()).toHaveFocus();
  });
});

describe('the reason', () => {
  test('takes 5000 characters, and refuses what goes beyond', async () => {
    show();
    await fillIn();
    await userEvent.click(reason());
    await userEvent.paste('👋'.repeat(5001));
    expect(reason()).toHaveValue('👋'.repeat(5000));
    expect(screen.getByText('5000/5000')).toBeVisible();
    expect(screen.getByText('Reason must be 5000 characters or less')).toBeVisible();
    await send();
    expect(requestMock.mock.lastCall?.[0].reason).toBe('👋'.repeat(5000));
  });

  test('is sent as it was written', async () => {
    show();
    await fillIn();
    await userEvent.click(reason());
    await userEvent.paste('<b>We</b> grew apart.\n👋 مرحبا');
    await send();
    expect(requestMock.mock.lastCall?.[0].reason).toBe('<b>We</b> grew apart.\n👋 مرحبا');
  });
});

describe('§4, §8 how a request ends', () => {
  test('success: the exact notice, and the form is cleared; a reason not given is an empty text', async () => {
    show();
    await fillIn();
    await send();
    expect(requestMock.mock.calls).toEqual([
      [
        {
          contact_email: 'ada@example.com',
          micora_email: 'ada+micora@example.com',
          reason: '',
          confirmation: 'yes',
        },
      ],
    ]);
    expect(screen.getByText(SUCCESS).parentElement).toHaveClass('success');
    for (const field of [contactEmail(), accountEmail(), reason()]) expect(field).toHaveValue('');
    expect(confirmation()).not.toBeChecked();
    expect(button()).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['400', { status: 400 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['no answer', { status: 0 }],
  ])('failure, %s: the exact notice, and the entries are kept', async (_, failure) => {
    requestMock.mockRejectedValueOnce(new ApiError(failure));
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE).parentElement).toHaveClass('error');
    expect(screen.getByText(FAILURE).parentElement).toHaveFocus();
    expect(contactEmail()).toHaveValue('ada@example.com');
    expect(accountEmail()).toHaveValue('ada+micora@example.com');
    expect(confirmation()).toBeChecked();
    await userEvent.click(button());
    expect(screen.getByText(SUCCESS)).toBeVisible();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  test('failure while offline: says so besides the notice', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    requestMock.mockRejectedValueOnce(new ApiError());
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(screen.getByText(/You seem to be offline/)).toBeVisible();
  });

  test('the backend refuses an email: its field says so besides the notice', async () => {
    const response = { data: { micora_email: { code: 'validation_is_email', message: 'English.' } } };
    requestMock.mockRejectedValueOnce(new ApiError({ status: 400, response }));
    show();
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(accountEmail()).toHaveAccessibleDescription('Please enter a valid email address');
    expect(accountEmail()).toHaveFocus();
  });

  test('entries survive a reload, and are gone after a success', async () => {
    const first = show();
    await fillIn();
    first.unmount();
    const second = show();
    expect(contactEmail()).toHaveValue('ada@example.com');
    await send();
    expect(screen.getByText(SUCCESS)).toBeVisible();
    second.unmount();
    show();
    expect(contactEmail()).toHaveValue('');
    expect(confirmation()).not.toBeChecked();
  });
});
