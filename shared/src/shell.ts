import type { PageHandle, PageHead, PageManifest, PageRoute, ReleaseAsset } from './remote';

/** A page on the way from the home page to another one. */
export interface Breadcrumb {
  path: string;
  title: string;
}

/** One page as HTML, before it is put into a document. */
export interface RenderedPage {
  status: 200 | 404;
  /** What goes into the document's root element. */
  html: string;
  /** The id of the matched route, `<remote>/<chunk>`; `not-found` for the 404 page. */
  route: string;
  handle: PageHandle;
  /** The pages above this one as far as they exist, and itself; empty for the 404 page. */
  trail: Breadcrumb[];
}

/** What a document needs besides the rendered page. */
export interface DocumentParts {
  page: RenderedPage;
  /** The page's path for its canonical address; absent where one document serves many addresses. */
  pathname?: string;
  /** The metadata that the page derives from its data. Its presence allows search engines to list the page. */
  head?: PageHead;
  /** What the page is about where no data decides it, as a schema.org object. */
  subject?: PageHead['subject'];
  block: PageManifest;
  /** What the page was rendered with, as `embed` gave it; absent without data. */
  data?: string;
  /** Style sheets to inline, `name` as the chunk that owns it knows it. */
  styles: { name: string; css: string }[];
  /** The shell's script. */
  main: ReleaseAsset;
  /** The scripts of the page's remote that hydration needs, by the name that stored shells know them by. */
  preloads: ReleaseAsset[];
  /** Addresses of the shell's fonts, icons and pictures, by file name, and over them those of the page's app. */
  files: Record<string, string>;
}

/** A page as the sitemap lists it. */
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
