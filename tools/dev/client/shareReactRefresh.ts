// @ts-expect-error It has no types.
import runtime from 'react-refresh/runtime';

/** Gives the remotes the refresh runtime that the shell's React reports to. */
Object.assign(window, { siteReactRefresh: runtime as object });
