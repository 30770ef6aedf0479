import { afterEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { showPreviewBanner } from './showPreviewBanner';

afterEach(() => {
  document.cookie = 'release=; Max-Age=0';
  document.body.replaceChildren();
});

test('a page of a previewed release says so, with a way to leave it', () => {
  document.cookie = 'release=r2';
  showPreviewBanner(document, 'r2');
  expect(screen.getByRole('link', { name: 'Preview: leave' })).toHaveAttribute('href', '?release=live');
});

test('a page of the live release says nothing, whatever was previewed before', () => {
  showPreviewBanner(document, 'r1');
  document.cookie = 'release=r2';
  showPreviewBanner(document, 'r1');
  expect(screen.queryByRole('link')).toBeNull();
});

test('a page in a browser that lets no cookie be read says nothing', () => {
  jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError');
  });
  try {
    showPreviewBanner(document, 'r1');
    expect(screen.queryByRole('link')).toBeNull();
  } finally {
    jest.restoreAllMocks();
  }
});
