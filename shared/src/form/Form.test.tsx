import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../api/ApiError';
import { PENDING_ATTRIBUTE } from '../contract';
import { Field } from './Field';
import { Form } from './Form';
import { useForm } from './useForm';

const rules = {
  email: { required: 'Email is required', email: 'Not an email address' },
  reason: { required: 'Reason is required', limit: { characters: 20, message: 'Reason is too long' } },
  topic: {},
};
const send = jest.fn<(values: Record<keyof typeof rules, string>) => Promise<void>>();

function Sample() {
  const form = useForm({ name: 'sample', rules, send });
  return (
    <main tabIndex={-1}>
      <Form
        form={form}
        label="Sample"
        email="help@example.com"
        success="Sent."
        failure="Not sent."
        note="Only for this."
        next={<p>We answer soon.</p>}
        button={{ send: 'Send', sending: 'Sending...', again: 'Send another' }}
      >
        <Field kind="line" field={form.field('email')} label="Email" autoComplete="email" />
        <Field kind="text" field={form.field('reason')} label="Reason" />
        <Field kind="choice" field={form.field('topic')} label="Topic" options={[['a', 'Topic A']]} />
      </Form>
      <a href="#elsewhere">Elsewhere</a>
    </main>
  );
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason');
const topic = () => screen.getByLabelText<HTMLSelectElement>('Topic');
const button = () => screen.getByRole('button', { name: /Send/ });
const form = () => screen.getByRole('form', { name: 'Sample' });
const success = () => screen.queryByText('Sent.');

async function fillInAndSend(): Promise<void> {
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(reason(), 'Because');
  await userEvent.click(button());
}

/**
 * Makes the next call to `send` wait until the returned function is called. If that function is called with an error, `send`
 * fails with this error.
 */
function sendLater(): (error?: Error) => Promise<void> {
  let end: (error?: Error) => void;
  send.mockReturnValueOnce(
    new Promise((resolve, reject) => (end = (error) => (error ? reject(error) : resolve()))),
  );
  return (error) => act(() => Promise.resolve(end(error)));
}

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  send.mockResolvedValue(undefined);
});

test('a form whose scripts have run has no notice about missing scripts', () => {
  const { container } = render(<Sample />);
  expect(container.querySelector(`noscript, [${PENDING_ATTRIBUTE}]`)).toBeNull();
});

test('§5 an invalid form is not sent: wrong fields show errors, and the first receives focus', async () => {
  render(<Sample />);
  // This value is not an email address. The browser still fires `submit`, because the form turns off native validation.
  await userEvent.type(email(), 'ada');
  expect(email()).not.toHaveAttribute('aria-invalid');
  await userEvent.click(button());
  expect(send).not.toHaveBeenCalled();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription('Not an email address');
  expect(reason()).toHaveAccessibleDescription('Reason is required 0/20');
  expect(topic()).toBeValid();
  expect(screen.getByText('2 fields need your attention')).toHaveAttribute('role', 'status');
  await userEvent.click(button());
  expect(email()).toHaveFocus();
});

test('§5 the browser refuses what is typed or pasted beyond a limit, and a full field says so', async () => {
  render(<Sample />);
  expect(reason()).toHaveAttribute('maxlength', '20');
  expect(email()).not.toHaveAttribute('maxlength');
  await userEvent.click(reason());
  await userEvent.paste('x'.repeat(30));
  expect(reason()).toHaveValue('x'.repeat(20));
  expect(reason()).toHaveAccessibleDescription('20/20');
  expect(screen.getByText('Reason is too long')).toBeVisible();
  await userEvent.type(reason(), '{Backspace}');
  expect(screen.queryByText('Reason is too long')).toBeNull();
});

test('§5 typing into a field clears its error, but no other error', async () => {
  render(<Sample />);
  await userEvent.click(button());
  expect(email()).toBeInvalid();
  await userEvent.type(email(), 'a@b.example');
  expect(email()).toBeValid();
  expect(email()).toHaveFocus();
  expect(reason()).toBeInvalid();
  await userEvent.click(button());
  expect(reason()).toHaveFocus();
  expect(screen.getByText('1 field needs your attention')).toBeInTheDocument();
});

