// @ts-expect-error It has no types.
import untypedRuntime from 'react-refresh/runtime';

const runtime = untypedRuntime as { injectIntoGlobalHook: (global: Window) => void };

// Before React is loaded, which looks for it once.
runtime.injectIntoGlobalHook(window);

/** Gives the remotes the refresh runtime that the shell's React reports to. */
Object.assign(window, { siteReactRefresh: runtime });
