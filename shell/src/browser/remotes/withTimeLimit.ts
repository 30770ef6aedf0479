/**
 * Waits for a promise, but only up to a time limit.
 *
 * @param limit the time limit, in milliseconds
 * @throws Error if the limit has passed, or whatever `work` throws before that
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`No answer within ${limit} ms.`)), limit);
  });
  return Promise.race([work, timeout]);
}
