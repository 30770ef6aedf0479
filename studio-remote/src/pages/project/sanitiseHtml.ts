import DOMPurify from 'dompurify';

const ALLOWED = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'a'],
    ...['strong', 'em', 'blockquote', 'code', 'pre'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // http, https, mailto, and paths of this site, which are one of the former.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\]))/i,
};

// Where there is no document (the page is being prerendered) there is nothing to sanitise either.
if (DOMPurify.isSupported) DOMPurify.addHook('afterSanitizeAttributes', hardenLink);

/**
 * Makes the HTML of a record safe to show: the structure of a text and links to the web and to e-mail, nothing else.
 *
 * @returns what `dangerouslySetInnerHTML` takes under Trusted Types; undefined if no text is left
 */
export function sanitiseHtml(html: string): TrustedHTML | undefined {
  const safe = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_TRUSTED_TYPE: true });
  return hasText(safe) ? safe : undefined;
}

function hasText(html: unknown): boolean {
  return String(html).replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}

function hardenLink(node: Element): void {
  if (node.hasAttribute('href')) node.setAttribute('rel', 'noopener noreferrer');
}
