import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startS3 } from './startS3';

let server: Awaited<ReturnType<typeof startS3>> | undefined;

/** Runs a real S3 server during the tests of this file; stores find it by the environment. */
export function useS3(): void {
  beforeAll(async () => {
    server = await startS3();
    Object.assign(process.env, server.environment);
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
  });
}

/** The address of a new empty store in the server's bucket. */
export function newBucketAddress(): string {
  return `s3://site/${randomUUID()}`;
}
