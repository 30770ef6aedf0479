/** The part of React Router that a remote may use. */
export const ROUTER = '@site/shared/router';

/** The contract, `shared/src/remote.ts`. Browsers do not load it, but it has a version like the shared modules. */
export const CONTRACT = '@site/shared/remote';

/** The modules that the shell provides to all remotes, in a single instance. */
export const sharedModules = ['react', 'react/jsx-runtime', 'react-dom', ROUTER];
