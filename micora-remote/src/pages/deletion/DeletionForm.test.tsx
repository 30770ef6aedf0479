import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { requestDeletion } from '../../api/requestDeletion';
import { DeletionForm } from './DeletionForm';

jest.mock('../../api/requestDeletion', () => ({ requestDeletion: jest.fn() }));

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const emails = () => [field('Contact email'), field('MiCora account email')];
const confirmation = () => screen.getByRole('checkbox');
const button = () => screen.getByRole('button', { name: /^Request/ });

async function enter(fields: HTMLElement[], text: string) {
  for (const one of fields) {
    await userEvent.click(one);
    await userEvent.paste(text);
  }
}

beforeEach(() => {
  sessionStorage.clear();
  render(<DeletionForm />, { wrapper: MemoryRouter });
});

test('§5 both emails and the confirmation are required, but the reason is not', () => {
  for (const email of emails()) {
    expect(email).toHaveAttribute('type', 'email');
    expect(email).toHaveAttribute('autocomplete', 'email');
    expect(email).toBeRequired();
  }
  expect(field('Reason')).not.toBeRequired();
  expect(confirmation()).toHaveAccessibleName(/^I understand that .* permanently deleted/);
  expect(confirmation()).toHaveAccessibleDescription('The button below works once this box is ticked.');
  expect(confirmation()).toBeRequired();
});

test('§5 each invalid email has an error message, and nothing is sent', async () => {
  await userEvent.click(confirmation());
  await userEvent.click(button());
  const required = ['Contact email is required', 'MiCora account email is required'];
  emails().forEach((email, index) => expect(email).toHaveAccessibleDescription(required[index]));
  await enter(emails(), 'a@b');
  await userEvent.click(button());
  for (const email of emails())
    expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  expect(requestDeletion).not.toHaveBeenCalled();
});

test('§5 the reason is cut to 5000 characters, and a message says so', async () => {
  await enter([field('Reason')], 'x'.repeat(5001));
  expect(field('Reason')).toHaveValue('x'.repeat(5000));
  expect(screen.getByText('5000/5000')).toBeVisible();
  expect(screen.getByText('Reason must be 5000 characters or less')).toBeVisible();
});

test('§4 without the confirmation, the button is disabled and nothing is sent', async () => {
  await enter(emails(), 'ada@example.com');
  for (const isTicked of [false, true, false]) {
    expect(button().matches(':enabled')).toBe(isTicked);
    expect(confirmation()).toHaveAccessibleDescription(
      isTicked
        ? 'The button below works now: it sends your request.'
        : 'The button below works once this box is ticked.',
    );
    await userEvent.click(confirmation());
  }
  await userEvent.click(confirmation());
  await userEvent.type(field('Contact email'), '{Enter}');
  fireEvent.submit(screen.getByRole('form', { name: 'Account deletion request' }));
  expect(requestDeletion).not.toHaveBeenCalled();
  expect(confirmation()).toBeInvalid();
});

test('§4 §8 the form shows that a request is being sent, and that sending has failed', async () => {
  let fail: (reason: unknown) => void = () => undefined;
  jest.mocked(requestDeletion).mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  await enter(emails(), 'ada@example.com');
  await userEvent.click(confirmation());
  await userEvent.click(button());
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  fail(new Error('No answer'));
  const failure =
    'Submission Failed — There was an error processing your request. Please try again or contact support.';
  expect(await screen.findByText(failure)).toBeVisible();
});
