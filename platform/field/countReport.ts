import type { FieldReport } from '@site/shared/field';
import { listBuildNames, pagePath, type Release } from '../release/Release';
import {
  add,
  addKind,
  addValue,
  MAX_BUILDS,
  MAX_ROUTES,
  noFigures,
  VITALS,
  type FieldFile,
} from './FieldFile';

/**
 * Adds a page's report to the figures in `file`. Ignores the whole report if one of its builds is not in `builds`. Counts
 * the report without its route if only the route is unknown. A file with `MAX_BUILDS` builds accepts only live builds in
 * addition, and a build with `MAX_ROUTES` routes accepts no further routes.
 */
export function countReport(file: FieldFile, report: FieldReport, { live, builds, routes }: Believed): void {
  if (!report.builds.every((build) => builds.has(build))) return;
  const route = report.route !== undefined && routes.has(report.route) ? report.route : undefined;
  for (const build of new Set(report.builds)) {
    if (!file[build] && !live.has(build) && Object.keys(file).length >= MAX_BUILDS) continue;
    const figures = (file[build] ??= noFigures());
    figures.loads += 1;
    if (route !== undefined && (route in figures.routes || Object.keys(figures.routes).length < MAX_ROUTES))
      add(figures.routes, route, 1);
    if (report.how) add(figures.how, report.how, 1);
    for (const vital of VITALS) {
      const value = report[vital];
      if (value !== undefined) addValue(figures, vital, value);
    }
    for (const [phase, times] of Object.entries(report.failures)) add(figures.failures, phase, times);
    const own = report.errors.filter(([, script]) => script.startsWith(`${build}/`));
    if (own.length > 0) figures.failing += 1;
    for (const [name, script, line, column] of own)
      addKind(figures, {
        ...{ name, script: script.slice(build.length + 1), line, column, loads: 1 },
        ...(route !== undefined && { route }),
      });
  }
}

/** The builds (`<app>/<version>`) and routes that a report may refer to. */
export interface Believed {
  /** The builds in the live release and those recorded in its log, except builds of remotes whose pages must not report. */
  builds: ReadonlySet<string>;
  /** All builds of the live release. */
  live: ReadonlySet<string>;
  /** The paths of the live release's routes. */
  routes: ReadonlySet<string>;
}

/** Returns the builds and routes that a report may refer to while the given release is live. */
export function believedBy(release: Release): Believed {
  const logged = release.log.flatMap(({ apps }) => Object.entries(apps));
  const live = listBuildNames(release);
  const names = [...live, ...logged.map(([app, version]) => `${app}/${version}`)];
  const reports = (name: string) => mayReport(release, name.split('/')[0] ?? '');
  const routes = Object.entries(release.pages).map(([file, page]) => page.route ?? pagePath(file, page));
  return {
    live,
    builds: new Set(names.filter(reports)),
    routes: new Set(routes.map((path) => path.replace(/\?.*/, ''))),
  };
}

/** Whether an app's pages may report. The shell's always may. A remote's may if its build says `field: true`. */
export function mayReport({ builds }: Pick<Release, 'builds'>, app: string): boolean {
  const build = builds[app];
  return build !== undefined && (!build.remote || build.remote.field === true);
}
