/** What the exit code of a command means. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
} as const;

/** Ends a command with a message for people and an exit code for programs. */
export class CommandError extends Error {
  override name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT_CODES.failed,
  ) {
    super(message);
  }
}
