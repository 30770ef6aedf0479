import DOMPurify, { type WindowLike } from 'dompurify';

/** HTML that can do no harm. Only `sanitiseHtml` makes it. */
export type SafeHtml = string & { readonly safe: unique symbol };

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

/** Taking away what is not allowed can leave a tree that reads differently once it is text; one more round mends it. */
const MAX_ROUNDS = 5;

/** A browser's is there from the beginning; at deployment it is opened when it is first needed. */
let sanitiser = DOMPurify.isSupported ? withHardLinks(DOMPurify) : undefined;

/**
 * Makes the HTML of a record safe to show: the structure of a text and links to the web and to e-mail, nothing else.
 * Every DOM gives the same text, and of that text the same again.
 *
 * @param openWindow gives a DOM where there is none, at deployment
 * @returns empty if no text is left
 * @throws Error if there is no DOM, without which DOMPurify returns what it is given
 */
export function sanitiseHtml(html: string, openWindow: () => unknown): SafeHtml {
  if (!hasText(html)) return '' as SafeHtml;
  sanitiser ??= openSanitiser(openWindow());
  let safe = html;
  let before;
  for (let round = 0; safe !== before && round < MAX_ROUNDS; round += 1) {
    before = safe;
    // Parsing would change these again: it takes a line break after `<pre>` away, and makes one kind of them all.
    safe = sanitiser
      .sanitize(before, ALLOWED)
      .replace(/\r\n?/g, '\n')
      .replace(/(<pre[^>]*>)\n+/g, '$1');
  }
  return (hasText(safe) ? safe : '') as SafeHtml;
}

/**
 * What `dangerouslySetInnerHTML` takes under Trusted Types. Where there is no DOM there are none: the page is being
 * prerendered, from what has been made safe before.
 */
export function trustHtml(html: SafeHtml): TrustedHTML | string {
  return DOMPurify.isSupported ? DOMPurify.sanitize(html, { ...ALLOWED, RETURN_TRUSTED_TYPE: true }) : html;
}

function openSanitiser(window: unknown): typeof DOMPurify {
  const opened = DOMPurify(window as WindowLike);
  if (!opened.isSupported) throw new Error('There is no DOM to make HTML safe with.');
  return withHardLinks(opened);
}

function withHardLinks(purify: typeof DOMPurify): typeof DOMPurify {
  purify.addHook('afterSanitizeAttributes', (node) => {
    const href = node.getAttribute('href');
    if (href === null) return;
    // Some DOMs write these as they are, others escaped.
    node.setAttribute('href', href.replace(/[<>]/g, encodeURIComponent));
    node.setAttribute('rel', 'noopener noreferrer');
  });
  return purify;
}

function hasText(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
