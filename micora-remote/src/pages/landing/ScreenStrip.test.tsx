import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { ScreenStrip } from './ScreenStrip';

const strip = () => screen.getByRole('region', { name: 'Screens of the app' });

test('§2 the strip shows five screens, each with a text alternative and a caption, and can be scrolled by keys', () => {
  render(<ScreenStrip />);
  const labels = within(strip())
    .getAllByRole('img')
    .map((image) => image.getAttribute('aria-label') ?? '');
  expect(labels).toHaveLength(5);
  expect(new Set(labels).size).toBe(5);
  for (const label of labels) expect(label).toMatch(/.{40}/);
  for (const figure of within(strip()).getAllByRole('figure')) expect(figure).toHaveTextContent(/\w$/);
  expect(strip()).toHaveAttribute('tabindex', '0');
});

test('§2 its buttons scroll by one screen, and at its ends go on from the other one', () => {
  render(<ScreenStrip />);
  // jsdom lays nothing out: five screens of 300, of which 700 can be seen.
  Object.defineProperties(strip(), { scrollWidth: { value: 1500 }, clientWidth: { value: 700 } });
  for (const [name, place] of [
    ['Next screen', 300],
    ['Next screen', 600],
    ['Previous screen', 300],
    ['Previous screen', 0],
    ['Previous screen', 800],
    ['Next screen', 0],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }));
    expect(strip().scrollLeft).toBe(place);
  }
});
