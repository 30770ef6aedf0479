import { expect, test } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { describeFigures } from './describeFigures';
import { addValue, noFigures } from './FieldFile';
import { fieldPage } from './fieldPage';

function figures(loads: number, failing = 0) {
  const made = { ...noFigures(), loads, failing };
  for (let value = 1; value <= loads; value += 1) {
    addValue(made, 'lcp', 10 * value);
    addValue(made, 'inp', value);
    addValue(made, 'cls', value / 1000);
  }
  return made;
}

test('with fewer than 100 loads, no rates or vitals are shown', () => {
  expect(describeFigures(undefined)).toBe('0 loads, too few');
  expect(describeFigures(figures(1))).toBe('1 load, too few');
  expect(describeFigures(figures(99, 9))).toBe('99 loads, too few');
});

test('figures show loads, errors per thousand loads, and vitals at the 75th percentile, at most a tenth too large', () => {
  const text = describeFigures(figures(200, 3));
  const [, lcp, inp, cls] =
    /^200 loads, errors in 15\.0 of 1000, LCP ([\d.]+) s, INP (\d+) ms, CLS ([\d.]+)$/.exec(text) ?? [];
  for (const [found, right] of [
    [Number(lcp), 1.5],
    [Number(inp), 150],
    [Number(cls), 0.15],
  ] as const) {
    expect(found).toBeGreaterThanOrEqual(right);
    expect(found).toBeLessThanOrEqual(right * 1.1);
  }
});

test('a vital that no browser has reported is unknown', () => {
  expect(describeFigures({ ...noFigures(), loads: 100 })).toContain('INP unknown');
});

test('the HTML page shows each build, escaped, with a chart of its loads by day', () => {
  const days = new Map([
    ['2026-11-28', new Map([['studio-remote/a', figures(150, 3)]])],
    [
      '2026-11-29',
      new Map([
        ['<b>/a', figures(2)],
        ['studio-remote/a', figures(300)],
      ]),
    ],
  ]);
  const html = fieldPage(days, new Date('2026-11-29T10:00:00Z'));
  const { document } = new JSDOM(html).window;
  expect(document.querySelectorAll('script')).toHaveLength(0);
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows[0]).toMatch(/^studio-remote\/a2026-11-294506\.7/);
  expect(rows[1]).toMatch(/^<b>\/a2026-11-292too few$/);
  expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe('150, 300');
});
