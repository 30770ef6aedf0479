import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScreenStrip } from './ScreenStrip';

const previous = () => screen.getByRole('button', { name: 'Previous screen' });
const next = () => screen.getByRole('button', { name: 'Next screen' });
const strip = () => screen.getByRole('region', { name: 'Screens of the app' });

/** jsdom lays nothing out: five screens of 300, of which 700 can be seen. */
function showStrip() {
  render(<ScreenStrip />);
  Object.defineProperty(strip(), 'scrollWidth', { value: 1500 });
  Object.defineProperty(strip(), 'clientWidth', { value: 700 });
}

test('§2 the strip shows five screens, each with a text alternative and a caption', () => {
  showStrip();
  const screens = within(strip()).getAllByRole('img');
  expect(screens).toHaveLength(5);
  const labels = screens.map((image) => image.getAttribute('aria-label') ?? '');
  expect(new Set(labels).size).toBe(5);
  for (const label of labels) expect(label.length).toBeGreaterThan(40);
  for (const figure of within(strip()).getAllByRole('figure')) {
    expect(figure.querySelector('figcaption')?.textContent).not.toBe('');
  }
});

test('§2 the strip can be reached and scrolled by keys', async () => {
  showStrip();
  next().focus();
  await userEvent.tab();
  expect(strip()).toHaveFocus();
});

test('§2 the buttons scroll by one screen', async () => {
  showStrip();
  await userEvent.click(next());
  expect(strip().scrollLeft).toBe(300);
  await userEvent.click(next());
  expect(strip().scrollLeft).toBe(600);
  await userEvent.click(previous());
  expect(strip().scrollLeft).toBe(300);
});

test('§2 at its ends the strip goes on from the other one', async () => {
  showStrip();
  await userEvent.click(previous());
  expect(strip().scrollLeft).toBe(800);
  await userEvent.click(next());
  expect(strip().scrollLeft).toBe(0);
});
