import { expect, test } from '@jest/globals';
import { post } from '@site/shared/api/client';
import { renderAt } from '@site/shared/testing/renderAt';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PositionPage } from './PositionPage';

// Uses the global `jest`. If `jest` were imported, the compiler would not move the `mock` call above the other imports.
jest.mock('@site/shared/api/client', () => ({ get: jest.fn(), post: jest.fn() }));

const id = 'careers/PositionPage';
const cook = { id: 'cook', title: 'Cook', place: 'London', text: '<p>For our kitchen.</p>', photo: '' };

test('an application says which position it is for', async () => {
  renderAt('/careers/cook', [{ id, path: '/careers/:positionId', Component: PositionPage }], { [id]: cook });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Cook');
  expect(screen.getByText('For our kitchen.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Your email address'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('About you'), 'I cook.');
  await userEvent.click(screen.getByRole('button', { name: 'Send application' }));
  expect(jest.mocked(post).mock.calls).toEqual([
    [
      '/collections/applications/records',
      { position: 'Cook', name: 'Ada', email: 'ada@example.com', letter: 'I cook.' },
    ],
  ]);
});
