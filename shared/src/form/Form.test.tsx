import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { ApiError } from '../api/ApiError';
import { PENDING_ATTRIBUTE } from '../remote';
import { Form } from './Form';
import { SelectField } from './SelectField';
import { TextAreaField } from './TextAreaField';
import { TextField } from './TextField';
import { useForm } from './useForm';

type Send = (values: Record<'email' | 'reason' | 'topic', string>) => Promise<void>;

const rules = {
  email: { required: 'Email is required', email: 'Not an email address' },
  reason: { required: 'Reason is required', limit: { characters: 20, message: 'Reason is too long' } },
  topic: {},
};

const send = jest.fn<Send>();

function Sample() {
  const form = useForm({ name: 'sample', rules, send });
  return (
    <>
      <Form
        form={form}
        label="Sample"
        email="help@example.com"
        success="Sent."
        failure="Not sent."
        note="Only for this."
        button={<button disabled={!form.canSubmit}>Send</button>}
      >
        <TextField field={form.field('email')} label="Email" type="email" autoComplete="email" />
        <TextAreaField field={form.field('reason')} label="Reason" />
        <SelectField field={form.field('topic')} label="Topic" options={[['a', 'Topic A']]} />
      </Form>
      <a href="#elsewhere">Elsewhere</a>
    </>
  );
}

const email = () => screen.getByRole('textbox', { name: 'Email' });
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
const topic = () => screen.getByRole('combobox', { name: 'Topic' });
const button = () => screen.getByRole('button', { name: 'Send' });

async function fillIn() {
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(reason(), 'Because');
}

/** A send that ends when the test says so. */
function sendLater() {
  let arrive: () => void;
  let fail: (reason: unknown) => void;
  const ending = new Promise<void>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  send.mockReturnValueOnce(ending);
  const settle = (end: () => void) =>
    act(async () => {
      end();
      await ending.catch(() => undefined);
    });
  return { arrive: () => settle(() => arrive()), fail: (reason: unknown) => settle(() => fail(reason)) };
}

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  send.mockResolvedValue(undefined);
});

