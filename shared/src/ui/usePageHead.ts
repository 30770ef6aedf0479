import { useLayoutEffect } from 'react';
import { pageTitle } from '../pageTitle';
import type { Brand } from '../remote';
import { site } from '../site';

/** What the document's head says about a page. */
interface ShownHead {
  /** Document title, without the brand's name. */
  title: string;
  /** Meta description. */
  description?: string | undefined;
  /** Whether search engines may list the page. If it is absent, the robots tag stays as it is. */
  index?: boolean | undefined;
  /** Whose page it is, if not the site's. */
  brand?: Pick<Brand, 'name'> | undefined;
  /** The one address of what is shown, for the canonical link, which else stays as it is. */
  path?: string | undefined;
}

/**
 * Sets the document's head for a page whose head depends on its data. After a move the shell sets the head of the
 * route first, and that one stays while the data is not there yet. Deployment sets that of the first page.
 */
export function usePageHead(head: ShownHead | undefined): void {
  const { title, description, index, path, brand } = head ?? {};
  useLayoutEffect(() => {
    if (title) setHead({ title, description, index, path, brand });
  }, [title, description, index, path, brand]);
}

/** Sets the parts of the document's head that are given. */
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

/** Without content the element goes. */
function setMeta(name: string, content: string | undefined): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) return known?.remove();
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name, content });
}
