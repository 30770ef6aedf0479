import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { PENDING_ATTRIBUTE } from '../remote';
import { SampleForm, button, email, reason, topic } from '../testing/SampleForm';

beforeEach(() => sessionStorage.clear());

describe('before scripts have run', () => {
  const html = renderToString(<SampleForm />);
  const page = document.createElement('div');
  page.innerHTML = html;

  test('its fields can be typed in, its button waits, the shell has a place for bad news, and it says where to write', () => {
    for (const field of page.querySelectorAll('input, textarea, select')) expect(field).toBeEnabled();
    expect(page.querySelector('button')).toBeDisabled();
    expect(page.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeEmptyDOMElement();
    expect(page.querySelector('noscript')?.innerHTML).toContain('mailto:help@example.com');
    expect(html).not.toContain('style=');
    const labels = [...page.querySelectorAll('label')].map(({ parentElement }) => parentElement?.textContent);
    expect(labels.map((text) => /Optional/.test(text ?? ''))).toEqual([false, false, true]);
    expect(page.querySelector('input')).not.toHaveAttribute('dir');
    expect(page.querySelector('textarea')).toHaveAttribute('dir', 'auto');
  });

  test('§4 nothing of it could be submitted natively', () => {
    const form = page.querySelector('form');
    expect(form).not.toHaveAttribute('action');
    expect(form).toHaveAttribute('method', 'dialog');
    expect(form).toHaveAttribute('novalidate');
  });

  let hydrated: Root | undefined;
  afterEach(() => {
    act(() => hydrated?.unmount());
    document.body.replaceChildren();
  });

  test.each([
    ['nothing was entered or kept', '{}', '', ['', '', '']],
    ['entries were kept', '{"email":"ada@example.com","topic":"a"}', '', ['ada@example.com', '', 'a']],
    [
      'what was kept is too long, or of another type (§5)',
      `{"email":{"a":1},"reason":"${'👋'.repeat(30)}","topic":null,"other":"x"}`,
      '',
      ['', '👋'.repeat(20), ''],
    ],
    [
      'something was entered, which goes before what was kept, and is cut at its limit (§5)',
      '{"reason":"Old","topic":"a"}',
      `Line 1\nLine 2${'👋'.repeat(30)}`,
      ['', `Line 1\nLine 2${'👋'.repeat(7)}`, 'a'],
    ],
  ])('hydration finds what was prerendered, opens the form, and %s', async (_, kept, entered, held) => {
    sessionStorage.setItem('form:sample', kept);
    const root = document.createElement('div');
    root.innerHTML = html;
    document.body.append(root);
    reason().value = entered;
    const onRecoverableError = jest.fn();
    hydrated = await act(() => hydrateRoot(root, <SampleForm />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(button()).toBeEnabled();
    expect(root.querySelector(`noscript, [${PENDING_ATTRIBUTE}]`)).toBeNull();
    [email(), reason(), topic()].forEach((field, index) => expect(field).toHaveValue(held[index]));
    expect(screen.queryAllByText('Reason is too long')).toHaveLength(held[1] ? 1 : 0);
  });
});
