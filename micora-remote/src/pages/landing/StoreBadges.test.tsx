import { expect, test } from '@jest/globals';
import { micora } from '@site/shared/site';
import { render, screen } from '@testing-library/react';
import { StoreBadges } from './StoreBadges';

const badges = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('§2 each badge links to its store', () => {
  jest.replaceProperty(micora, 'appStoreUrl', 'https://store.example/app');
  jest.replaceProperty(micora, 'playStoreUrl', 'https://play.example/app');
  render(<StoreBadges />);
  expect(badges()).toEqual(['Download on the App Store', 'Get it on Google Play']);
  const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
  expect(links).toEqual(['https://store.example/app', 'https://play.example/app']);
});

test('§2 the badge of a store that does not have the app yet says so, and links nowhere', () => {
  render(<StoreBadges />);
  expect(badges()).toEqual(['Soon on the App Store', 'Soon on Google Play']);
  expect(screen.queryByRole('link')).toBeNull();
});
