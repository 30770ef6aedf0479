/** The module through which remotes use React Router. */
export const ROUTER = '@site/shared/router';

/** The contract, `shared/src/contract.ts`. Browsers do not load it, but it is versioned like the shared modules. */
export const CONTRACT = '@site/shared/contract';

/** The modules that the shell provides to all remotes. A page contains a single instance of each. */
export const sharedModules = ['react', 'react/jsx-runtime', 'react-dom', ROUTER];
