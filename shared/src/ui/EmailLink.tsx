import { useLayoutEffect, useRef } from 'react';

interface EmailLinkProps {
  address: string;
  className?: string;
  /** What the link says: the address, unless given. */
  children?: string;
}

/**
 * A link to write to an address. Some CDNs hide addresses in the pages that they pass on; the link then hydrates all
 * the same, and leads to the address again.
 */
export function EmailLink({ address, className, children: text = address }: EmailLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const href = `mailto:${address}`;

  useLayoutEffect(() => {
    const element = link.current;
    if (!element) return;
    if (element.getAttribute('href') !== href) {
      element.href = href;
      element.className = className ?? '';
      // By this the CDN's own script would find the link, and replace it.
      element.removeAttribute('data-cfemail');
    }
    if (element.textContent !== text) element.textContent = text;
  }, [href, className, text]);

  return (
    <a
      ref={link}
      href={href}
      className={className}
      translate={text === address ? 'no' : undefined}
      suppressHydrationWarning
    >
      {text}
    </a>
  );
}
