import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '@site/backend/testing/freePort';
import { runProxy } from './runProxy';

/** Where to look for the S3 server: the configured path, the `PATH`, CI's folder for it, and Go's `bin` folder. */
const PLACES = [
  process.env.VERSITYGW,
  'versitygw',
  resolve(import.meta.dirname, '../../.local/bin/versitygw'),
  join(
    process.env.GOBIN ?? join(process.env.GOPATH ?? join(process.env.HOME ?? '', 'go'), 'bin'),
    'versitygw',
  ),
];

const VERSITYGW = PLACES.find(
  (path) => path && spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0,
);

/** Why tests that need an S3 bucket are skipped; undefined if they run. */
export const NO_S3 = VERSITYGW
  ? undefined
  : 'there is no versitygw: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0';

const KEYS = { AWS_ACCESS_KEY_ID: 'test-access', AWS_SECRET_ACCESS_KEY: 'test-secret' };

/**
 * Starts a real S3 server with one bucket, `site`.
 *
 * @returns `endpoint`: the server's URL; `environment`: the environment variables that stores need in order to use the
 *   server; `addKey`: a function that adds a user; `stop`: a function that stops the server
 */
export async function startS3() {
  if (!VERSITYGW) throw new Error('There is no versitygw on this machine.');
  const program = VERSITYGW;
  const home = await mkdtemp(join(tmpdir(), 's3-test-'));
  const port = await freePort();
  await mkdir(join(home, 'buckets', 'site'), { recursive: true });
  await mkdir(join(home, 'accounts'));
  const end = await runProxy({
    home,
    command: [
      program,
      ...['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', '--iam-dir', join(home, 'accounts')],
      ...['posix', join(home, 'buckets')],
    ],
    env: { ROOT_ACCESS_KEY: KEYS.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: KEYS.AWS_SECRET_ACCESS_KEY },
    port,
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const environment = {
    ...KEYS,
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  return {
    endpoint,
    environment,
    /**
     * Adds a user with a key, and sets the bucket's policy, which decides what the user may do. The policy does not
     * restrict the server's own key.
     *
     * @param who the user's name in the policy and the key's id
     * @returns the environment variables that stores need in order to use this key
     */
    async addKey(who: string, policy: string): Promise<typeof environment> {
      const secret = `secret-of-${who}`;
      const [access, root] = [KEYS.AWS_ACCESS_KEY_ID, KEYS.AWS_SECRET_ACCESS_KEY];
      await promisify(execFile)(program, [
        ...['admin', '--access', access, '--secret', root, '--endpoint-url', endpoint],
        ...['create-user', '--access', who, '--secret', secret, '--role', 'user'],
      ]);
      const client = new S3Client({
        endpoint,
        region: environment.AWS_REGION,
        forcePathStyle: true,
        credentials: { accessKeyId: access, secretAccessKey: root },
      });
      await client.send(new PutBucketPolicyCommand({ Bucket: 'site', Policy: policy }));
      client.destroy();
      return { ...environment, AWS_ACCESS_KEY_ID: who, AWS_SECRET_ACCESS_KEY: secret };
    },
    async stop() {
      await end();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Groups tests that use a real S3 server. During the tests, `process.env` contains the server's address and keys. If no
 * server is installed, the tests are skipped.
 */
export function describeWithS3(what: string, tests: () => void): void {
  if (NO_S3) return test.skip(`${what}: ${NO_S3}`, () => undefined);
  describe(what, () => {
    let server: Awaited<ReturnType<typeof startS3>> | undefined;
    beforeAll(async () => {
      server = await startS3();
      Object.assign(process.env, server.environment);
    }, 60_000);
    afterAll(() => server?.stop());
    tests();
  });
}

export function newBucketAddress(): string {
  return `s3://site/${randomUUID()}`;
}
