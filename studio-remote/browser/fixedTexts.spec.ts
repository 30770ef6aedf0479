import { site } from '@site/shared/site';
import { expectTexts } from '@site/tests/browser/expectTexts';
import { releasedPaths, test } from '@site/tests/browser/test';

const { company } = site;

/** The text that each page must contain before scripts run. The shell's tests check the header and the footer. */
const PAGES: Record<string, string[]> = {
  '/': [
    ...['What we do', 'Website Development', 'Mobile App Development', 'UI/UX Design', 'Digital Consulting'],
    ...['Why choose us', 'Expert team', 'Modern technology', 'Client-focused'],
    ...['50+ projects completed', '99% client satisfaction', '24/7 support'],
  ],
  'a project': ['Technologies', 'Category', 'Status', 'Start Your Project'],
  '/about': [
    ...['Our story', 'We began in 2023', '2023Company founded', '2023First 10 projects'],
    ...['2024Team expansion', '2025International clients', 'Innovation', 'Quality', 'Collaboration'],
    ...['Transparency', 'Our mission', '50+ projects', '25+ clients', '2 years'],
  ],
  '/contact': [
    ...['Full nameEmail addressCompanyOptionalServiceOptionalPlease choose', 'Project details0/5000'],
    `This form needs JavaScript. Please write to ${company.email} instead.`,
    ...['Website Development', 'Mobile App Development', 'UI/UX Design', 'Consulting', 'Other Services'],
    ...['How long does a project take?', 'Do you work with international clients?'],
    ...['What does your process look like?', 'Mon-Fri 9AM-6PM GMT', '50+ projects', '100% satisfaction'],
    ...['24h response', 'only to answer your message', 'delete them after 24 months'],
  ],
  '/privacy': [
    ...[company.name, company.address.join(', '), 'is the controller', 'a copy', 'corrected or deleted'],
    ...['object to its use', 'within one month', 'costs nothing', 'Information Commissioner'],
    ...['one report when you leave it', 'for 30 days', 'Global Privacy Control', 'Do Not Track'],
  ],
};

test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

test('§2 pages contain their fixed text before any script has run', async ({ page }) => {
  const project = releasedPaths().find((path) => /^\/projects\/./.test(path)) ?? '';
  const { 'a project': ofProject = [], ...others } = PAGES;
  await expectTexts(page, { ...others, [project]: ofProject });
});
