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

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  send.mockResolvedValue(undefined);
});

describe('§5 rules are checked on submit', () => {
  test('if one fails nothing is sent, each wrong field says why, and the first one of the page has the focus', async () => {
    render(<SampleForm />);
    await userEvent.type(email(), 'a@b');
    expect(email()).toBeValid();
    await userEvent.click(button());
    expect(send).not.toHaveBeenCalled();
    expect(email()).toHaveFocus();
    expect(email()).toBeInvalid();
    expect(email()).toHaveAccessibleDescription('Not an email address');
    expect(reason()).toBeInvalid();
    expect(reason()).toHaveAccessibleDescription('Reason is required 0/20');
    expect(topic()).toBeValid();
    expect(screen.getByText('2 fields need your attention')).toHaveAttribute('role', 'status');
    await userEvent.click(button());
    expect(email()).toHaveFocus();
  });

  test('§4 typing in a field clears the error of that field alone', async () => {
    render(<SampleForm />);
    await userEvent.click(button());
    await userEvent.type(email(), 'ada@example.com');
    expect(email()).toBeValid();
    expect(email()).toHaveFocus();
    expect(screen.getByText('Reason is required')).toBeVisible();
    await userEvent.click(button());
    expect(reason()).toHaveFocus();
    expect(screen.getByText('1 field needs your attention')).toBeInTheDocument();
  });
});

describe('§4 submitting', () => {
  test('sends the entries without white space around them, once, whatever is clicked or pressed; the page stays', async () => {
    const sending = sendLater();
    render(<SampleForm />);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(reason(), '  Because \n');
    await userEvent.selectOptions(topic(), 'Topic A');
    act(() => {
      for (let clicks = 0; clicks < 2; clicks += 1) button().click();
    });
    await userEvent.type(email(), '{Enter}');
    expect(fireEvent.submit(screen.getByRole('form', { name: 'Sample' }))).toBe(false);
    expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Because', topic: 'a' }]]);
    await sending.arrive();
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('what is entered meanwhile is not taken', async () => {
    const sending = sendLater();
    render(<SampleForm />);
    await fillInAndSend();
    expect(screen.getByText('Sending...', { selector: '[role="status"]' })).toBeInTheDocument();
    expect(reason()).toHaveAttribute('readonly');
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(topic()).toHaveValue('');
    await sending.fail(new ApiError({ status: 500 }));
    expect(reason()).not.toHaveAttribute('readonly');
    expect(reason()).toHaveValue('Because');
  });
});

describe('§4 success', () => {
  test('the notice takes the place of the form and the focus, with what happens next; the form, its errors and what was kept are cleared', async () => {
    render(<SampleForm />);
    expect(screen.getByText('Only for this.')).toBeVisible();
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(sessionStorage).toHaveLength(1);
    await fillInAndSend();
    expect(screen.getByText('Sent.').parentElement).toHaveFocus();
    expect(screen.getByText('Sent.').parentElement).toHaveClass('success');
    expect(screen.getByText('Sent.').closest('[role="status"]')).not.toBeNull();
    expect(screen.getByText('Sent.').parentElement).toHaveTextContent('Sent.We answer soon.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Only for this.').closest('[inert]')).not.toBeNull();
    for (const field of [email(), reason(), topic()]) {
      expect(field.closest('[inert]')).not.toBeNull();
      expect(field).toHaveValue('');
      expect(field).toBeValid();
    }
    expect(sessionStorage).toHaveLength(0);
  });

  test('nothing more is sent until the visitor asks for the form again, which has the focus in its first field', async () => {
    render(<SampleForm />);
    await fillInAndSend();
    fireEvent.submit(screen.getByRole('form'));
    expect(send).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Use the form again' }));
    expect(screen.queryByText('Sent.')).toBeNull();
    expect(email()).toHaveFocus();
    expect(email()).toBeValid();
    expect(email().closest('[inert]')).toBeNull();
    await fillInAndSend();
    expect(screen.getByText('Sent.')).toBeVisible();
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
    const notice = screen.getByText('Sent.').parentElement;
    expect(holder === 'A' ? screen.getByRole('link') : notice).toHaveFocus();
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
    expect(reason()).toHaveAttribute('readonly');
    fireEvent.submit(screen.getByRole('form', { name: 'Sample' }));
    expect(send).toHaveBeenCalledTimes(1);
    await sending.arrive();
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(email()).toHaveValue('');
  });

  test('finds the notice of a success when coming back, once, and an empty form; the focus stays', async () => {
    const sending = await sendAndLeave();
    await sending.arrive();
    expect(sessionStorage).toHaveLength(0);
    const { unmount } = render(<SampleForm />);
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(document.body).toHaveFocus();
    expect(email()).toHaveValue('');
    expect(button()).toBeEnabled();
    unmount();
    render(<SampleForm />);
    expect(screen.queryByText('Sent.')).toBeNull();
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
  ])('the notice has the focus, %s; every entry is kept, and can be sent again', async (_, error, words) => {
    send.mockRejectedValueOnce(error);
    render(<SampleForm />);
    await fillInAndSend();
    const notice = screen.getByText('Not sent.').parentElement;
    expect(screen.getByRole('alert')).toContainElement(notice);
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(notice).toHaveFocus();
    expect(notice).toHaveClass('error');
    expect(screen.queryByText('Only for this.')).toBeNull();
    for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveValue('Because');
    await userEvent.click(button());
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('the backend’s errors land on their fields, and the first one has the focus', async () => {
    const data = { reason: { code: 'validation_required' }, topic: { code: 'validation_invalid_value' } };
    send.mockRejectedValueOnce(new ApiError({ status: 400, response: { data } }));
    render(<SampleForm />);
    await fillInAndSend();
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent.');
    expect(reason()).toHaveFocus();
    expect(reason()).toHaveAccessibleDescription('Reason is required 7/20');
    expect(topic()).toHaveAccessibleDescription('This could not be accepted. Please check it.');
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(topic()).toBeValid();
  });
});

describe('entries across a reload', () => {
  test('during a submit are there again, and it is told that nobody knows whether they arrived, until they are sent', async () => {
    const sending = sendLater();
    const { unmount } = render(<SampleForm />);
    await fillInAndSend();
    const kept = sessionStorage.getItem('form:sample') ?? '';
    await sending.arrive();
    unmount();
    sessionStorage.setItem('form:sample', kept);
    render(<SampleForm />).unmount();
    render(<SampleForm />);
    expect(screen.getByRole('alert')).toHaveTextContent(/^The page was reloaded before it was known/);
    expect(document.body).toHaveFocus();
    expect(reason()).toHaveValue('Because');
    await userEvent.click(button());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });

  test('are there again, also after a failure', async () => {
    send.mockRejectedValueOnce(new ApiError());
    const { unmount } = render(<SampleForm />);
    await userEvent.selectOptions(topic(), 'Topic A');
    await fillInAndSend();
    unmount();
    render(<SampleForm />);
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveValue('Because');
    expect(topic()).toHaveValue('a');
  });

  test('§5 are looked at with care: of another type they are empty, too long ones are cut', () => {
    const kept = { email: { a: 1 }, reason: '👋'.repeat(30), topic: null, other: 'x' };
    sessionStorage.setItem('form:sample', JSON.stringify(kept));
    render(<SampleForm />);
    expect(email()).toHaveValue('');
    expect(reason()).toHaveValue('👋'.repeat(20));
    expect(topic()).toHaveValue('');
  });
});
