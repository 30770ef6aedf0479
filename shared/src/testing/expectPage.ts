import { expect } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import type { PageRoute } from '../remote';
import { renderAt } from './renderAt';

/** What a page without data is to have. */
export interface FixedPage {
  /** All headings of level 2, each with those of level 3 below it. */
  headings?: string[][];
  /** Its links of these words, in its order, and where each leads. */
  links: [words: string, address: string][];
  /** Some of its words. */
  says?: (string | RegExp)[];
}

/**
 * A page has what it is to have, and is sound: its headings begin with its only one of level 1 and leave out no level,
 * no id is there twice, its contents name every numbered section, a link within the page has its target, and one to
 * another page of the site is a move.
 *
 * @param data what is embedded in the page
 */
export async function expectPage({ lazy }: PageRoute, page: FixedPage, data?: unknown): Promise<void> {
  const { Component } = await lazy();
  // Whatever a click leads to is this page again.
  const { container } = renderAt('/', [{ id: 'page', path: '*', Component }], { page: data });
  const all = <Found extends Element>(selector: string) => [...container.querySelectorAll<Found>(selector)];

  const headings = all('h1, h2, h3, h4');
  const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1));
  if (page.headings) expect(groupsOf(headings)).toEqual(page.headings);

  const ids = all('[id]').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = all<HTMLAnchorElement>('a[href]').map((link) => ({
    link,
    words: link.getAttribute('aria-label') ?? link.textContent,
    address: link.getAttribute('href') ?? '',
  }));
  const isListed = ({ words }: { words: string }) => page.links.some(([listed]) => listed === words);
  expect(links.filter(isListed).map(({ words, address }) => [words, address])).toEqual(page.links);
  const isNumbered = (words: string) => /^\d+\. /.test(words);
  const numbered = headings.map(({ textContent }) => textContent).filter(isNumbered);
  expect(links.map(({ words }) => words).filter(isNumbered)).toEqual(numbered);
  for (const { link, words, address } of links) {
    if (address.startsWith('#')) {
      const target = container.querySelector(address)?.textContent;
      expect([address, target?.startsWith(isNumbered(words) ? words : '')]).toEqual([address, true]);
    }
    if (address.startsWith('/')) expect([address, fireEvent.click(link)]).toEqual([address, false]);
  }
  const text = container.textContent;
  const isSaid = (words: string | RegExp) =>
    typeof words === 'string' ? text.includes(words) : words.test(text);
  expect(page.says?.filter((words) => !isSaid(words)) ?? []).toEqual([]);
}

function groupsOf(headings: Element[]): string[][] {
  const groups: string[][] = [];
  for (const { tagName, textContent } of headings) {
    if (tagName === 'H2') groups.push([textContent]);
    if (tagName === 'H3') groups.at(-1)?.push(textContent);
  }
  return groups;
}
