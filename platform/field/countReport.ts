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
 * Adds a page's report to the figures in `file`. The whole report is ignored if one of its builds is unknown, or belongs to
 * a remote whose pages may not report. An unknown route is ignored. Once the file has `MAX_BUILDS` builds, a further build
 * is ignored unless it is live. Once a build has `MAX_ROUTES` routes, a further route is ignored.
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

/**
 * What a report may refer to: the builds (`<app>/<version>`) that may report and are in a release or its log, and the paths
 * of the routes in the release.
 */
export interface Believed {
  builds: ReadonlySet<string>;
  live: ReadonlySet<string>;
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

/** Whether an app's pages may report. The shell's pages may, and so may a remote's if the release says `field: true`. */
export function mayReport({ builds }: Pick<Release, 'builds'>, app: string): boolean {
  const build = builds[app];
  return build !== undefined && (!build.remote || build.remote.field === true);
}