describe('before scripts have run', () => {
  const html = renderToString(<Sample />);
  const page = document.createElement('div');
  page.innerHTML = html;

  test('its fields can be typed in, its button waits, the shell has a place for bad news, and it says where to write', () => {
    for (const field of page.querySelectorAll('input, textarea, select')) expect(field).toBeEnabled();
    expect(page.querySelectorAll('button')).toHaveLength(1);
    expect(page.querySelector('button')).toBeDisabled();
    expect(page.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeEmptyDOMElement();
    expect(page.querySelector('noscript')?.innerHTML).toContain('mailto:help@example.com');
    expect(html).not.toContain('style=');
  });

  test('what need not be filled in says so, and an address is read from left to right in every language', () => {
    const labels = [...page.querySelectorAll('label')].map(({ parentElement }) => parentElement?.textContent);
    expect(labels.map((text) => /Optional/.test(text ?? ''))).toEqual([false, false, true]);
    expect(page.querySelector('input')).not.toHaveAttribute('dir');
    expect(page.querySelector('textarea')).toHaveAttribute('dir', 'auto');
  });

  test('nothing of it could be submitted natively', () => {
    const form = page.querySelector('form');
    expect(form).not.toHaveAttribute('action');
    expect(form).toHaveAttribute('method', 'dialog');
    expect(form).toHaveAttribute('novalidate');
  });

  /** Hydrates the prerendered page, into whose fields something may have been entered. */
  async function hydrate(enter: (form: HTMLFormElement) => void = () => undefined) {
    const root = document.createElement('div');
    root.innerHTML = html;
    document.body.append(root);
    enter(screen.getByRole('form', { name: 'Sample' }));
    const onRecoverableError = jest.fn();
    hydrated = await act(() => hydrateRoot(root, <Sample />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    return root;
  }
  let hydrated: Root | undefined;
  afterEach(() => {
    act(() => hydrated?.unmount());
    document.body.replaceChildren();
  });

  test.each([
    ['no kept entries', {}],
    ['kept entries', { email: 'ada@example.com', topic: 'a' }],
  ])('hydration finds what was prerendered, with %s, and opens the form', async (_, kept) => {
    sessionStorage.setItem('form:sample', JSON.stringify(kept));
    const root = await hydrate();
    expect(button()).toBeEnabled();
    expect(root.querySelector('noscript')).toBeNull();
    expect(root.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(email()).toHaveValue('email' in kept ? kept.email : '');
  });

  test('what was entered before is what the form holds, and goes before what was kept', async () => {
    sessionStorage.setItem('form:sample', '{"email":"old@example.com","topic":"a"}');
    await hydrate(({ elements }) => {
      (elements.namedItem('email') as HTMLInputElement).value = 'ada@example.com';
      (elements.namedItem('reason') as HTMLTextAreaElement).value = 'Line 1\nLine 2';
    });
    expect(email()).toHaveValue('ada@example.com');
    expect(topic()).toHaveValue('a');
    await userEvent.click(button());
    expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Line 1\nLine 2', topic: 'a' }]]);
  });

  test('§5 of what was entered before, what goes beyond the limit is cut, and the form says so', async () => {
    await hydrate(({ elements }) => {
      (elements.namedItem('reason') as HTMLTextAreaElement).value = '👋'.repeat(30);
      (elements.namedItem('topic') as HTMLSelectElement).value = 'a';
    });
    expect(reason()).toHaveValue('👋'.repeat(20));
    expect(screen.getByText('Reason is too long')).toBeVisible();
    expect(topic()).toHaveValue('a');
    expect(sessionStorage.getItem('form:sample')).toContain('"topic":"a"');
  });
});

describe('§5 rules are checked on submit', () => {
  test('if one fails nothing is sent, each wrong field says why, and the first one has the focus', async () => {
    render(<Sample />);
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
  });

  test('the first wrong field is the first one of the page', async () => {
    render(<Sample />);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(button());
    expect(reason()).toHaveFocus();
    expect(screen.getByText('1 field needs your attention')).toBeInTheDocument();
  });

  test('§4 typing in a field clears the error of that field alone', async () => {
    render(<Sample />);
    await userEvent.click(button());
    await userEvent.type(reason(), 'B');
    expect(screen.queryByText('Reason is required')).toBeNull();
    expect(reason()).toBeValid();
    expect(reason()).toHaveFocus();
    expect(screen.getByText('Email is required')).toBeVisible();
  });

  test('a second refusal brings the focus back', async () => {
    render(<Sample />);
    await userEvent.click(button());
    await userEvent.click(button());
    expect(email()).toHaveFocus();
  });
});

describe('§4 submitting', () => {
  test('sends the entries without white space around them, once, whatever is clicked or pressed', async () => {
    const sending = sendLater();
    render(<Sample />);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(reason(), '  Because \n');
    await userEvent.selectOptions(topic(), 'Topic A');
    await userEvent.dblClick(button());
    await userEvent.type(email(), '{Enter}');
    fireEvent.submit(screen.getByRole('form', { name: 'Sample' }));
    expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', reason: 'Because', topic: 'a' }]]);
    await sending.arrive();
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('two submits in the same moment send once', async () => {
    const sending = sendLater();
    sessionStorage.setItem('form:sample', '{"email":"ada@example.com","reason":"Because"}');
    render(<Sample />);
    act(() => {
      for (let clicks = 0; clicks < 2; clicks += 1) button().click();
    });
    expect(send).toHaveBeenCalledTimes(1);
    await sending.arrive();
  });

  test('what is entered meanwhile is not taken', async () => {
    const sending = sendLater();
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    expect(reason()).toHaveAttribute('readonly');
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(topic()).toHaveValue('');
    await sending.fail(new ApiError({ status: 500 }));
    expect(reason()).not.toHaveAttribute('readonly');
    expect(reason()).toHaveValue('Because');
  });

  test('the page stays where it is', async () => {
    render(<Sample />);
    await fillIn();
    const notPrevented = fireEvent.submit(screen.getByRole('form', { name: 'Sample' }));
    expect(notPrevented).toBe(false);
    expect(await screen.findByText('Sent.')).toBeVisible();
  });
});

describe('§4 success', () => {
  test('the notice has the focus, the form and its errors are cleared, and so is what was kept', async () => {
    render(<Sample />);
    await fillIn();
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(sessionStorage).toHaveLength(1);
    await userEvent.click(button());
    expect(screen.getByText('Sent.').parentElement).toHaveFocus();
    expect(screen.getByText('Sent.').parentElement).toHaveClass('success');
    expect(screen.getByText('Sent.').closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    for (const field of [email(), reason(), topic()]) {
      expect(field).toHaveValue('');
      expect(field).toBeValid();
    }
    expect(sessionStorage).toHaveLength(0);
  });

  test('the notice goes with the next submit, sent or refused', async () => {
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    await userEvent.type(email(), 'x');
    expect(screen.getByText('Sent.')).toBeVisible();
    await userEvent.click(button());
    expect(screen.queryByText('Sent.')).toBeNull();
  });

  test('the second click of a double click, which finds the form cleared, is no submit of it', async () => {
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    await userEvent.click(button());
    expect(screen.getByText('Sent.')).toBeVisible();
    jest.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 1000);
    await userEvent.click(button());
    expect(screen.queryByText('Sent.')).toBeNull();
    expect(email()).toHaveAccessibleDescription('Email is required');
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('whoever has gone elsewhere keeps the focus', async () => {
    const sending = sendLater();
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    act(() => screen.getByRole('link', { name: 'Elsewhere' }).focus());
    await sending.arrive();
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveFocus();
  });

  // Browsers take it from a button that is disabled, and some give that of a click to what is around the button.
  test.each([
    ['what is around the form', 'MAIN'],
    ['the page', 'BODY'],
  ])('whoever has lost the focus to %s meanwhile gets it at the notice', async (_, holder) => {
    const sending = sendLater();
    render(
      <main tabIndex={-1}>
        <Sample />
      </main>,
    );
    await fillIn();
    await userEvent.click(button());
    act(() => screen.getByRole('main').focus());
    if (holder === 'BODY') act(() => screen.getByRole('main').blur());
    expect(document.activeElement?.tagName).toBe(holder);
    await sending.arrive();
    expect(screen.getByText('Sent.').parentElement).toHaveFocus();
  });
});

describe('§4 a visitor who leaves the page while something is being sent', () => {
  async function sendAndLeave() {
    const sending = sendLater();
    const { unmount } = render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    unmount();
    return sending;
  }

  test('finds it still being sent when coming back, and it is sent once', async () => {
    const sending = await sendAndLeave();
    render(<Sample />);
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
    const { unmount } = render(<Sample />);
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(document.body).toHaveFocus();
    expect(email()).toHaveValue('');
    expect(button()).toBeEnabled();
    unmount();
    render(<Sample />);
    expect(screen.queryByText('Sent.')).toBeNull();
  });

  test('finds the notice of a failure when coming back, with every entry and what is wrong with it', async () => {
    const sending = await sendAndLeave();
    const response = { data: { reason: { code: 'validation_required' } } };
    await sending.fail(new ApiError({ status: 400, response }));
    render(<Sample />);
    expect(screen.getByText('Not sent.')).toBeVisible();
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveAccessibleDescription('Reason is required 7/20');
    expect(document.body).toHaveFocus();
  });
});

describe('§4 the place of the notices', () => {
  test('says what happens to the entries, until there is a notice', async () => {
    render(<Sample />);
    expect(screen.getByText('Only for this.')).toBeVisible();
    await fillIn();
    await userEvent.click(button());
    expect(screen.queryByText('Only for this.')).toBeNull();
    await userEvent.type(email(), 'x');
    await userEvent.click(button());
    expect(screen.getByText('Only for this.')).toBeVisible();
  });
});

describe('§4 failure', () => {
  test('the notice has the focus and every entry is kept', async () => {
    send.mockRejectedValueOnce(new ApiError({ status: 500 }));
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    const notice = screen.getByText('Not sent.').parentElement;
    expect(screen.getByRole('alert')).toContainElement(notice);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not sent\.$/);
    expect(notice).toHaveFocus();
    expect(notice).toHaveClass('error');
    expect(notice).toHaveAttribute('tabindex', '-1');
    expect(notice?.children).toHaveLength(1);
    expect(screen.queryByText('Only for this.')).toBeNull();
    for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveValue('Because');
    expect(screen.queryByText('Sent.')).toBeNull();
  });

  test('what can be done is said besides the notice', async () => {
    send.mockRejectedValueOnce(new ApiError({ status: 429 }));
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    expect(screen.getByText('Not sent.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again in a moment.');
  });

  test('the backend’s errors land on their fields, and the first one has the focus', async () => {
    send.mockRejectedValueOnce(
      new ApiError({
        status: 400,
        response: {
          data: { reason: { code: 'validation_required' }, topic: { code: 'validation_invalid_value' } },
        },
      }),
    );
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent.');
    expect(reason()).toHaveFocus();
    expect(reason()).toHaveAccessibleDescription('Reason is required 7/20');
    expect(topic()).toHaveAccessibleDescription('This could not be accepted. Please check it.');
    await userEvent.selectOptions(topic(), 'Topic A');
    expect(topic()).toBeValid();
  });

  test('anything that is thrown is a failure, and the form can be sent again', async () => {
    send.mockRejectedValueOnce(new TypeError('broken'));
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    expect(screen.getByText('Not sent.')).toBeVisible();
    await userEvent.click(button());
    expect(screen.getByText('Sent.')).toBeVisible();
    expect(send).toHaveBeenCalledTimes(2);
  });
});

describe('entries across a reload', () => {
  test('are there again, also after a failure', async () => {
    send.mockRejectedValueOnce(new ApiError());
    const { unmount } = render(<Sample />);
    await fillIn();
    await userEvent.selectOptions(topic(), 'Topic A');
    await userEvent.click(button());
    unmount();
    render(<Sample />);
    expect(email()).toHaveValue('ada@example.com');
    expect(reason()).toHaveValue('Because');
    expect(topic()).toHaveValue('a');
  });

  test('are looked at with care: of another type they are empty, too long ones are cut', () => {
    const kept = { email: { a: 1 }, reason: '👋'.repeat(30), topic: null, other: 'x' };
    sessionStorage.setItem('form:sample', JSON.stringify(kept));
    render(<Sample />);
    expect(email()).toHaveValue('');
    expect(reason()).toHaveValue('👋'.repeat(20));
    expect(topic()).toHaveValue('');
  });

  test('are not, where storage is blocked; the form works', async () => {
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    render(<Sample />);
    await fillIn();
    await userEvent.click(button());
    expect(screen.getByText('Sent.')).toBeVisible();
  });
});
