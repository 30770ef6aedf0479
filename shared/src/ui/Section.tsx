import type { ReactNode } from 'react';

interface SectionProps {
  /** Its part of an address (`#<id>`), unique on the page. */
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page, named by the heading that it begins with. */
export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
