import type { PageHandle, PageManifest } from '@site/shared/remote';
import type { LiveRelease } from './remotes/createLiveRelease';

/** What the page is made of. */
interface Parts {
  manifest: PageManifest;
  /** Knows whether it is a preview, and the versions of the other apps, which are loaded from it alone. */
  live: LiveRelease;
  /** Reports which page is shown. */
  router: { state: { matches: { route: { id: string; handle?: unknown } }[] } };
}

/** The parts of a page: its own header, not one of an article. */
const PARTS = '#root :is(header, main, footer):not(main *)';

// As a text, because a page's policy allows no style element that the document does not name.
const STYLES = `
${PARTS}{outline:3px solid var(--color-ink);outline-offset:-3px}
#root main{outline:3px dashed var(--color-accent)}
${PARTS}::before{position:absolute;z-index:130}
${PARTS}::before,.boundaries{padding:4px 12px;background:var(--color-ink);color:var(--color-bg);font:13px/1.5 monospace}
.boundaries{position:fixed;inset:auto 16px 16px auto;z-index:130;margin:0;list-style:none}`;

/**
 * Paints which app owns which part of the page, with its version, and follows the visitor's moves: in a preview
 * and in a development build, if the URL contains `?boundaries`. Nothing moves on the page. It is part of
 * the shell's script, because code that loads a separate script would be larger.
 */
export async function showAppBoundaries({ manifest, live, router }: Parts): Promise<void> {
  const root = document.getElementById('root');
  if (!root || !new URLSearchParams(location.search).has('boundaries')) return;
  if (process.env.NODE_ENV === 'production' && !(await isPreview(live))) return;

  // By styles alone: React may not have hydrated these elements yet.
  const styles = new CSSStyleSheet();
  document.adoptedStyleSheets.push(styles);
  const list = document.createElement('ul');
  list.className = 'boundaries';
  list.ariaLabel = 'Which app owns which part of this page';
  document.body.append(list);

  const paint = () => {
    const route = router.state.matches.at(-1)?.route;
    const hasChrome = (route?.handle as PageHandle | undefined)?.chrome !== 'none';
    const remotes = [manifest.remote, ...(live.release?.remotes ?? [])];
    // None for a page of the shell.
    const remote = remotes.find((one) => one && route?.id.startsWith(`${one.name}/`));
    let labels = '';
    list.replaceChildren();
    for (const part of document.querySelectorAll(PARTS)) {
      const isPage = part.localName === 'main' || !hasChrome;
      const owner = isPage && remote ? `${remote.name} ${remote.version}` : `shell ${manifest.shell}`;
      labels += `#root ${part.localName}:not(main *)::before{content:${JSON.stringify(owner)}/''}`;
      const line = document.createElement('li');
      line.textContent = `${part.localName}: ${owner}`;
      list.append(line);
    }
    styles.replaceSync(STYLES + labels);
  };
  paint();
  new MutationObserver(paint).observe(root, { childList: true, subtree: true });
}

async function isPreview(live: LiveRelease): Promise<boolean> {
  // Without a response there is nothing to show.
  const release = await live.load().catch(() => undefined);
  return release?.preview === true;
}
