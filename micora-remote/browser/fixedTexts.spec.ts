import { micora, site } from '@site/shared/site';
import { expectTexts } from '@site/tests/browser/expectTexts';
import { test } from '@site/tests/browser/test';

const { company } = site;
const { phones, subscription, supportEmail } = micora;
const LEGAL = [
  ...['EffectiveSeptember 21, 2025', 'Last updatedSeptember 21, 2025', 'Version1.0'],
  ...[company.name, ...company.address, supportEmail, '13 or older', 'permanently deleted within 30 days'],
];

const PAGES: Record<string, string[]> = {
  '/micora': [
    ...['Date Memories', 'Partner Sync', 'Smart Reminders', 'Private Journal', 'Secure & Private'],
    ...['Cloud Sync', 'A look inside', 'Get the app', 'Invite your partner', 'Save your first date'],
    ...['What keeps it safe', 'encrypted', 'Which phones it runs on', ...phones, 'What it costs'],
    ...['Parts of MiCora are free', 'The prices here are samples', ...Object.values(subscription)],
    ...['How couples use it', 'Amara and Leo Sample', 'Jonas Sample', 'Mei and Priya Sample'],
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

test('§2 each page shows its fixed text before any script has run', async ({ page }) => {
  await expectTexts(page, PAGES);
});
