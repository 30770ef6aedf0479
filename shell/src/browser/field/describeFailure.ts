import type { FailurePhase, FieldError } from '@site/shared/field';
import type { Failure } from './loadField';

/** Matches React's error messages for a page that it has rendered again because hydration failed. */
const HYDRATION = /React error #4(?:18|19|2[0-5])/;

/**
 * Reduces a failure to what a report may contain: the kind of failure, or the place of an uncaught error. Only errors in
 * scripts of the site's own builds have a place. Errors in other scripts, such as browser extensions, are ignored.
 */
export function describeFailure([error, phase]: Failure): { phase?: FailurePhase; error?: FieldError } {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  if (name === 'ChunkLoadError') return { phase: 'chunk' };
  // The messages of `loadEntry` and `createRouteLoader` begin with the URL of the entry.
  if (phase && message.startsWith('/assets/')) return { phase: 'entry' };
  // A newer release is live, so a full page load follows as intended.
  if (message.endsWith('this tab’s release.')) return {};
  if (HYDRATION.test(message)) return { phase: 'hydration' };
  const place = phase === 'chunk' ? undefined : findPlace(error);
  return { ...(phase && { phase }), ...(place && { error: place }) };
}

/** Returns the first place in the stack trace if it is in a script of a build. Leaves out the message. */
function findPlace(error: unknown): FieldError | undefined {
  const { name, message = '', stack = '' } = (error ?? {}) as Partial<Error>;
  const frames = stack.replace(message, '');
  const [, url = '', line, column] = /(\w[\w+.-]*:\/\/[^\s()]+):(\d+):(\d+)/.exec(frames) ?? [];
  const [origin, script] = url.split('/assets/');
  if (origin !== location.origin || !script) return undefined;
  return [name ?? 'Error', script, Number(line), Number(column)];
}
