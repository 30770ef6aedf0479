/**
 * Waits for a promise, but only up to a time limit.
 *
 * @param limit the time limit, in milliseconds
 * @throws Error if the time limit is exceeded, or the promise's own error if the promise is rejected earlier
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`No answer within ${limit} ms.`)), limit);
  });
  return Promise.race([work, timeout]);
}
