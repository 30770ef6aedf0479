// The public API of this folder. README.md explains how the folder's parts work together.
export { buildApps as build } from './build/buildApps';
export { appFolders } from './build/appFolders';
export { readApps } from './build/readApps';
export { listReleases } from './cli/listReleases';
export { deploy, rollback } from './release/deploy';
export { previewRelease } from './release/previewRelease';
export type { Preview } from './release/writePreview';
export { prune } from './release/prune';
export { liveRelease } from './release/readReleases';
export { pagePath, type Release } from './release/Release';
export { watch } from './release/watch';
export { createSite } from './server/createSite';
export { servePreviews } from './server/servePreviews';
export { storeSource } from './server/storeSource';
export { directoryStore } from './store/directoryStore';
export { openStore } from './store/openStore';
export { loadBuild, readBuild, type LoadedBuild } from './store/readBuild';
export type { Store } from './store/Store';
