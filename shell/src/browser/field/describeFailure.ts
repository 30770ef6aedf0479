import type { FailurePhase, FieldError } from '@site/shared/field';
import type { Failure } from './loadField';

const HYDRATION = /React error #4(?:18|19|2[0-5])/;

/**
 * Describes a failure for a report: its phase (see `FailurePhase`), and the error's name and location if the error was thrown
 * in a script from the site's own builds. Other uncaught errors, such as those from browser extensions, are not reported.
 *
 * @returns an empty object if there is nothing to report
 */
export function describeFailure([error, phase]: Failure): { phase?: FailurePhase; error?: FieldError } {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  if (name === 'ChunkLoadError') return { phase: 'chunk' };
  // If a remote's entry could not be loaded, the error's message begins with the entry's URL.
  if (phase && message.startsWith('/assets/')) return { phase: 'entry' };
  // Not a failure: the router has deliberately turned the navigation into a full page load.
  if (message.endsWith('this tab’s release.')) return {};
  if (HYDRATION.test(message)) return { phase: 'hydration' };
  const place = phase === 'chunk' ? undefined : findPlace(error);
  return { ...(phase && { phase }), ...(place && { error: place }) };
}

/**
 * Finds the first location in an error's stack trace. Removes the message from the stack trace first, because the message
 * may contain other URLs.
 *
 * @returns undefined if that location is not in a script from the site's own builds
 */
function findPlace(error: unknown): FieldError | undefined {
  const { name, message = '', stack = '' } = (error ?? {}) as Partial<Error>;
  const frames = stack.replace(message, '');
  const [, url = '', line, column] = /(\w[\w+.-]*:\/\/[^\s()]+):(\d+):(\d+)/.exec(frames) ?? [];
  const [origin, script] = url.split('/assets/');
  if (origin !== location.origin || !script) return undefined;
  return [name ?? 'Error', script, Number(line), Number(column)];
}
