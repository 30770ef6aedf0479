import { Link } from '@site/shared/router';
import { site } from '@site/shared/site';
import type { ReactNode } from 'react';
import { MicoraTheme } from '../../ui/MicoraTheme';
import { PageHead } from '../../ui/PageHead';
import styles from './LegalPage.module.css';

/** One numbered section of a legal text. */
export interface LegalSection {
  /** The section's part of an address (`#<id>`); others may link to it, so it stays. */
  id: string;
  title: string;
  /** Paragraphs, lists and headings of level 3. */
  content: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: string;
  /** What the text comes down to, one sentence each. */
  summary: readonly string[];
  sections: readonly LegalSection[];
  /** Where to read on: paths and their names. */
  related: readonly (readonly [path: string, name: string])[];
}

/** A legal text (§2): its dates and version, what it comes down to, its contents and its sections. */
export function LegalPage({ title, lead, summary, sections, related }: LegalPageProps) {
  return (
    <MicoraTheme>
      <PageHead title={title} lead={lead}>
        <dl className={styles.facts}>
          <Fact name="Effective">
            <time dateTime="2025-09-21">September 21, 2025</time>
          </Fact>
          <Fact name="Last updated">
            <time dateTime="2025-09-21">September 21, 2025</time>
          </Fact>
          <Fact name="Version">1.0</Fact>
        </dl>
      </PageHead>
      <div className={styles.body}>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 className={styles.contentsTitle} id="contents">
            Contents
          </h2>
          <ol className={styles.list}>
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <a className={styles.entry} href={`#${id}`}>
                  <span className={styles.number}>{index + 1}.</span> {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          <section className={styles.summary} aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <ul>
              {summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className={styles.note}>
              This summary helps you to find your way. The sections below are what counts.
            </p>
          </section>
          {sections.map(({ id, title: name, content }, index) => (
            <section className={styles.section} id={id} key={id}>
              <h2>
                {index + 1}. {name}
              </h2>
              {content}
            </section>
          ))}
          <nav className={styles.related} aria-label={`More about ${site.micora.name}`}>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factName}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
