import { CommanderError } from 'commander';
import { ClientResponseError } from 'pocketbase';
import { messageOf } from '../messageOf';
import { CommandError, EXIT_CODES } from './CommandError';

/** @returns what to say about anything that was thrown, and the exit code that goes with it. */
export function describeFailure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof CommanderError) {
    return { message: '', exitCode: error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage };
  }
  if (error instanceof ClientResponseError) return describeAnswer(error);
  return { message: messageOf(error), exitCode: EXIT_CODES.failed };
}

function describeAnswer(error: ClientResponseError): { message: string; exitCode: number } {
  if (error.status === 0) {
    const message = 'PocketBase does not answer. Start the site (npm start), on a server its service.';
    return { message, exitCode: EXIT_CODES.noBackend };
  }
  // A token that it does not know makes a visitor of the operator.
  if (error.status === 401 || error.status === 403) {
    const message = 'PocketBase does not accept the saved session. Sign in: npm run backend -- login';
    return { message, exitCode: EXIT_CODES.notSignedIn };
  }
  const fields = Object.entries((error.response.data ?? {}) as Record<string, { message?: string }>);
  const details = fields.map(([field, { message }]) => `\n  ${field}: ${message ?? 'not accepted'}`);
  return { message: `${error.message} (${error.status})${details.join('')}`, exitCode: EXIT_CODES.failed };
}
