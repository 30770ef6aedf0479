import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { listWith } from './listWith';
import type { Store, StoredFile } from './Store';

/** How long the server may be silent before a request counts as failed, in milliseconds. */
const ANSWER_LIMIT = 20_000;

/**
 * The maximum number of attempts per request. The client retries if the server fails. `read` retries if a response is cut
 * short.
 */
const ATTEMPTS = 3;

/** The maximum number of characters that an error message quotes from a server's response. */
const QUOTE_LENGTH = 300;

/** The maximum number of attempts to create a key while the server reports that another request is creating it. */
const CONFLICT_ATTEMPTS = 10;

interface S3StoreOptions {
  bucket: string;
  /** The prefix of all keys, without a leading or trailing slash; may be empty. */
  prefix: string;
  answerLimit?: number;
}

interface Failure extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { statusCode?: number; body?: unknown };
}

interface Bucket {
  client: S3Client;
  name: string;
  /** The prefix of every key: empty, or with a trailing slash. */
  root: string;
}

/**
 * Creates a store in an S3-compatible bucket. The server, the region and the access keys come from the usual environment
 * variables: `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`. The
 * server must support conditional writes (see `assertExclusive`).
 */
export function s3Store({ bucket: name, prefix, answerLimit = ANSWER_LIMIT }: S3StoreOptions): Store {
  // A CI pipeline may set a variable to an empty string instead of leaving it unset.
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined;
  const bucket = { client: openClient(endpoint, answerLimit), name, root: prefix && `${prefix}/` };

  function explained<Result>(key: string, request: Promise<Result>): Promise<Result> {
    return request.catch((cause: unknown) => {
      const where = endpoint ?? 'Amazon S3';
      throw new Error(explain(cause as Failure, { bucket: name, where, key: bucket.root + key }), { cause });
    });
  }

  return {
    read: (key) => explained(key, read(bucket, key)),
    write: async (key, content) => {
      await explained(
        key,
        bucket.client.send(new PutObjectCommand(object(bucket, key, Buffer.from(content)))),
      );
    },
    create: (key, content) => explained(key, create(bucket, key, Buffer.from(content))),
    list: listWith(
      (folder) => explained(folder, listNames(bucket, folder)),
      (folder) => explained(folder, listDeep(bucket, folder)),
    ),
    remove: async (key) => {
      await explained(key, bucket.client.send(new DeleteObjectCommand(target(bucket, key))));
    },
  };
}

function openClient(endpoint: string | undefined, answerLimit: number): S3Client {
  // Hide the client's warning about old Node versions. When the client is upgraded, check which Node version it needs.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return new S3Client({
    maxAttempts: ATTEMPTS,
    ...(endpoint !== undefined && { endpoint }),
    // Self-hosted servers seldom have a host name for each bucket, so the path names the bucket.
    forcePathStyle: endpoint !== undefined,
    // Some servers refuse requests with checksums that they do not support. We verify contents with our own hashes instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: answerLimit,
      requestTimeout: answerLimit,
      socketTimeout: answerLimit,
      throwOnRequestTimeout: true,
    },
  });
}

function target({ name, root }: Bucket, key: string) {
  return { Bucket: name, Key: root + key };
}

function object(bucket: Bucket, key: string, content: Buffer) {
  return { ...target(bucket, key), Body: content, ContentLength: content.length };
}

async function read(bucket: Bucket, key: string): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const command = new GetObjectCommand(target(bucket, key));
    const { Body } = await bucket.client.send(command).catch((error: unknown) => {
      if (hasName(error, 'NoSuchKey')) return { Body: undefined };
      throw error;
    });
    if (!Body) return undefined;
    try {
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function create(bucket: Bucket, key: string, content: Buffer): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await bucket.client.send(new PutObjectCommand({ ...object(bucket, key, content), IfNoneMatch: '*' }));
      return true;
    } catch (error) {
      const isConflict = hasName(error, 'ConditionalRequestConflict');
      if (isConflict && attempt < CONFLICT_ATTEMPTS) {
        await pause(Math.random() * 50 * attempt);
        continue;
      }
      // If the response to an attempt is lost, the client's next attempt is refused, because the key exists by then. So an
      // existing key with the same content counts as created.
      const existing = await read(bucket, key).catch(() => undefined);
      if (existing?.equals(content)) return true;
      if (existing && [409, 412].includes(getStatus(error as Failure) ?? 0)) return false;
      throw error;
    }
  }
}

/** @param folder an empty string for the whole store */
function folderPrefix(folder: string): string {
  return folder && folder.replace(/\/*$/, '/');
}

async function* pages(
  { client, name, root }: Bucket,
  folder: string,
  Delimiter?: string,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  const Prefix = root + folderPrefix(folder);
  yield* paginateListObjectsV2({ client }, { Bucket: name, Prefix, ...(Delimiter && { Delimiter }) });
}

async function listNames(bucket: Bucket, folder: string): Promise<string[]> {
  const names: string[] = [];
  const start = bucket.root.length + folderPrefix(folder).length;
  for await (const { Contents = [], CommonPrefixes = [] } of pages(bucket, folder, '/')) {
    names.push(...Contents.map(({ Key = '' }) => Key.slice(start)));
    names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(start, -1)));
  }
  // Web consoles create a folder as an empty object. When that folder is listed, the object appears with an empty name.
  return names.filter(Boolean);
}

async function listDeep(bucket: Bucket, folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const { Contents = [] } of pages(bucket, folder)) {
    for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
      if (Key.endsWith('/')) continue;
      files.push({ key: Key.slice(bucket.root.length), bytes: Size, modified: LastModified });
    }
  }
  return files;
}

function hasName(error: unknown, name: string): boolean {
  return (error as Error).name === name;
}

function getStatus({ $metadata, $response }: Failure): number | undefined {
  return $metadata?.httpStatusCode ?? $response?.statusCode;
}

function getReason(failure: Failure): string {
  const { name, message, code, $response } = failure;
  // If a proxy responds instead of S3, the client's error does not contain the response's text, so the response is quoted.
  const said =
    typeof $response?.body === 'string' ? $response.body.replaceAll(/<[^>]*>/g, ' ') : `${name}: ${message}`;
  return [getStatus(failure), code, said]
    .join(' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, QUOTE_LENGTH)
    .replace(/[.:]$/, '');
}

function explain(
  failure: Failure,
  { bucket, where, key }: { bucket: string; where: string; key: string },
): string {
  return `The bucket ${bucket} at ${where} cannot be used for ${key || 'its keys'} (${getReason(failure)}). Check AWS_ENDPOINT_URL and AWS_REGION, the keys and their permissions, and the server (docs/grow.md).`;
}
