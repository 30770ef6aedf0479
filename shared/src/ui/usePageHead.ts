import { useLayoutEffect } from 'react';
import { brandIn, pageTitle } from '../pageTitle';
import type { Brand } from '../contract';
import { site } from '../site';

/** The contents of the document's head that depend on the page. */
interface ShownHead {
  /** Document title, without the brand's name. */
  title: string;
  /** Meta description. */
  description?: string | undefined;
  /** Whether search engines may list the page. If undefined, the robots tag is left unchanged. */
  index?: boolean | undefined;
  /** The page's brand, if it is not the site's own. */
  brand?: Pick<Brand, 'name'> | undefined;
  /** The path for the canonical link. If undefined, the link is left unchanged. */
  path?: string | undefined;
}

/**
 * Sets the document's head for a page whose head depends on its data. After a navigation to the page, the shell sets the
 * route's head, which stays until the data has loaded. The first page is delivered with its final head. The brand is always the
 * route's.
 */
export function usePageHead(head: Omit<ShownHead, 'brand'> | undefined): void {
  const { title, description, index, path } = head ?? {};
  useLayoutEffect(() => {
    // The shell, or the delivered page, has already shown the route's brand in the title.
    const name = brandIn(document.title);
    if (title) setHead({ title, description, index, path, ...(name !== undefined && { brand: { name } }) });
  }, [title, description, index, path]);
}

/** Sets the given parts of the document's head. */
export function setHead({ title, description, index, path, brand }: ShownHead): void {
  document.title = pageTitle(title, brand?.name);
  if (description) setMeta('description', description);
  if (index !== undefined) setMeta('robots', index ? undefined : 'noindex');
  if (path === undefined) return;
  const canonical =
    document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ??
    document.head.appendChild(document.createElement('link'));
  Object.assign(canonical, { rel: 'canonical', href: site.origin + path });
}

/** Sets a meta element, or removes it if `content` is undefined. */
function setMeta(name: string, content: string | undefined): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) return known?.remove();
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name, content });
}
