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
  const fields = Object.entries((error.response.data ?? {}) as Record<string, { message?: string }>);
  const details = fields.map(([field, { message }]) => `\n  ${field}: ${message ?? 'not accepted'}`);
  return { message: `${error.message} (${error.status})${details.join('')}`, exitCode: EXIT_CODES.failed };
}
