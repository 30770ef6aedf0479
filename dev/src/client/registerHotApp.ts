/// <reference types="webpack/module" />
import type { HotApp } from './HotApp';

/** Part of every bundle that is built for the development server; its query names the app. */
const hotApp: HotApp = {
  app: __resourceQuery.slice(1),
  hash: () => __webpack_hash__,
  update: () => import.meta.webpackHot.check(true),
};
(window.siteHotApps ??= []).push(hotApp);
