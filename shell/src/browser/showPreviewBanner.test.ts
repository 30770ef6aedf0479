import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { showPreviewBanner } from './showPreviewBanner';

test('a page of a preview says so, with a way to leave it', () => {
  showPreviewBanner(document);
  expect(screen.getByRole('link', { name: 'Preview: leave' })).toHaveAttribute('href', '?release=live');
});
