// All that anybody outside tools needs of it: README.md says how the parts make a site.
export { buildApps as build } from './build/buildApps';
export { deploy } from './release/deploy';
export { previewRelease } from './release/previewRelease';
export { prune } from './release/prune';
export type { Release } from './release/Release';
export { rollback } from './release/rollback';
export { watch } from './release/watch';
export { createSite } from './server/createSite';
export { openMirror } from './server/mirror';
export type { SiteSource } from './server/SiteSource';
export { storeSource } from './server/storeSource';
export { openStore } from './store/openStore';
export { readArtifact, type LoadedArtifact } from './store/readArtifact';
export type { Store } from './store/Store';
