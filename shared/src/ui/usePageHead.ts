import { useLayoutEffect } from 'react';
import { brandIn, pageTitle } from '../pageTitle';
import type { Brand } from '../contract';
import { site } from '../site';

interface ShownHead {
  /** The document title, without the brand's name. */
  title: string;
  description?: string | undefined;
  /** Whether search engines may list the page. If undefined, the robots tag does not change. */
  index?: boolean | undefined;
  /** The page's brand, if it differs from the site's brand. */
  brand?: Pick<Brand, 'name'> | undefined;
  /** The path for the canonical link. If undefined, the link does not change. */
  path?: string | undefined;
}

/**
 * Sets the document's head if the head depends on the page's data. After a navigation, the shell first sets the head from
 * the route's handle. Once the data has loaded, this hook replaces that head, except for the brand. A prerendered page
 * already has its final head.
 */
export function usePageHead(head: Omit<ShownHead, 'brand'> | undefined): void {
  const { title, description, index, path } = head ?? {};
  useLayoutEffect(() => {
    // The title already contains the route's brand, if there is one: the prerendered page had it, or the shell has set it.
    const name = brandIn(document.title);
    if (title) setHead({ title, description, index, path, ...(name !== undefined && { brand: { name } }) });
  }, [title, description, index, path]);
}

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

function setMeta(name: string, content: string | undefined): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) return known?.remove();
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name, content });
}
