import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { expectPage, type FixedPage } from '@site/shared/testing/expectPage';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remote } from '../remote.config';
import { routes } from './routes';

const { supportEmail, appStoreUrl, playStoreUrl, phones } = site.micora;

test('§2 every path of the remote has one page, below its mount', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
  for (const path of remote.paths) expect(`${path}/`).toMatch(new RegExp(`^${remote.mount}/`));
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 %s is a page named by its chunk; the landing page alone hides the site’s header and footer, the verification page alone is kept from search engines and from everyone it links to',
  async (path, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect(handle.chrome).toBe(path === '/micora' ? 'none' : undefined);
    const kept = path === '/micora/verification';
    expect([handle.index, handle.referrer]).toEqual(kept ? [false, 'no-referrer'] : [undefined, undefined]);
  },
);

test('§2 every page is of the app’s brand, whose colours are those behind its pages', () => {
  const [brand, ...others] = new Set(routes.map(({ handle }) => handle.brand));
  expect(brand?.name).toBe('MiCora');
  expect(others).toEqual([]);
  const theme = readFileSync(join(import.meta.dirname, 'ui/MicoraTheme.module.css'), 'utf8');
  const [light, dark] = [...theme.matchAll(/--color-bg: (\S+);/g)].map(([, color]) => color);
  expect(brand?.background).toEqual({ light, dark });
});

const LEGAL = [
  /EffectiveSeptember 21, 2025Last updatedSeptember 21, 2025Version1\.0/,
  new RegExp(`go to:${[site.company.name, ...site.company.address, supportEmail].join('.*')}`),
];

const PAGES: Record<string, FixedPage> = {
  '/micora': {
    headings: [
      [
        'Made for two, and only two',
        ...['Date Memories', 'Partner Sync', 'Smart Reminders', 'Private Journal'],
        ...['Secure & Private', 'Cloud Sync'],
      ],
      ['A look inside'],
      ['Three steps, then it is yours', 'Get the app', 'Invite your partner', 'Save your first date'],
      ['Before you get it', 'What keeps it safe', 'Which phones it runs on', 'What is free'],
      ['From people who keep one'],
      ['Good questions'],
    ],
    links: [
      [`By ${site.company.shortName}`, '/'],
      ['Download on the App Store', appStoreUrl],
      ['Get it on Google Play', playStoreUrl],
      ['More about security', '/micora/privacy-policy#security'],
      ['More about permissions', '/micora/privacy-policy#permissions'],
      ['More about subscriptions', '/micora/tos#subscriptions'],
      ['Download on the App Store', appStoreUrl],
      ['Get it on Google Play', playStoreUrl],
      ['Privacy Policy', '/micora/privacy-policy'],
      ['Terms of Service', '/micora/tos'],
      ['Delete your account', '/micora/delete'],
      ['Contact', '/contact'],
    ],
    says: [
      /encrypted/,
      new RegExp(phones.join('.*')),
      /Parts of MiCora are free/,
      /These three are examples\..*Amara and Leo.*Jonas.*Mei and Priya/,
      /Good questionsWhat if we break up\?/,
      site.company.copyright,
    ],
  },
  '/micora/privacy-policy': {
    links: [
      ['MiCora', '/micora'],
      ['1. Who we are', '#who-we-are'],
      ['14. Contact', '#contact'],
      ['Terms of Service', '/micora/tos'],
      ['About MiCora', '/micora'],
    ],
    says: [
      ...LEGAL,
      /\d\. The data we collect.*email address.*photographs/,
      /\d\. Sharing.*never sell/,
      /\d\. Permissions on your device.*Camera.*Notifications/,
      /\d\. Security.*encrypted/,
      /\d\. How long we keep it.*permanently deleted within 30 days/,
      /\d\. Your rights.*copy.*corrected.*deleted/,
      /\d\. Children.*13 or older/,
      /\d\. Third-party services.*Hosting/,
      /\d\. Changes to this policy.*new version number/,
    ],
  },
  '/micora/tos': {
    links: [
      ['1. This agreement', '#agreement'],
      ['17. Contact', '#contact'],
      ['ask us to delete your account', '/micora/delete'],
      ['Delete your account', '/micora/delete'],
      ['About MiCora', '/micora'],
    ],
    says: [
      ...LEGAL,
      /\d\. Who may use MiCora.*must be 13 or older/,
      /\d\. Subscriptions and prices.*30 days’ notice before the price of your subscription changes/,
      /\d\. Changes to the service, and its end.*discontinue the service altogether, we give you 30 days’ notice/,
      /\d\. Ending your account.*permanently deleted within 30 days/,
      /\d\. Governing law and courts.*governed by UK law.*courts of England and Wales/,
    ],
  },
  '/micora/delete': {
    headings: [
      ['This cannot be undone'],
      ['What gets deleted'],
      ['What to do first'],
      ['Request deletion', 'We ask you first', 'How to stop it'],
      ['Your data rights'],
      ['Help'],
    ],
    links: [
      ['Privacy Policy', '/micora/privacy-policy'],
      ['Your rights in the Privacy Policy', '/micora/privacy-policy#your-rights'],
      ['How to stop it', '#stop'],
      ['contact form', '/contact'],
    ],
    says: [
      /This cannot be undone.*permanently deleted within 30 days/,
      new RegExp(`support: ${supportEmail}`),
    ],
  },
};

test.each(Object.entries(PAGES))('§2, §9 what %s says, in this order, and leads to', async (path, page) => {
  await expectPage(routes.find((one) => one.path === path) as PageRoute, page);
});
