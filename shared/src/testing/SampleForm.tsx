import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from '../form/Form';
import { SelectField } from '../form/SelectField';
import { TextAreaField } from '../form/TextAreaField';
import { TextField } from '../form/TextField';
import { useForm } from '../form/useForm';

const rules = {
  email: { required: 'Email is required', email: 'Not an email address' },
  reason: { required: 'Reason is required', limit: { characters: 20, message: 'Reason is too long' } },
  topic: {},
};

/** What the form sends its entries by. */
export const send = jest.fn<(values: Record<'email' | 'reason' | 'topic', string>) => Promise<void>>();

/** A form of three fields, kept as `form:sample`, with a link behind it. */
export function SampleForm() {
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
        next={<p>We answer soon.</p>}
        button={['Send', 'Sending...']}
      >
        <TextField field={form.field('email')} label="Email" type="email" autoComplete="email" />
        <TextAreaField field={form.field('reason')} label="Reason" />
        <SelectField field={form.field('topic')} label="Topic" options={[['a', 'Topic A']]} />
      </Form>
      <a href="#elsewhere">Elsewhere</a>
    </>
  );
}

export const email = () => screen.getByRole('textbox', { name: 'Email' });
export const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
export const topic = () => screen.getByRole('combobox', { name: 'Topic' });
export const button = () => screen.getByRole('button', { name: /Send/ });

/** Fills in what is required, and sends it. */
export async function fillInAndSend(): Promise<void> {
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(reason(), 'Because');
  await userEvent.click(button());
}

/** A send that ends when the test says so. */
export function sendLater() {
  let arrive: () => void = () => undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    [arrive, fail] = [resolve, reject];
  });
  send.mockReturnValueOnce(promise);
  const settle = (end: () => void) =>
    act(async () => {
      end();
      await promise.catch(() => undefined);
    });
  return { arrive: () => settle(() => arrive()), fail: (reason: unknown) => settle(() => fail(reason)) };
}
