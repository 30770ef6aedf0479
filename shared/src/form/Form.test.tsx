import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../api/ApiError';
import {
  SampleForm,
  button,
  email,
  fillInAndSend,
  reason,
  send,
  sendLater,
  topic,
} from '../testing/SampleForm';

const success = () => screen.queryByText('Sent.');
const form = () => screen.getByRole('form', { name: 'Sample' });

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  send.mockResolvedValue(undefined);
});

test('§5 if a rule fails nothing is sent, each wrong field says why, the first one has the focus; typing clears the error of its field alone', async () => {
  render(<SampleForm />);
  await userEvent.type(email(), 'a@b');
  expect(email()).toBeValid();
  await userEvent.click(button());
  expect(send).not.toHaveBeenCalled();
  expect(email()).toHaveFocus();
  expect(email()).toBeInvalid();
  expect(email()).toHaveAccessibleDescription('Not an email address');
  expect(reason()).toHaveAccessibleDescription('Reason is required 0/20');
  expect(topic()).toBeValid();
  expect(screen.getByText('2 fields need your attention')).toHaveAttribute('role', 'status');
  await userEvent.click(button());
  expect(email()).toHaveFocus();

  await userEvent.type(email(), '.example');
  expect(email()).toBeValid();
  expect(email()).toHaveFocus();
  expect(reason()).toBeInvalid();
  await userEvent.click(button());
  expect(reason()).toHaveFocus();
  expect(screen.getByText('1 field needs your attention')).toBeInTheDocument();
});

test('§4 entries are sent without white space around them, once, whatever is clicked or pressed, and none is taken meanwhile', async () => {
  const sending = sendLater();
  render(<SampleForm />);
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(reason(), '  Because \n');
  act(() => {
    for (let clicks = 0; clicks < 2; clicks += 1) button().click();
  });
  await userEvent.type(email(), '{Enter}');
  expect(fireEvent.submit(form())).toBe(false);
  expect(screen.getByText('Sending...', { selector: '[role="status"]' })).toBeInTheDocument();
  expect(reason()).toHaveAttribute('readonly');
  await userEvent.selectOptions(topic(), 'Topic A');
  expect(topic()).toHaveValue('');
  await sending.fail(new ApiError({ status: 500 }));
  expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Because', topic: '' }]]);
  expect(reason()).not.toHaveAttribute('readonly');
});

describe('§4 success', () => {
  test('its notice takes the place of the form, which is cleared, and the focus, until the visitor asks for the form again', async () => {
    render(<SampleForm />);
    expect(screen.getByText('Only for this.')).toBeVisible();
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(sessionStorage).toHaveLength(1);
    await fillInAndSend();
    const notice = success()?.parentElement;
    expect(notice).toHaveFocus();
    expect(notice).toHaveClass('success');
    expect(notice?.closest('[role="status"]')).toHaveTextContent('Sent.We answer soon.');
    expect(screen.queryByRole('alert')).toBeNull();
    for (const field of [email(), reason(), topic()]) {
      expect(field.closest('[inert]')).not.toBeNull();
      expect(field).toHaveValue('');
      expect(field).toBeValid();
    }
    expect(sessionStorage).toHaveLength(0);
    fireEvent.submit(form());
    expect(send).toHaveBeenCalledTimes(1);

    await userEvent.click(screen.getByRole('button', { name: 'Use the form again' }));
    expect(success()).toBeNull();
    expect(email()).toHaveFocus();
    expect(email()).toBeValid();
    expect(email().closest('[inert]')).toBeNull();
    await fillInAndSend();
    expect(success()).toBeVisible();
    expect(send).toHaveBeenCalledTimes(2);
  });

  // Browsers take it from a button that is disabled, and some give that of a click to what is around the button.
  test.each([
    ['what is around the form gets it at the notice', 'MAIN'],
    ['the page gets it at the notice', 'BODY'],
    ['something else keeps it there', 'A'],
  ])('whoever has lost the focus to %s', async (_, holder) => {
    const sending = sendLater();
    render(
      <main tabIndex={-1}>
        <SampleForm />
      </main>,
    );
    await fillInAndSend();
    act(() => (holder === 'A' ? screen.getByRole('link') : screen.getByRole('main')).focus());
    if (holder === 'BODY') act(() => screen.getByRole('main').blur());
    expect(document.activeElement?.tagName).toBe(holder);
    await sending.arrive();
    expect(holder === 'A' ? screen.getByRole('link') : success()?.parentElement).toHaveFocus();
  });
});

describe('§4 a visitor who leaves the page while something is being sent', () => {
  async function sendAndLeave() {
    const sending = sendLater();
    const { unmount } = render(<SampleForm />);
    await fillInAndSend();
    unmount();
    return sending;
  }

  test('finds it still being sent when coming back, and it is sent once', async () => {
    const sending = await sendAndLeave();
    render(<SampleForm />);
    expect(button()).toBeDisabled();
    expect(email()).toHaveValue('ada@example.com');
    fireEvent.submit(form());
    expect(send).toHaveBeenCalledTimes(1);
    await sending.arrive();
    expect(success()).toBeVisible();
  });

  test('finds the notice of a failure when coming back, with every entry and what is wrong with it', async () => {
    const sending = await sendAndLeave();
    const response = { data: { reason: { code: 'validation_required' } } };
    await sending.fail(new ApiError({ status: 400, response }));
    render(<SampleForm />);
    expect(screen.getByText('Not sent.')).toBeVisible();
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveAccessibleDescription('Reason is required 7/20');
    expect(document.body).toHaveFocus();
  });
});

describe('§4 failure', () => {
  test.each([
    ['alone, if nothing can be done', new ApiError({ status: 500 }), 'Not sent.'],
    ['alone, whatever is thrown', new TypeError('broken'), 'Not sent.'],
    [
      '§8 and what can be done besides it',
      new ApiError({ status: 429 }),
      'Not sent.Too many messages came in at once. Please try again in a moment.',
    ],
  ])(
    'the notice has the focus, %s; every entry is kept, across a reload too, and can be sent again',
    async (_, error, words) => {
      send.mockRejectedValueOnce(error);
      const { unmount } = render(<SampleForm />);
      await userEvent.selectOptions(topic(), 'Topic A');
      await fillInAndSend();
      const notice = screen.getByText('Not sent.').parentElement;
      expect(screen.getByRole('alert')).toContainElement(notice);
      expect(screen.getByRole('alert').textContent).toBe(words);
      expect(notice).toHaveFocus();
      expect(notice).toHaveClass('error');
      expect(screen.queryByText('Only for this.')).toBeNull();
      for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
      unmount();
      render(<SampleForm />);
      await userEvent.click(button());
      expect(success()).toBeVisible();
      const entries = { email: 'ada@example.com', reason: 'Because', topic: 'a' };
      expect(send.mock.calls).toEqual([[entries], [entries]]);
    },
  );

  test('the backend’s errors land on their fields, and the first one has the focus', async () => {
    const data = { reason: { code: 'validation_required' }, topic: { code: 'validation_invalid_value' } };
    send.mockRejectedValueOnce(new ApiError({ status: 400, response: { data } }));
    render(<SampleForm />);
    await fillInAndSend();
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent.');
    expect(reason()).toHaveFocus();
    expect(topic()).toHaveAccessibleDescription('This could not be accepted. Please check it.');
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(topic()).toBeValid();
  });
});
