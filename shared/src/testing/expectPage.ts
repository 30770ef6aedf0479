import { expect } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import type { PageRoute } from '../contract';
import { renderAt } from './renderAt';

export type PageLinks = [words: string, address: string][];

/**
 * Checks a page that has no data. The page must have the listed links and no duplicate ids. Its table of contents must list
 * every numbered section. Every `#` link must have a target. Links to other pages of the site must not load a new document.
 */
export async function expectPage({ lazy }: PageRoute, listed: PageLinks): Promise<void> {
  const { Component } = await lazy();
  // With the path `*`, every link leads back to this page.
  const { container } = renderAt('/', [{ id: 'page', path: '*', Component }], { page: [] });
  const all = <Found extends Element>(selector: string) => [...container.querySelectorAll<Found>(selector)];

  const ids = all('[id]').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = all<HTMLAnchorElement>('a[href]').map((link) => ({
    link,
    words: link.getAttribute('aria-label') ?? link.textContent,
    address: link.getAttribute('href') ?? '',
  }));
  const isListed = ({ words }: { words: string }) => listed.some(([one]) => one === words);
  expect(links.filter(isListed).map(({ words, address }) => [words, address])).toEqual(listed);
  const isNumbered = (words: string) => /^\d+\. /.test(words);
  const headings = all('h2, h3').map(({ textContent }) => textContent);
  expect(links.map(({ words }) => words).filter(isNumbered)).toEqual(headings.filter(isNumbered));
  for (const { link, words, address } of links) {
    if (address.startsWith('#')) {
      const target = container.querySelector(address)?.textContent;
      expect([address, target?.startsWith(isNumbered(words) ? words : '')]).toEqual([address, true]);
    }
    if (address.startsWith('/')) expect([address, fireEvent.click(link)]).toEqual([address, false]);
  }
}
