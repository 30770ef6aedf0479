import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { objects, OBJECTION } from '@site/shared/field';
import { Objection } from './Objection';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  Object.defineProperty(navigator, 'doNotTrack', { value: null, configurable: true });
});

test('one click stores one flag and nothing else, and another click removes it', async () => {
  render(<Objection />);
  expect(objects()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Don’t send reports' }));
  expect(objects()).toBe(true);
  expect(Object.keys(localStorage)).toEqual([OBJECTION]);
  expect(screen.getByRole('status')).toHaveTextContent('This browser sends us no reports.');
  await userEvent.click(screen.getByRole('button', { name: 'Send reports again' }));
  expect(objects()).toBe(false);
  expect(localStorage).toHaveLength(0);
});

test('the choice is shown after a return', () => {
  localStorage.setItem(OBJECTION, '1');
  render(<Objection />);
  expect(screen.getByRole('button', { name: 'Send reports again' })).toBeEnabled();
});

test('a browser that objects by itself needs no click', () => {
  Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true });
  render(<Objection />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/Your browser has told us/)).toBeVisible();
});

test('if the choice cannot be kept, the visitor learns that nothing is sent', async () => {
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Access is denied.');
    });
  render(<Objection />);
  expect(objects()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Don’t send reports' }));
  expect(screen.getByRole('status')).toHaveTextContent('it sends us no report either');
});
