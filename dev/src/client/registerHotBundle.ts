/// <reference types="webpack/module" />
import type { HotBundle } from './HotBundle';

/** Part of every bundle that is built for the development server; its query names the app. */
const hotBundle: HotBundle = {
  app: __resourceQuery.slice(1),
  hash: () => __webpack_hash__,
  update: () => import.meta.webpackHot.check(true),
};
(window.siteHotApps ??= []).push(hotBundle);
