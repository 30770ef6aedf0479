/**
 * Waits for work, but not for ever.
 *
 * @param limit milliseconds
 * @throws Error if the limit is over first
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`No answer within ${limit} ms.`)), limit);
  });
  return Promise.race([work, timeout]);
}
