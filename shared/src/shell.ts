import type { PageHandle, PageHead, PageManifest, PageRoute, ReleaseAsset } from './contract';

/** One breadcrumb in the trail that leads from the home page to a page. */
export interface Breadcrumb {
  path: string;
  title: string;
}

/** One page as HTML, before it is put into a document. */
export interface RenderedPage {
  status: 200 | 404;
  /** The content of the document's root element. */
  html: string;
  /** The id of the matched route, `<remote>/<chunk>`; `not-found` for the 404 page. */
  route: string;
  handle: PageHandle;
  /** The existing pages above this one, then the page itself; empty for the 404 page. */
  trail: Breadcrumb[];
}

/** Everything that a document is built from. */
export interface DocumentParts {
  page: RenderedPage;
  /** The page's path, for its canonical URL; absent if the document serves many addresses. */
  pathname?: string;
  /** The metadata derived from the page's data. If present, search engines may list the page. */
  head?: PageHead;
  /** What the page is about, as a schema.org object; by default `head.subject`. */
  subject?: PageHead['subject'];
  block: PageManifest;
  /** The data that the page was rendered with, as returned by `embed`; absent if the page has no data. */
  data?: string;
  /** Style sheets to inline. The code that loads a chunk finds the chunk's style sheet by `name`. */
  styles: { name: string; css: string }[];
  /** The shell's script. */
  main: ReleaseAsset;
  /** The scripts that hydration needs from the page's remote. Stored builds of the shell rely on this property's name. */
  preloads: ReleaseAsset[];
  /** URLs of fonts, icons and pictures, by file name: the shell's, overridden by those of the page's remote. */
  files: Record<string, string>;
}

/** A page in the sitemap. */
export interface ListedPage {
  path: string;
  /** ISO 8601. */
  modified?: string;
}

/** What the shell's server bundle exports. */
export interface ShellBundle {
  render(pathname: string, pages: PageRoute[], data?: unknown): Promise<RenderedPage>;
  embed(value: unknown): string;
  renderDocument(parts: DocumentParts): string;
  renderSiteFiles(pages: ListedPage[], files: Record<string, string>): Record<string, string>;
  provided: Record<string, unknown>;
}
