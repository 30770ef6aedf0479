// @ts-expect-error The package has no types.
import untypedRuntime from 'react-refresh/runtime';

const runtime = untypedRuntime as { injectIntoGlobalHook: (global: Window) => void };

// Installs React Refresh's hook before React is loaded, because React looks for the hook only once.
runtime.injectIntoGlobalHook(window);

/** Shares the shell's refresh runtime with the remotes, because React reports to only one runtime. */
Object.assign(window, { siteReactRefresh: runtime });
