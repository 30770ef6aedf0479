import { expect, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { expectPage, type FixedPage } from '@site/shared/testing/expectPage';
import { remote } from '../remote.config';
import { routes } from './routes';

const { email } = site.company;

test('§2 every path of the remote has one page, and every page is prerendered', () => {
  expect(routes.map(({ path }) => path)).toEqual(remote.paths);
});

test.each(routes.map((route) => [route.path, route] as const))(
  '§2 %s is a page named by its chunk, inside the site’s header and footer, and may be listed if it has an address of its own',
  async (path, { id, handle, lazy }) => {
    const { Component } = await lazy();
    expect(id).toBe(`${remote.name}/${Component.name}`);
    expect([handle.chrome, handle.index]).toEqual([undefined, path.includes(':') ? false : undefined]);
  },
);

const PAGES: Record<string, FixedPage> = {
  '/': {
    headings: [
      ['What we do', 'Website Development', 'Mobile App Development', 'UI/UX Design', 'Digital Consulting'],
      ['Why choose us', 'Expert team', 'Modern technology', 'Client-focused'],
      ['The studio in figures'],
      ['Tell us what you are planning.'],
    ],
    links: [
      ['View Our Work', '/projects'],
      ['Get Started', '/contact'],
      ['See our websites', '/projects?category=Website'],
      ['Start a website', '/contact?service=website'],
      ['See our apps', '/projects?category=Mobile%20App'],
      ['Start an app', '/contact?service=mobile'],
      ['See our design work', '/projects?category=UI%2FUX%20Design'],
      ['Start a design', '/contact?service=design'],
      ['See our consulting', '/projects?category=Consulting'],
      ['Ask for advice', '/contact?service=consulting'],
      ['Get in Touch', '/contact'],
    ],
    says: ['50+ projects completed', '99% client satisfaction', '24/7 support'],
  },
  '/about': {
    headings: [
      ['Our story'],
      ['The years so far', 'Company founded', 'First 10 projects', 'Team expansion', 'International clients'],
      ['MiCora, an app of our own'],
      ['Our values', 'Innovation', 'Quality', 'Collaboration', 'Transparency'],
      ['Our mission'],
      ['Tell us what you are working on.'],
    ],
    links: [
      ['Meet MiCora', '/micora'],
      ['privacy notice', '/privacy'],
      ['Contact Us', '/contact'],
    ],
    says: [
      'We began in 2023',
      /2023Company founded.*2023First 10 projects.*2024Team expansion.*2025International clients/,
      ...['50+ projects', '25+ clients', '2 years'],
    ],
  },
  '/contact': {
    headings: [
      ['Write to us'],
      [
        'Good to know',
        'How long does a project take?',
        'Do you work with international clients?',
        'What does your process look like?',
      ],
      ['How a project goes', 'Talk', 'Plan', 'Design and build', 'Launch and look after'],
    ],
    links: [
      ['privacy notice', '/privacy'],
      [email, `mailto:${email}`],
    ],
    says: [
      ...['Mon-Fri 9AM-6PM GMT', '50+ projects', '100% satisfaction', '24h response'],
      /only to answer your message.*delete them after 24 months/,
    ],
  },
  '/privacy': {
    links: [
      ['contact form', '/contact'],
      [email, `mailto:${email}`],
      [email, `mailto:${email}`],
      ['a privacy policy of their own', '/micora/privacy-policy'],
    ],
    says: [
      new RegExp(`${site.company.name}.*London.*is the controller`),
      /copy.*corrected or deleted.*object.*within one month.*costs nothing.*Information Commissioner/,
    ],
  },
};

test.each(Object.entries(PAGES))(
  '§1, §2, §9 what %s says, in this order, and leads to',
  async (path, page) => {
    const route = routes.find((one) => one.path === path);
    // No project is completed: the home page has no selected work.
    await expectPage(route as PageRoute, page, []);
  },
);
