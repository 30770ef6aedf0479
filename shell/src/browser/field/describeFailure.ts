import type { FailurePhase, FieldError } from '@site/shared/field';
import type { Failure } from './loadField';

/** Matches React's messages about pages that it had to render again instead of hydrating them. */
const HYDRATION = /React error #4(?:18|19|2[0-5])/;

/**
 * What a page may report of a failure: what failed, or the place of an uncaught error in a script of the site's builds.
 * Errors of other code, such as a browser extension, are nobody's here.
 */
export function describeFailure([error, phase]: Failure): { phase?: FailurePhase; error?: FieldError } {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  if (name === 'ChunkLoadError') return { phase: 'chunk' };
  // `loadEntry` and `createRouteLoader` begin their messages with the address of the entry.
  if (phase && message.startsWith('/assets/')) return { phase: 'entry' };
  // A newer release is live: the full page load that follows is as it should be.
  if (message.endsWith('this tab’s release.')) return {};
  if (HYDRATION.test(message)) return { phase: 'hydration' };
  const place = phase === 'chunk' ? undefined : placeOf(error);
  return { ...(phase && { phase }), ...(place && { error: place }) };
}

/** The first place in the stack, if it is in a script of a build. The message is not part of it. */
function placeOf(error: unknown): FieldError | undefined {
  const { name, message = '', stack = '' } = (error ?? {}) as Partial<Error>;
  const frames = stack.replace(message, '');
  const [, url = '', line, column] = /(\w[\w+.-]*:\/\/[^\s()]+):(\d+):(\d+)/.exec(frames) ?? [];
  const [origin, script] = url.split('/assets/');
  if (origin !== location.origin || !script) return undefined;
  return [name ?? 'Error', script, Number(line), Number(column)];
}
