import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CheckboxField } from './CheckboxField';
import { Form } from './Form';
import { useForm } from './useForm';

const rules = { terms: { required: 'Please agree', draft: false as const }, news: {} };
const send = jest.fn<(values: Record<'terms' | 'news', string>) => Promise<void>>();

function Sample() {
  const form = useForm({ name: 'sample', rules, send });
  return (
    <Form
      form={form}
      label="Sample"
      email="help@example.com"
      success="Sent."
      failure="Not sent."
      note="Only for this."
      next={<p>We answer soon.</p>}
      button={['Send', 'Sending...']}
    >
      <CheckboxField field={form.field('terms')} label="I agree" hint="To what stands above." />
      <CheckboxField field={form.field('news')} label="Send me news" hint="Once a month." />
    </Form>
  );
}

const terms = () => screen.getByRole('checkbox', { name: 'I agree' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  send.mockResolvedValue(undefined);
});

describe('a box to tick', () => {
  test('is not ticked at first, has its label and its hint, and says whether it must be ticked', () => {
    render(<Sample />);
    expect(terms()).not.toBeChecked();
    expect(terms()).toHaveAccessibleDescription('To what stands above.');
    expect(terms()).toBeRequired();
    // Browsers tick again after a reload what was ticked, unless they are told not to.
    expect(terms()).toHaveAttribute('autocomplete', 'off');
    expect(screen.getByRole('checkbox', { name: 'Send me news' })).not.toBeRequired();
  });

  test('is refused while it has to be ticked and is not; ticking it clears the error', async () => {
    render(<Sample />);
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(terms()).toBeInvalid();
    expect(terms()).toHaveFocus();
    expect(terms()).toHaveAccessibleDescription('Please agree To what stands above.');
    await userEvent.click(terms());
    expect(terms()).toBeValid();
    expect(screen.queryByText('Please agree')).toBeNull();
  });

  test('is sent as "yes" or as an empty text, and is not ticked any more after a success', async () => {
    render(<Sample />);
    await userEvent.click(terms());
    await submit();
    expect(send.mock.calls).toEqual([[{ terms: 'yes', news: '' }]]);
    expect(terms()).not.toBeChecked();
  });

  test('is ticked again after a reload, unless its rules say that it is to be ticked each time', async () => {
    const { unmount } = render(<Sample />);
    await userEvent.click(terms());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Send me news' }));
    unmount();
    expect(sessionStorage.getItem('form:sample')).toBe('{"terms":"","news":"yes"}');
    render(<Sample />);
    expect(terms()).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Send me news' })).toBeChecked();
  });
});
