import type { PageManifest, PageHandle } from '@site/shared/remote';
import { renderDocument, type DocumentParts } from '../server/renderDocument';

export const handle: PageHandle = {
  title: 'About',
  description: 'About the studio.',
};
/** What the page was made of. */
export const block: PageManifest = {
  shell: 's1',
  remote: { name: 'studio', mount: '/', version: 'a1', entry: { url: '/entry.js', integrity: 'sha384-e' } },
};
/** A page with all that it may have. */
export const parts: DocumentParts = {
  page: { status: 200, html: '<main><h1>About</h1></main>', route: 'studio/AboutPage', handle, trail: [] },
  pathname: '/about',
  block,
  styles: [
    { name: 'shell.main.css', css: ':root{color:red}' },
    { name: 'studio.AboutPage.css', css: '.a>.b{content:"é"}' },
  ],
  main: { url: '/assets/shell/s1/main.js', integrity: 'sha384-main' },
  preloads: [
    { url: '/assets/studio-remote/a1/remoteEntry.js', integrity: 'sha384-entry' },
    { url: '/assets/studio-remote/a1/AboutPage.js', integrity: 'sha384-about' },
  ],
  files: {},
};

/** The document as a browser reads it. */
export function read(change: Partial<DocumentParts> = {}): Document {
  return new DOMParser().parseFromString(renderDocument({ ...parts, ...change }), 'text/html');
}

/** What the head says by a name. */
export function meta(page: Document, name: string): string | null | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}
