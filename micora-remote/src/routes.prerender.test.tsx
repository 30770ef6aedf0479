/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ScreenStrip } from './pages/landing/ScreenStrip';
import { VerificationPage } from './pages/verification/VerificationPage';

test('§4 the verification page is the same for every link, promises nothing, and helps where there are no scripts', () => {
  const [html, other] = ['?userId=u1&secret=s1', ''].map((query) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={[`/micora/verification${query}`]}>
        <VerificationPage />
      </MemoryRouter>,
    ),
  );
  expect(html).toBe(other);
  expect(html).toMatch(/<h1[^>]*>Your Verification Link<\/h1>/);
  expect(html).not.toMatch(/Redirecting|Invalid|<button/);
  expect(html).toContain(`${PENDING_ATTRIBUTE}=""`);
  const words = /<noscript>(.*)<\/noscript>/.exec(html ?? '')?.[1] ?? '';
  expect(words).toContain('needs JavaScript');
  expect(words).toContain(`href="mailto:${site.micora.supportEmail}"`);
});

test('§2 the buttons of the screen strip wait for their scripts, the screens do not', () => {
  const html = renderToStaticMarkup(<ScreenStrip />);
  expect(html.match(/<button[^>]* disabled=""/g)).toHaveLength(2);
  expect(html.match(/role="img"/g)).toHaveLength(5);
});
