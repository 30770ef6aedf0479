/**
 * Waits for a promise, but no longer than a time limit.
 *
 * @param limit the time limit, in milliseconds
 * @throws Error if the promise takes longer than the limit, or the promise's own error if it is rejected earlier
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`The time limit of ${limit} ms was exceeded.`)), limit);
  });
  return Promise.race([work, timeout]);
}