test('§4 entries are cleaned and sent once, however often the visitor submits', async () => {
  const endSending = sendLater();
  render(<Sample />);
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(reason(), '  Be\u200bcause \n');
  act(() => {
    for (let clicks = 0; clicks < 2; clicks += 1) button().click();
  });
  await userEvent.type(email(), '{Enter}');
  expect(fireEvent.submit(form())).toBe(false);
  await endSending(new TypeError('broken'));
  expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Because', topic: '' }]]);
  expect(screen.getByRole('alert').textContent).toBe('Not sent.');
});

test('§4 entries cannot be changed while they are being sent', async () => {
  const endSending = sendLater();
  render(<Sample />);
  await fillInAndSend();
  expect(screen.getByText('Sending...', { selector: '[role="status"]' })).toBeInTheDocument();
  expect(reason()).toHaveAttribute('readonly');
  expect(topic()).toBeDisabled();
  await endSending(new TypeError('broken'));
  expect(reason()).not.toHaveAttribute('readonly');
  expect(topic()).toBeEnabled();
});

test('§4 a success notice replaces the form and its entries', async () => {
  render(<Sample />);
  expect(screen.getByText('Only for this.')).toBeVisible();
  await userEvent.selectOptions(topic(), 'Topic A');
  await fillInAndSend();
  expect(success()?.parentElement).toHaveClass('success');
  expect(success()?.closest('[role="status"]')).toHaveTextContent('Sent.We answer soon.');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const field of [email(), reason(), topic()]) {
    expect(field).not.toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toBeValid();
  }
  expect(sessionStorage).toHaveLength(0);
  fireEvent.submit(form());
  expect(send).toHaveBeenCalledTimes(1);
});

test('§4 after a success, the visitor can show and send the form again', async () => {
  render(<Sample />);
  await fillInAndSend();
  await userEvent.click(screen.getByRole('button', { name: 'Send another' }));
  expect(success()).toBeNull();
  expect(email()).toBeValid();
  expect(email()).toBeVisible();
  await fillInAndSend();
  expect(success()).toBeVisible();
  expect(send).toHaveBeenCalledTimes(2);
});

// When the clicked button is disabled, it loses focus. Some browsers then focus an ancestor of the button.
test.each([
  ['moves from an element around the form to the notice', 'main'],
  ['stays on an element elsewhere on the page', 'link'],
])('§4 when a submission ends, the focus %s', async (_, holder) => {
  const endSending = sendLater();
  render(<Sample />);
  await fillInAndSend();
  act(() => screen.getByRole(holder).focus());
  await endSending();
  expect(holder === 'link' ? screen.getByRole('link') : success()?.parentElement).toHaveFocus();
});

test('§4 if the visitor leaves the page and returns, a submission continues and shows its result', async () => {
  const endSending = sendLater();
  const left = render(<Sample />);
  await fillInAndSend();
  left.unmount();
  const back = render(<Sample />);
  expect(button()).toBeDisabled();
  expect(email()).toHaveValue('ada@example.com');
  fireEvent.submit(form());
  expect(send).toHaveBeenCalledTimes(1);
  back.unmount();
  const response = { data: { reason: { code: 'validation_required' } } };
  await endSending(new ApiError({ status: 400, response }));
  render(<Sample />);
  expect(screen.getByText('Not sent.')).toBeVisible();
  expect(email()).toHaveValue('ada@example.com');
  expect(reason()).toHaveAccessibleDescription('Reason is required 7/20');
  expect(document.body).toHaveFocus();
});

test('§8 a failure notice says what to do, and receives focus', async () => {
  send.mockRejectedValueOnce(new ApiError({ status: 429 }));
  render(<Sample />);
  await fillInAndSend();
  const notice = screen.getByText('Not sent.').parentElement;
  expect(screen.getByRole('alert')).toContainElement(notice);
  expect(screen.getByRole('alert').textContent).toBe(
    'Not sent.Too many messages came in at once. Please try again in a moment.' +
      'If you can’t wait, write to help@example.com. What you’ve typed stays here.',
  );
  expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
  expect(notice).toHaveFocus();
  expect(notice).toHaveClass('error');
  expect(screen.queryByText('Only for this.')).toBeNull();
  for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
});

test.each([
  ['the response is late', { originalError: { code: 'ECONNABORTED' } }],
  ['a network’s sign-in page answers', { status: 200 }],
])('§4 if %s, the form says that the message may have arrived, and keeps the text', async (_, failure) => {
  send.mockRejectedValueOnce(new ApiError(failure));
  const { unmount } = render(<Sample />);
  await fillInAndSend();
  const unknown = () => screen.queryByText(/couldn’t confirm that your message arrived/);
  expect(unknown()?.parentElement).toHaveFocus();
  expect(screen.queryByText('Not sent.')).toBeNull();
  expect(reason()).toHaveValue('Because');
  unmount();
  render(<Sample />);
  expect(unknown()).toBeVisible();
  await userEvent.click(button());
  expect(success()).toBeVisible();
});

