import { FIELD_ADDRESS, objects, type FieldReport } from '@site/shared/field';
import { onCLS, onINP, onLCP } from 'web-vitals';
import { describeFailure } from './describeFailure';
import type { Failure, Tab } from './loadField';
import { logUncaughtError } from './logUncaughtError';

const VITALS = [
  ['lcp', onLCP],
  ['inp', onINP],
  ['cls', onCLS],
] as const;

const MAX_ERRORS = 5;

/**
 * Logs each uncaught error on the page. Sends the page's report (see `FieldReport`) once, when the visitor leaves or hides
 * the page, or navigates to a remote whose pages send no reports. Sends nothing if the page itself belongs to such a remote,
 * if the page is part of a preview, or if the visitor objects to reports (see `objects`).
 */
export function reportPage({ manifest, live: { release }, failures, router }: Tab): void {
  // This script belongs to the live shell. On a page that was rendered by another build of the shell, the script does
  // nothing, because it might be incompatible with the page.
  if (!manifest || release?.shell !== manifest.shell) return;
  const report: FieldReport = {
    builds: [`shell/${manifest.shell}`],
    ...(router?.state.historyAction === 'POP' && { route: router.state.matches.at(-1)?.route.path }),
    how: performance.getEntriesByType('navigation')[0]?.type,
    errors: [],
    failures: {},
  };
  if (manifest.remote) report.builds.push(manifest.remote.entry.url.split('/').slice(2, 4).join('/'));
  const isSilent = (path: string) =>
    release.field?.except.some((mount) => `${path}/`.startsWith(`${mount}/`));
  let isOver =
    Boolean(release.preview) || isSilent(manifest.remote?.mount ?? '/') || isSilent(location.pathname);

  const note = (failure: Failure): void => {
    logUncaughtError(failure, manifest, release);
    if (isOver) return;
    const { phase, error } = describeFailure(failure);
    if (phase) report.failures[phase] = (report.failures[phase] ?? 0) + 1;
    const isKnown = report.errors.some((known) => String(known) === String(error));
    if (error && !isKnown && report.errors.length < MAX_ERRORS) report.errors.push(error);
  };
  for (const failure of failures) note(failure);
  failures.push = note;

  const leave = (): void => {
    if (!isOver && !objects()) navigator.sendBeacon(FIELD_ADDRESS, JSON.stringify(report));
    isOver = true;
  };
  // web-vitals requests performance entries of a type that Chromium supports only since version 115. Older versions would
  // log a console warning, so they do not run web-vitals.
  const hasVitals = 'VisibilityStateEntry' in window || !('LayoutShift' in window);
  for (const [name, observe] of hasVitals ? VITALS : [])
    observe(
      ({ value }) => {
        if (!isOver) report[name] = Number(value.toFixed(4));
      },
      { reportAllChanges: true },
    );
  router?.subscribe(({ location, navigation }) => {
    if (isSilent((navigation.location ?? location).pathname)) leave();
  });
  addEventListener('pagehide', leave);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
}
