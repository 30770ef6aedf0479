import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@site/shared/site';
import { expect, releasedPaths, siteStore, test } from './test';

const { company } = site;
const { phones, supportEmail } = site.micora;
const LEGAL = [
  ...['EffectiveSeptember 21, 2025', 'Last updatedSeptember 21, 2025', 'Version1.0'],
  ...[company.name, ...company.address, supportEmail, '13 or older', 'permanently deleted within 30 days'],
];

/** The texts that pages have from the start, word for word; the shell's tests have those of header and footer. */
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
    ...['From people who keep one', 'These three are examples', 'Amara and Leo', 'Jonas', 'Mei and Priya'],
    ...['Good questions', 'What if we break up?', company.copyright],
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
    'Your Verification Link',
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

/** The texts that appear later, by the app that shows them. What stands between two pieces is put in then. */
const LATER: Record<string, (string | string[])[]> = {
  'studio-remote': [
    'No Projects Found',
    'No projects are available at the moment.',
    ['No projects found in "', '" category.'],
    'Error Loading Projects',
    'Try Again',
    'Failed to load projects. Please try again later.',
    'Failed to load project. Please try again later.',
    'Project Not Found',
    'The project you are looking for does not exist.',
    'Go Back',
    'View All Projects',
    'Completed',
    'Previous image',
    'Next image',
    'Full name is required',
    'Name must be 100 characters or less',
    'Email address is required',
    'Please enter a valid email address',
    'Company name must be 100 characters or less',
    'Project details are required',
    'Message must be 5000 characters or less',
    'Sending...',
    "✅ Thank you for your message! We'll get back to you within 24 hours.",
    '❌ There was an error submitting your message. Please try again.',
    'Something went wrong.',
    'auto-cancelled',
    '127.0.0.1 instead of localhost',
  ],
  'micora-remote': [
    'Contact email is required',
    'MiCora account email is required',
    'Please enter a valid email address',
    'Processing...',
    "Request Submitted Successfully — We've received your deletion request. Your account and data will be permanently deleted within 30 days.",
    'Submission Failed — There was an error processing your request. Please try again or contact support.',
    ['Redirecting to ', '...'],
    'App Not Opening?',
    'Try Opening App Again',
    'Verification Link Invalid',
    'This verification link appears to be invalid or has already been used.',
  ],
};

test.describe('§2 no fixed text is lost by a rewording:', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

  test('§2 pages have theirs before any script has run', async ({ page }) => {
    const project = releasedPaths().find((path) => /^\/projects\/./.test(path)) ?? '';
    for (const [path, texts] of Object.entries(PAGES)) {
      await page.goto(path === 'a project' ? project : path);
      const shown = (await page.locator('#root').textContent()) ?? '';
      expect({ path, lost: texts.filter((text) => !shown.includes(text)) }).toEqual({ path, lost: [] });
    }
  });
});

test('§8 apps have the texts that they show later, in what browsers load', () => {
  for (const [app, texts] of Object.entries(LATER)) {
    const builds = join(siteStore(), 'assets', app);
    const scripts = readdirSync(builds, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    const code = scripts.map((name) => readFileSync(join(builds, name), 'utf8')).join('\n');
    const lost = texts.filter((text) => [text].flat().some((piece) => !code.includes(piece)));
    expect({ app, lost }).toEqual({ app, lost: [] });
  }
});
