import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderLayout } from '../layout/testing/renderLayout';

describe('§2 unknown route', () => {
  test('shows a designed page, not the default error screen, inside header and footer', async () => {
    await renderLayout('/no-such-page');
    expect(screen.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    expect(screen.queryByText(/Unexpected Application Error/)).not.toBeInTheDocument();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  test('leads home and to the projects', async () => {
    await renderLayout('/no-such-page');
    const page = within(screen.getByRole('main'));
    expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/projects']);
  });

  test('never shows the address', async () => {
    await renderLayout('/call-0800-fraud?really=yes#now');
    expect(document.body).not.toHaveTextContent(/fraud|really/);
  });
});
