import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderLayout } from './testing/renderLayout';

const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });

describe('§2 the navigation bar', () => {
  test('the company’s name links to the home page, and is followed by links to four pages', async () => {
    await renderLayout('/about');
    const links = within(screen.getByRole('banner')).getAllByRole('link');
    expect(links.map((one) => [one.textContent, one.getAttribute('href')]).slice(0, 5)).toEqual([
      ['Digital Studio', '/'],
      ['Home', '/'],
      ['Projects', '/projects'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ]);
  });

  test.each([
    ['/', ['Home']],
    ['/projects', ['Projects']],
    ['/projects/abc', ['Projects']],
    ['/projects/no/such/page', []],
  ])('at %s, the bar highlights %s; after a click on About, only About', async (address, names) => {
    const { user } = await renderLayout(address);
    const highlighted = () => screen.queryAllByRole('link', { current: 'page' });
    expect(highlighted().map(({ textContent }) => textContent)).toEqual(names);
    await user.click(link('About'));
    expect(highlighted().map(({ textContent }) => textContent)).toEqual(['About']);
  });
});

// jsdom does not support popovers, so these tests cover browsers without popover support. The tests in `tests/browser`
// cover browsers that support popovers.
describe('§4 the mobile menu', () => {
  const button = () => screen.getByRole('button', { name: 'Menu' });

  test('the menu closes after a click on one of its links, and after a navigation without a click', async () => {
    const { user, router } = await renderLayout('/');
    for (const close of [
      () => user.click(link('About')),
      () => user.click(link('About')),
      () => act(() => router.navigate('/')),
    ]) {
      await user.click(button());
      await close();
      await waitFor(() => expect(button()).toHaveAttribute('aria-expanded', 'false'));
    }
  });

  test('the menu closes when Tab leaves it', async () => {
    const { user } = await renderLayout('/');
    await user.click(button());
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    for (const each of links) {
      await user.tab();
      expect(each).toHaveFocus();
      expect(button()).toHaveAttribute('aria-expanded', 'true');
    }
    await user.tab();
    expect(button()).toHaveAttribute('aria-expanded', 'false');
  });

  test('Escape does not move the focus while the menu is closed', async () => {
    const { user } = await renderLayout('/');
    link('Contact').focus();
    await user.keyboard('{Escape}');
    expect(link('Contact')).toHaveFocus();
  });

  test('Escape closes the menu and moves the focus to its button', async () => {
    const { user } = await renderLayout('/');
    await user.click(button());
    await user.tab();
    await user.keyboard('{Escape}');
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    expect(button()).toHaveFocus();
  });
});
