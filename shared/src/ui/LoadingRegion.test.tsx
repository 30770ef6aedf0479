import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PENDING_ATTRIBUTE } from '../remote';
import { LoadingRegion } from './LoadingRegion';

const waiting = (
  <LoadingRegion waiting status="Loading projects">
    <p>placeholder</p>
  </LoadingRegion>
);

describe('the part of a page that waits for data', () => {
  test('is marked for the shell, busy, and says what is loading', () => {
    const { container } = render(waiting);
    const marked = container.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(marked).toContainElement(screen.getByText('placeholder'));
    expect(screen.getByText('placeholder').parentElement).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('status')).toHaveTextContent('Loading projects');
  });

  test('is neither marked nor busy once the data is there, and its status element stays', () => {
    const { container, rerender } = render(waiting);
    const status = screen.getByRole('status');
    rerender(
      <LoadingRegion waiting={false} status="2 projects">
        <p>content</p>
      </LoadingRegion>,
    );
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(container.querySelector('[aria-busy="true"]')).toBeNull();
    expect(screen.getByRole('status')).toBe(status);
    expect(status).toHaveTextContent('2 projects');
  });
});
