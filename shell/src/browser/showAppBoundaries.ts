import type { PageHandle, PageManifest } from '@site/shared/contract';
import type { LiveRelease } from './remotes/createLiveRelease';

interface PageApps {
  manifest: PageManifest;
  live: LiveRelease;
  router: { state: { matches: { route: { id: string; handle?: unknown } }[] } };
}

const PARTS = '#root :is(header, main, footer):not(main *)';

// These rules go into a constructed `CSSStyleSheet`, because the page's Content-Security-Policy blocks `<style>` elements
// that are added by scripts.
const STYLES = `
${PARTS}{outline:3px solid var(--color-ink);outline-offset:-3px}
#root main{outline:3px dashed var(--color-accent)}
${PARTS}::before{position:absolute;z-index:130}
${PARTS}::before,.boundaries{padding:4px 12px;background:var(--color-ink);color:var(--color-bg);font:13px/1.5 monospace}
.boundaries{position:fixed;inset:auto 16px 16px auto;z-index:130;margin:0;list-style:none}`;

/**
 * Outlines the parts of the page, and labels each part with the name and version of the app that owns it. Updates the labels
 * after each navigation. Runs only if the URL contains `?boundaries`, and only in previews and development builds. The
 * outlines do not change the layout. This function is part of the shell's main script, because the code for loading a
 * separate script would be larger than this function.
 */
export async function showAppBoundaries({ manifest, live, router }: PageApps): Promise<void> {
  const root = document.getElementById('root');
  if (!root || !new URLSearchParams(location.search).has('boundaries')) return;
  if (process.env.NODE_ENV === 'production' && !(await isPreview(live))) return;

  // Adds a style sheet instead of changing elements, because React may not have hydrated them yet.
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
    // Undefined on the shell's own pages.
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
  const release = await live.load().catch(() => undefined);
  return release?.preview === true;
}
