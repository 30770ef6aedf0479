import { site } from '@site/shared/site';
import { LegalPage } from './LegalPage';
import { privacySections } from './privacySections';

const summary = [
  'What you save belongs to you. You share it with one person: the partner you invite.',
  'We collect what the app needs to work. We show no advertising and we never sell your data.',
  `${site.micora.name} is for people of 13 or older.`,
  'You can have your account and your data deleted. We do so within 30 days.',
];

const related = [
  ['/micora/tos', 'Terms of Service'],
  ['/micora/delete', 'Delete your account'],
  ['/micora', `About ${site.micora.name}`],
] as const;

/** The app's privacy policy (§2). */
export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`How ${site.company.name} handles your personal data when you use the ${site.micora.name} app and its pages on this website.`}
      summary={summary}
      sections={privacySections}
      related={related}
    />
  );
}
