/** The part of React Router that a remote may use. */
export const ROUTER = '@site/shared/router';

/** The contract, `shared/src/remote.ts`. It is no module that browsers load, but it has a version like one. */
export const CONTRACT = '@site/shared/remote';

/** The modules that the shell provides, once, to every remote. */
export const sharedModules = ['react', 'react/jsx-runtime', 'react-dom', ROUTER];
