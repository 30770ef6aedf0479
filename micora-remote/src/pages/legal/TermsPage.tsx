import { site } from '@site/shared/site';
import { LegalPage } from './LegalPage';
import { termsSections } from './termsSections';

const summary = [
  `You must be 13 or older to use ${site.micora.name}.`,
  'What you save remains yours. You let us keep it and show it to you and your partner, and nothing more.',
  'We give you 30 days’ notice before the price of a subscription changes, and 30 days’ notice before we discontinue the service.',
  'UK law applies, and the courts of England and Wales decide disputes.',
];

const related = [
  ['/micora/privacy-policy', 'Privacy Policy'],
  ['/micora/delete', 'Delete your account'],
  ['/micora', `About ${site.micora.name}`],
] as const;

/** The app's terms of service (§2). */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`The agreement between you and ${site.company.name} about the use of ${site.micora.name}, the memory app for couples.`}
      summary={summary}
      sections={termsSections}
      related={related}
    />
  );
}
