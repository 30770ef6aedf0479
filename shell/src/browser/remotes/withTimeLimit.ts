/**
 * Returns a promise's result, unless the time limit is exceeded first.
 *
 * @param limit the time limit, in milliseconds
 * @throws Error if the time limit is exceeded, or the promise's own error if the promise is rejected earlier
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`The time limit of ${limit} ms was exceeded.`)), limit);
  });
  return Promise.race([work, timeout]);
}
