import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

function mainNavigation() {
  return within(screen.getByRole('navigation', { name: 'Main' }));
}

function menuButton() {
  return screen.getByRole('button', { name: 'Menu' });
}

describe('§2 navigation bar', () => {
  test('has these four links in this order and no other', async () => {
    await renderLayout('/');
    const links = mainNavigation().getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Projects', '/projects'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ]);
  });

  test('has the company name as a link to the home page', async () => {
    await renderLayout('/about');
    expect(screen.getByRole('link', { name: 'Digital Studio' })).toHaveAttribute('href', '/');
  });

  test.each([
    ['/', 'Home'],
    ['/projects', 'Projects'],
    ['/projects/abc', 'Projects'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ])('highlights, at %s, %s and nothing else', async (address, name) => {
    await renderLayout(address);
    const highlighted = screen.getAllByRole('link', { current: 'page' });
    expect(highlighted.map((link) => link.textContent)).toEqual([name]);
  });

  test.each(['/no-such-page', '/projects/no/such/page'])(
    'highlights nothing at the unknown address %s',
    async (address) => {
      await renderLayout(address);
      expect(screen.queryByRole('link', { current: 'page' })).not.toBeInTheDocument();
    },
  );

  test('moves the highlight with the visitor', async () => {
    const { user } = await renderLayout('/');
    await user.click(mainNavigation().getByRole('link', { name: 'About' }));
    expect(await screen.findByRole('link', { current: 'page' })).toHaveTextContent('About');
  });
});

// jsdom has no popovers, so this is how browsers without them behave; tests/browser runs the same with popovers.
describe('§4 mobile menu', () => {
  test('starts closed; the toggle opens and closes the list it controls', async () => {
    const { user } = await renderLayout('/');
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
    const list = mainNavigation().getByRole('list');
    expect(menuButton()).toHaveAttribute('aria-controls', list.id);
    expect(menuButton()).toHaveAttribute('popovertarget', list.id);

    await user.click(menuButton());
    expect(menuButton()).toHaveAttribute('aria-expanded', 'true');

    await user.click(menuButton());
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
  });

  test('is closed by a link that is clicked', async () => {
    const { user } = await renderLayout('/');
    await user.click(menuButton());
    await user.click(mainNavigation().getByRole('link', { name: 'Projects' }));
    expect(await screen.findByRole('heading', { name: 'Projects page' })).toBeVisible();
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
  });

  test('is closed by the link of the page that is shown already', async () => {
    const { user } = await renderLayout('/about');
    await user.click(menuButton());
    await user.click(mainNavigation().getByRole('link', { name: 'About' }));
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
  });

  test('is closed by a route change that no link of it caused', async () => {
    const { user, router } = await renderLayout('/');
    await user.click(menuButton());
    await act(() => router.navigate('/about'));
    await waitFor(() => expect(menuButton()).toHaveAttribute('aria-expanded', 'false'));
  });

  test('is closed by Escape, which gives the focus back to the toggle', async () => {
    const { user } = await renderLayout('/');
    await user.click(menuButton());
    await user.tab();
    expect(mainNavigation().getByRole('link', { name: 'Home' })).toHaveFocus();

    await user.keyboard('{Escape}');
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
    expect(menuButton()).toHaveFocus();
  });

  test('leaves the focus alone at Escape while it is closed', async () => {
    const { user } = await renderLayout('/');
    const link = mainNavigation().getByRole('link', { name: 'Contact' });
    link.focus();
    await user.keyboard('{Escape}');
    expect(link).toHaveFocus();
  });

  test('stays open while the focus is in it and closes when Tab leaves it', async () => {
    const { user } = await renderLayout('/');
    await user.click(menuButton());
    for (const name of ['Home', 'Projects', 'About', 'Contact']) {
      await user.tab();
      expect(mainNavigation().getByRole('link', { name })).toHaveFocus();
      expect(menuButton()).toHaveAttribute('aria-expanded', 'true');
    }
    await user.tab();
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
  });
});
