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
const button = () => screen.getByRole('button', { name: /^Request|^Processing/ });
const region = (name: string) => within(screen.getByRole('region', { name }));

async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

async function fillIn() {
  await enter(contactEmail(), 'ada@example.com');
  await enter(accountEmail(), 'ada+micora@example.com');
}

async function send() {
  await userEvent.click(confirmation());
  await userEvent.click(button());
}

beforeEach(() => {
  sessionStorage.clear();
  requestMock.mockReset();
  requestMock.mockResolvedValue(undefined);
  render(<DeletionPage />, { wrapper: MemoryRouter });
});

describe('§2 the deletion page', () => {
  test('has a warning, what gets deleted, what to do first, the form, data rights and help, in this order', () => {
    expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H1', 'Delete Your MiCora Account'],
      ['H2', 'This cannot be undone'],
      ['H2', 'What gets deleted'],
      ['H2', 'What to do first'],
      ['H2', 'Request deletion'],
      ['H3', 'We ask you first'],
      ['H3', 'How to stop it'],
      ['H2', 'Your data rights'],
      ['H2', 'Help'],
    ]);
    expect(region('Request deletion').getByRole('form', { name: 'Account deletion request' })).toBeVisible();
    expect(region('What gets deleted').getAllByRole('listitem')).toHaveLength(5);
    expect(region('What to do first').getAllByRole('listitem')).toHaveLength(4);
  });

  test('§9 warns that everything is permanently deleted within 30 days', () => {
    expect(region('This cannot be undone').getByText(/permanently deleted within 30 days/)).toBeVisible();
  });

  test.each([
    ['Your data rights', /rights|policy/i, '/micora/privacy-policy#your-rights'],
    ['Help', site.micora.supportEmail, `mailto:${site.micora.supportEmail}`],
    ['Help', 'contact form', '/contact'],
  ])('%s: "%s" leads to %s', (name, words, address) => {
    expect(region(name).getByRole('link', { name: words })).toHaveAttribute('href', address);
  });
});

describe('§5 the fields', () => {
  test('both emails are of email type and required, the reason is not', () => {
    for (const field of [contactEmail(), accountEmail()]) {
      expect(field).toHaveAttribute('type', 'email');
      expect(field).toHaveAttribute('autocomplete', 'email');
      expect(field).toBeRequired();
    }
    expect(reason()).not.toBeRequired();
  });

  test('the confirmation has a visible label and a hint of its own, and is required', () => {
    expect(screen.getByText(/^I understand that .* permanently deleted/)).toBeVisible();
    expect(confirmation()).toHaveAccessibleName(/^I understand that .* permanently deleted/);
    expect(confirmation()).toHaveAccessibleDescription('The button below works once this box is ticked.');
    expect(confirmation()).toBeRequired();
    expect(confirmation()).not.toBeChecked();
  });

  test.each([
    ['', ['Contact email is required', 'MiCora account email is required']],
    ['a@b', ['Please enter a valid email address', 'Please enter a valid email address']],
  ])('both emails say what is wrong with %j, and nothing is sent', async (entered, messages) => {
    for (const field of [contactEmail(), accountEmail()]) if (entered) await enter(field, entered);
    await send();
    [contactEmail(), accountEmail()].forEach((field, index) => {
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(messages[index]);
    });
    expect(requestMock).not.toHaveBeenCalled();
  });

  test('the reason takes 5000 characters, and refuses what goes beyond', async () => {
    await enter(reason(), '👋'.repeat(5001));
    expect(reason()).toHaveValue('👋'.repeat(5000));
    expect(screen.getByText('5000/5000')).toBeVisible();
    expect(screen.getByText('Reason must be 5000 characters or less')).toBeVisible();
  });
});

describe('§4 the button', () => {
  test('works only while the confirmation is ticked', async () => {
    await fillIn();
    expect(button()).toBeDisabled();
    expect(button()).toHaveTextContent(/^Request Account Deletion$/);
    await userEvent.click(confirmation());
    expect(button()).toBeEnabled();
    await userEvent.click(confirmation());
    expect(button()).toBeDisabled();
  });

  test('nothing is sent without the confirmation, neither by the Enter key nor by a script', async () => {
    await fillIn();
    await userEvent.type(contactEmail(), '{Enter}');
    expect(requestMock).not.toHaveBeenCalled();
    fireEvent.submit(screen.getByRole('form'));
    expect(requestMock).not.toHaveBeenCalled();
    expect(confirmation()).toBeInvalid();
  });
});

describe('§4, §8 a request', () => {
  test("is sent as it was written, says 'Processing...' meanwhile, then the exact notice", async () => {
    let arrive: () => void = () => undefined;
    requestMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    await fillIn();
    await enter(reason(), '<b>We</b> grew apart.\n👋 مرحبا');
    await send();
    expect(button()).toHaveTextContent(/^Processing\.\.\.$/);
    expect(button()).toBeDisabled();
    await userEvent.click(confirmation());
    expect(confirmation()).toBeChecked();
    arrive();
    expect(await screen.findByText(SUCCESS)).toBeVisible();
    expect(requestMock.mock.calls).toMatchObject([
      [
        {
          contact_email: 'ada@example.com',
          micora_email: 'ada+micora@example.com',
          reason: '<b>We</b> grew apart.\n👋 مرحبا',
        },
      ],
    ]);
    for (const field of [contactEmail(), accountEmail(), reason()]) expect(field).toHaveValue('');
    expect(confirmation()).not.toBeChecked();
    expect(button()).toBeDisabled();
  });

  test('that fails has the exact notice and keeps its entries; a reason not given is an empty text', async () => {
    requestMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    await fillIn();
    await send();
    expect(screen.getByText(FAILURE)).toBeVisible();
    expect(contactEmail()).toHaveValue('ada@example.com');
    expect(accountEmail()).toHaveValue('ada+micora@example.com');
    expect(confirmation()).toBeChecked();
    expect(requestMock.mock.lastCall?.[0].reason).toBe('');
    await userEvent.click(button());
    expect(screen.getByText(SUCCESS)).toBeVisible();
  });
});
