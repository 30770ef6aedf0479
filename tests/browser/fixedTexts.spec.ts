import { site } from '@site/shared/site';
import { expect, releasedPaths, test } from './test';

const { company } = site;
const { phones, supportEmail } = site.micora;
const LEGAL = [
  ...['EffectiveSeptember 21, 2025', 'Last updatedSeptember 21, 2025', 'Version1.0'],
  ...[company.name, ...company.address, supportEmail, '13 or older', 'permanently deleted within 30 days'],
];

/**
 * The texts that pages have from the start, word for word. The shell's tests have those of header and footer; what
 * appears later is in the tests of what shows it.
 */
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
  ],
  '/micora': [
    ...['Date Memories', 'Partner Sync', 'Smart Reminders', 'Private Journal', 'Secure & Private'],
    ...['Cloud Sync', 'A look inside', 'Get the app', 'Invite your partner', 'Save your first date'],
    ...['What keeps it safe', 'encrypted', 'Which phones it runs on', ...phones, 'What is free'],
    'Parts of MiCora are free',
    ...['What couples say', 'These three are examples', 'Amara and Leo', 'Jonas', 'Mei and Priya'],
    ...['What couples ask', 'What if we break up?', company.copyright],
  ],
  '/micora/privacy-policy': [
    ...[...LEGAL, 'The data we collect', 'email address', 'photographs', 'Sharing', 'never sell'],
    ...['Permissions on your device', 'Camera', 'Notifications', 'Security', 'encrypted', 'Your rights'],
    ...['How long we keep it', 'corrected', 'Children', 'Third-party services', 'Hosting'],
    ...['Changes to this policy', 'new version number'],
  ],
  '/micora/tos': [
    ...[...LEGAL, 'governed by UK law', 'courts of England and Wales'],
    '30 days’ notice before the price of your subscription changes',
    'discontinue the service altogether, we give you 30 days’ notice',
  ],
  '/micora/verification': [
    'Your verification link',
    'needs JavaScript to open MiCora',
    `write to ${supportEmail}`,
  ],
  '/micora/delete': [
    ...['Contact emailMiCora account emailReasonOptional0/5000', 'I understand that my account and all'],
    ...[`This form needs JavaScript. Please write to ${supportEmail}`, 'This cannot be undone'],
    'What gets deleted',
    ...['permanently deleted within 30 days', 'What to do first', 'We ask you first', 'How to stop it'],
    ...['Your data rights', 'Help', `support: ${supportEmail}`],
  ],
};

test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

test('§2 no fixed text is lost by a rewording: pages have theirs before any script has run', async ({
  page,
}) => {
  const project = releasedPaths().find((path) => /^\/projects\/./.test(path)) ?? '';
  for (const [path, texts] of Object.entries(PAGES)) {
    await page.goto(path === 'a project' ? project : path);
    const shown = (await page.locator('#root').textContent()) ?? '';
    expect({ path, lost: texts.filter((text) => !shown.includes(text)) }).toEqual({ path, lost: [] });
  }
});
