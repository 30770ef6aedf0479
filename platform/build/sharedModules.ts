/** The part of React Router that a remote may use. */
export const ROUTER = '@site/shared/router';

/**
 * The contract, `shared/src/contract.ts`. Browsers do not load the contract, but like the shared modules, it has a
 * version.
 */
export const CONTRACT = '@site/shared/contract';

/** The modules that the shell provides to all remotes, in a single instance. */
export const sharedModules = ['react', 'react/jsx-runtime', 'react-dom', ROUTER];
