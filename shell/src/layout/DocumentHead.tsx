import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { pageTitle } from '@site/shared/pageTitle';
import { site } from '@site/shared/site';
import { usePageHandle } from './usePageHandle';

/**
 * Gives the document the head of the page that a move leads to; the first page comes with its own. Stands before
 * the page and uses a layout effect, so that whatever a page sets itself comes later and stays.
 */
export function DocumentHead() {
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const shown = useRef(pathname);

  useLayoutEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    document.title = pageTitle(handle.title);
    headElement('meta', 'name', 'description').setAttribute('content', handle.description);
    headElement('link', 'rel', 'canonical').setAttribute('href', site.origin + pathname);
    const robots = headElement('meta', 'name', 'robots');
    if (handle.index) robots.remove();
    else robots.setAttribute('content', 'noindex');
  }, [pathname, handle]);

  return null;
}

function headElement(tag: 'meta' | 'link', attribute: 'name' | 'rel', value: string): Element {
  const existing = document.head.querySelector(`${tag}[${attribute}="${value}"]`);
  if (existing) return existing;
  const element = document.createElement(tag);
  element.setAttribute(attribute, value);
  document.head.append(element);
  return element;
}
