import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectColour, PROJECT_COLOURS } from './projectColour';

const read = (path: string) => readFileSync(resolve(__dirname, path), 'utf8');

describe('§3 the colour of a project', () => {
  test('is the one in its record', () => {
    expect(projectColour({ id: 'a', colour: 'moss' })).toBe('moss');
  });

  test.each(['', 'Moss', 'red', 'constructor'])('is derived from its id if its record has %j', (colour) => {
    const ids = Array.from({ length: 200 }, (_, index) => `${index}x${'long'.repeat(60)}`);
    const colours = ids.map((id) => projectColour({ id, colour }));
    expect(new Set(colours)).toEqual(new Set(PROJECT_COLOURS));
    expect(ids.map((id) => projectColour({ id, colour: '' }))).toEqual(colours);
  });

  test('has the same choices as the field in the backend', () => {
    const migration = read('../../../backend/pb_migrations/1764000010_projects_colour.js');
    const [, values = ''] = /values: \[([^\]]*)\]/.exec(migration) ?? [];
    expect(values.match(/\w+/g)).toEqual(PROJECT_COLOURS);
  });
});

function readTokens(css: string, selector: string): Record<string, string> {
  const [body = ''] = css.split(`${selector} {`)[1]?.split('}') ?? [];
  const tokens: Record<string, string> = {};
  for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+): (#\w+);/g)) tokens[name] = value;
  return tokens;
}

function contrast(one = '', other = ''): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? []).map((channel) => {
      const part = parseInt(channel, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const ratio = luminance(one) / luminance(other);
  return Math.max(ratio, 1 / ratio);
}

describe.each([
  ['light', 0],
  ['dark', 1],
])('Accessibility: the %s colour scheme', (_scheme, half) => {
  const dark = '@media screen and (prefers-color-scheme: dark)';
  const site = readTokens(read('../../../shared/src/ui/tokens.css').split(dark)[half] ?? '', ':root');
  const sheet = read('colours.module.css').split(dark)[half] ?? '';

  test.each(PROJECT_COLOURS)(
    '%s is legible on the page and on its tint, and text is legible on the tint',
    (name) => {
      const { project, tint: soft } = readTokens(sheet, `.colour[data-colour='${name}']`);
      const { 'color-bg': ground, 'color-ink': ink, 'color-ink-muted': muted } = site;
      expect(contrast(project, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(project, soft)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink, soft)).toBeGreaterThanOrEqual(7);
      expect(contrast(muted, soft)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