test('§4 entries survive a failure and a reload, and can be sent again', async () => {
  send.mockRejectedValueOnce(new ApiError({ status: 429 }));
  const { unmount } = render(<Sample />);
  await userEvent.selectOptions(topic(), 'Topic A');
  await fillInAndSend();
  unmount();
  render(<Sample />);
  await userEvent.click(button());
  expect(success()).toBeVisible();
  const entries = { email: 'ada@example.com', reason: 'Because', topic: 'a' };
  expect(send.mock.calls).toEqual([[entries], [entries]]);
});

describe('entries that other software changes without an event', () => {
  test('§4 changed entries survive typing in another field, and are sent', async () => {
    render(<Sample />);
    email().value = 'ada@example.com';
    topic().value = 'a';
    await userEvent.type(reason(), 'Becuase');
    expect(email()).toHaveValue('ada@example.com');
    reason().value = 'Because';
    await userEvent.click(button());
    expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Because', topic: 'a' }]]);
    expect(success()).toBeVisible();
  });

  test('§5 a changed entry is checked, its length is shown, and its error is cleared', async () => {
    render(<Sample />);
    reason().value = 'x'.repeat(21);
    await userEvent.click(button());
    expect(reason()).toHaveAccessibleDescription('Reason is too long 21/20');
    expect(email()).toHaveAccessibleDescription('Email is required');
    reason().value = 'Because';
    await userEvent.hover(button());
    expect(reason()).toHaveAccessibleDescription('7/20');
    expect(email()).toHaveAccessibleDescription('Email is required');
  });

  test('§5 the draft contains changed entries', () => {
    const { unmount } = render(<Sample />);
    reason().value = 'Because';
    topic().value = 'a';
    unmount();
    render(<Sample />);
    expect(reason()).toHaveValue('Because');
    expect(topic()).toHaveValue('a');
  });

  test('§4 if a field has been removed from the form, its last known entry is sent', async () => {
    render(<Sample />);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(reason(), 'Because');
    reason().remove();
    await userEvent.click(button());
    expect(send).toHaveBeenCalledWith({ email: 'ada@example.com', reason: 'Because', topic: '' });
  });
});

describe('replacement by other software', () => {
  const replaceForm = () => form().replaceWith(form().cloneNode(true));

  test('§4 a form that was replaced with a copy is put back with its entries', async () => {
    render(<Sample />);
    await userEvent.type(email(), 'ada@example.com');
    const own = form();
    replaceForm();
    await waitFor(() => expect(form()).toBe(own));
    await userEvent.type(reason(), 'Because');
    await userEvent.click(button());
    expect(success()).toBeVisible();
  });

  test('§4 a form that is replaced again and again is put back at most three times', async () => {
    render(<Sample />);
    const own = form();
    for (const isBack of [true, true, true, false]) {
      replaceForm();
      await act(() => Promise.resolve());
      expect(form() === own).toBe(isBack);
    }
  });
});

describe('drafts', () => {
  test.each([
    ['{', ''],
    ['null', ''],
    ['{"email":{"a":1},"reason":null,"other":"x"}', ''],
    [`{"reason":"${'👋'.repeat(11)}"}`, '👋'.repeat(11)],
  ])('§5 the draft %s restores only texts, and a text that is too long is not sent', async (kept, held) => {
    sessionStorage.setItem('form:sample', kept);
    render(<Sample />);
    expect(email()).toHaveValue('');
    expect(reason()).toHaveValue(held);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(button());
    expect(reason()).toHaveAccessibleDescription(
      held ? 'Reason is too long 22/20' : 'Reason is required 0/20',
    );
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    ['blocked', () => jest.spyOn(window, 'sessionStorage', 'get')],
    ['full', () => jest.spyOn(Storage.prototype, 'setItem')],
  ])('the form works without a draft if storage is %s', async (_what, part) => {
    part().mockImplementation(() => {
      throw new DOMException('No', 'QuotaExceededError');
    });
    render(<Sample />);
    await fillInAndSend();
    expect(success()).toBeVisible();
  });
});
