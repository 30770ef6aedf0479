import { useLayoutEffect, useRef } from 'react';

interface EmailLinkProps {
  address: string;
  className?: string;
  children?: string;
}

/**
 * A link to an email address. Some CDNs hide the email addresses in the pages that they deliver. Even then, the link
 * hydrates without a warning, and restores its address.
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
      // The CDN's script would replace any link that has this attribute.
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
