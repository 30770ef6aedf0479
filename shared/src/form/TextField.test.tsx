import { describe, expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TextField } from './TextField';

const message = 'Name must be 100 characters or less';

function Name({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  const rules = { required: 'Full name is required', limit: { characters: 100, message } };
  return (
    <TextField
      field={{ id: 'x-name', name: 'name', value, rules, error, readOnly: false, change: setValue }}
      label="Full name"
      autoComplete="name"
    />
  );
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' });

async function paste(text: string) {
  await userEvent.click(input());
  await userEvent.paste(text);
}

describe('a field of one line', () => {
  test('is required, for autofill, and for every direction of writing', () => {
    render(<Name />);
    expect(input()).toBeRequired();
    expect(input()).toHaveAttribute('autocomplete', 'name');
    expect(input()).toHaveAttribute('dir', 'auto');
    expect(input()).not.toHaveAttribute('aria-invalid');
    expect(input()).not.toHaveAttribute('aria-describedby');
  });

  test('is tied to its error', () => {
    render(<Name error="Full name is required" />);
    expect(input()).toBeInvalid();
    expect(input()).toHaveAccessibleDescription('Full name is required');
    expect(screen.getByText('Full name is required')).toBeVisible();
  });
});

describe('§5 typing beyond the limit is refused', () => {
  test('the hundredth character is taken, the next one is not, and the limit says why', async () => {
    render(<Name />);
    await paste('a'.repeat(99));
    await userEvent.type(input(), 'b');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await userEvent.type(input(), 'c');
    expect(input()).toHaveValue('a'.repeat(99) + 'b');
    expect(screen.getByRole('status')).toHaveTextContent(message);
    expect(input()).not.toHaveAttribute('aria-invalid');
    await userEvent.type(input(), '{Backspace}');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('a word that an input method is composing is cut only when it is finished', async () => {
    render(<Name />);
    await paste('a'.repeat(99));
    fireEvent.compositionStart(input());
    fireEvent.input(input(), { target: { value: 'a'.repeat(99) + 'にほ' }, isComposing: true });
    expect(input()).toHaveValue('a'.repeat(99) + 'にほ');
    fireEvent.compositionEnd(input());
    expect(input()).toHaveValue('a'.repeat(99) + 'に');
    expect(screen.getByRole('status')).toHaveTextContent(message);
  });
});
