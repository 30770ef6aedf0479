import type { PageHandle, PageHead, PageManifest, PageRoute, ReleaseAsset } from './contract';

export interface Breadcrumb {
  path: string;
  title: string;
}

export interface RenderedPage {
  status: 200 | 404;
  html: string;
  /** The id of the matched route, `<remote>/<chunk>`. The 404 page has the id `not-found`. */
  route: string;
  handle: PageHandle;
  /** The breadcrumbs: the existing pages above this page, then this page itself. Empty for the 404 page. */
  trail: Breadcrumb[];
}

export interface DocumentParts {
  page: RenderedPage;
  /** The path for the canonical URL. Absent if the same document is served at many addresses. */
  pathname?: string;
  /**
   * The metadata that the source derived from the page's data. If present, search engines may list the page even if `index`
   * is false.
   */
  head?: PageHead;
  /** A schema.org object that describes the page's subject. The default is `head.subject`. */
  subject?: PageHead['subject'];
  block: PageManifest;
  /** The data that the page was rendered with, serialised by `embed`. Absent if the page has no data. */
  data?: string;
  /**
   * The style sheets to inline. If one of them has the same `name` as a chunk's style sheet, the browser does not load that
   * style sheet again when it loads the chunk.
   */
  styles: { name: string; css: string }[];
  main: ReleaseAsset;
  /** The remote's scripts that hydration needs. Do not rename this property, because stored builds of the shell read it. */
  preloads: ReleaseAsset[];
  /** The URLs of fonts, icons and pictures, by file name. A remote's file overrides the shell's file with the same name. */
  files: Record<string, string>;
}

export interface ListedPage {
  path: string;
  /** When the page's content last changed, in ISO 8601 format. */
  modified?: string;
}

export interface ShellBundle {
  render(pathname: string, pages: PageRoute[], data?: unknown): Promise<RenderedPage>;
  embed(value: unknown): string;
  renderDocument(parts: DocumentParts): string;
  renderSiteFiles(pages: ListedPage[], files: Record<string, string>): Record<string, string>;
  provided: Record<string, unknown>;
}
