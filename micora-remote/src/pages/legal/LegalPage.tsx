import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { Section } from '@site/shared/ui/Section';
import type { FC, ReactElement, ReactNode } from 'react';
import { MicoraTheme } from '../../ui/MicoraTheme';
import { PageHeader } from '../../ui/PageHeader';
import styles from './LegalPage.module.css';

interface LegalSectionProps {
  /** The section's URL fragment. Do not change it: other sites may link to the section. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of a legal text. `LegalSection` itself renders nothing. `LegalPage` renders the section from its props. */
export const LegalSection: FC<LegalSectionProps> = () => null;

interface LegalPageProps {
  title: string;
  lead: string;
  summary: readonly string[];
  children: ReactElement<LegalSectionProps>[];
}

const date = <time dateTime="2025-09-21">September 21, 2025</time>;
const facts = [
  ['Effective', date],
  ['Last updated', date],
  ['Version', '1.0'],
] as const;

const pages = [
  ['/micora/privacy-policy', 'Privacy policy'],
  ['/micora/tos', 'Terms of service'],
  ['/micora/delete', 'Delete your account'],
  ['/micora', `About ${micora.name}`],
] as const;

/** A legal text (§2) with its dates, version, summary, table of contents and sections. */
export function LegalPage({ title, lead, summary, children }: LegalPageProps) {
  const sections = children.map(({ props }) => props);
  const related = pages.filter(([, name]) => name !== title);
  return (
    <MicoraTheme>
      <PageHeader title={title} lead={lead}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div className={styles.fact} key={name}>
              <dt className={styles.factName}>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </PageHeader>
      <div className={styles.body}>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <ol className={styles.list} role="list">
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <a className={styles.entry} href={`#${id}`}>
                  <span className={styles.number}>{`${index + 1}.`}</span> <span>{name}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          <Section id="in-short" title="In short" className={styles.summary}>
            <ul>
              {summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p>This summary is a guide. The sections below are what counts.</p>
          </Section>
          {sections.map(({ id, title: name, children: content }, index) => (
            <section className={styles.section} id={id} key={id}>
              <h2>{`${index + 1}. ${name}`}</h2>
              {content}
            </section>
          ))}
          <nav className={styles.related} aria-label={`More about ${micora.name}`}>
            {related.map(([path, name]) => (
              <Link className={styles.relatedLink} key={path} to={path}>
                {name}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </MicoraTheme>
  );
}

export function ContactDetails() {
  const { company } = site;
  return (
    <address>
      <p>
        {company.name}
        {company.address.map((line) => (
          <span key={line}>
            <br />
            {line}
          </span>
        ))}
      </p>
      <p>
        About the app: <EmailLink address={micora.supportEmail} />
        <br />
        About the company: <EmailLink address={company.email} />
      </p>
    </address>
  );
}
