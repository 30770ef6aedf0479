import type { AppBuild, BuildState } from '../BuildState';
import type { HotBundle } from './HotBundle';

// The script of every development page. It stands alone, so that it works when no bundle does.

const FAILURE_ID = 'site-build-failure';

const failedGeneration = document.documentElement.dataset.failed;
let updating: Promise<void> = Promise.resolve();

// The shell reports once that it has rendered a page again which was delivered empty for that.
if (document.querySelector('#root[data-emptied]')) addEventListener('error', silence);

new EventSource('/__dev/builds').addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { generation, apps } = JSON.parse(data) as BuildState;
  if (failedGeneration !== undefined) {
    if (Number(failedGeneration) !== generation) location.reload();
    return;
  }
  showFailures(apps.flatMap(({ app, errors }) => errors.map((error) => `${app}: ${error}`)));
  // One after the other: a bundle cannot take two updates at once.
  updating = updating.then(() => updateAll(apps));
});

function silence(event: ErrorEvent): void {
  if (!/React error #418|Hydration failed/.test(event.message)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  removeEventListener('error', silence);
}

async function updateAll(apps: AppBuild[]): Promise<void> {
  for (const { app, hash, errors } of apps) {
    // A remote that this page has not needed yet is loaded fresh when it does.
    const bundle = (window.siteHotApps ?? []).find((one) => one.app === app);
    if (bundle && errors.length === 0 && bundle.hash() !== hash) await update(bundle);
  }
}

async function update(bundle: HotBundle): Promise<void> {
  try {
    if (await bundle.update()) return;
  } catch (error) {
    console.info(`${bundle.app} cannot be updated in place:`, error);
  }
  location.reload();
  // The page is about to go: nothing more is done to it.
  await new Promise(() => undefined);
}

function showFailures(failures: string[]): void {
  document.getElementById(FAILURE_ID)?.remove();
  if (failures.length === 0) return;
  const notice = document.createElement('pre');
  notice.id = FAILURE_ID;
  notice.setAttribute('role', 'alert');
  notice.textContent = `The build has failed. This page shows the one before.\n\n${failures.join('\n\n')}`;
  // By properties: the site's policy allows no style attributes.
  Object.assign(notice.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    zIndex: '2147483647',
    maxHeight: '60vh',
    overflow: 'auto',
    margin: '0',
    padding: '1.5rem',
    whiteSpace: 'pre-wrap',
    font: '14px/1.5 ui-monospace, monospace',
    color: '#fff',
    background: '#7f1d1d',
  });
  document.body.append(notice);
}
