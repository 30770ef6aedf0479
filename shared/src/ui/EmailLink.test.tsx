import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { EmailLink } from './EmailLink';

const html = '<p>Write to <a href="mailto:hello@example.com" translate="no">hello@example.com</a>.</p>';
const page = (
  <p>
    Write to <EmailLink address="hello@example.com" />.
  </p>
);

// The last two cases imitate how a large CDN hides email addresses.
test.each([
  ['changes nothing', (address: string) => address],
  [
    'hides the address',
    (address: string) =>
      address
        .replace(/>hello.*?</, '><span class="__cf_email__" data-cfemail="0a">[email&#160;protected]</span><')
        .replace(/href="[^"]*"/, 'href="/cdn-cgi/l/email-protection#0a"'),
  ],
  [
    'hides the link',
    (address: string) =>
      address.replace(
        /<a.*<\/a>/,
        '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="0a">[email&#160;protected]</a>',
      ),
  ],
])('§2 if a CDN %s, an email link hydrates silently and leads to its address', (_what, hide) => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = hide(html);
  const link = screen.getByRole('link');
  let hydrated: Root | undefined;
  act(() => void (hydrated = hydrateRoot(root, page)));
  expect(screen.getByRole('link', { name: 'hello@example.com' })).toBe(link);
  expect(link).toHaveAttribute('href', 'mailto:hello@example.com');
  expect(link).not.toHaveAttribute('data-cfemail');
  expect(link.classList).toHaveLength(0);
  act(() => hydrated?.unmount());
  root.remove();
});
