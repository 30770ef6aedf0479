/**
 * Does something that writes to a directory.
 *
 * @throws Error that says what to do if its disk is full
 */
export async function explainFullDisk<Result>(
  directory: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Error(
      `The disk of ${directory} is full. Make space there, for a store by npm run deploy -- prune --keep-days 30, and try again.`,
      { cause: error },
    );
  }
}
