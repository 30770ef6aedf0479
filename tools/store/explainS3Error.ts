interface S3Place {
  bucket: string;
  /** The server's address if it is not Amazon's. */
  endpoint: string | undefined;
  /** What was asked for: a key, or what keys begin with. */
  key: string;
}

/** What a failed request to a bucket means for whoever deploys: what, why, and how to mend it. */
export function explainS3Error(error: unknown, { bucket, endpoint, key }: S3Place): Error {
  const where = endpoint ?? 'Amazon S3';
  return new Error(sentence(), { cause: error });

  function sentence(): string {
    const { name, message } = error as Error;
    const status = statusOf(error as Error);
    const code = codeOf(error as Error);
    if (name === 'CredentialsProviderError') {
      return `There are no keys for the bucket ${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    }
    if (message === 'Region is missing')
      return 'The region of the bucket is not known: set AWS_REGION, e.g. eu-west-2.';
    if (name === 'NoSuchBucket')
      return `There is no bucket ${bucket} at ${where}: create it, or correct its name.`;
    if (status === 401 || status === 403) {
      return `${where} refuses access to ${key} in the bucket ${bucket} (${name}): check the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they are allowed to do (docs/pipeline.md).`;
    }
    if (status === 301 || name === 'AuthorizationHeaderMalformed')
      return `The bucket ${bucket} is in another region than AWS_REGION says: correct it. ${message}`;
    if (name === 'ConditionalRequestConflict')
      return `${where} keeps putting off a write in the bucket ${bucket}, since others write the same key. Try again.`;
    if (status === 501)
      return `${where} does not know conditional writes, which keep two deployments apart: use a server that does.`;
    if (status !== undefined && status >= 400)
      return `${where} answered with status ${status} for the bucket ${bucket} (${name}: ${message}). Try again later.`;
    if (code === 'ERR_INVALID_URL' || name === 'EndpointError' || message.includes('Invalid URL'))
      return `${where} is no address of a server: correct AWS_ENDPOINT_URL, e.g. https://s3.example.com.`;
    if (name === 'TimeoutError' || code === 'ETIMEDOUT')
      return `${where} does not answer: check the network and AWS_ENDPOINT_URL, and try again.`;
    return `${where} cannot be reached (${code ?? message}): check the network and AWS_ENDPOINT_URL, and try again.`;
  }
}

function statusOf(error: object): number | undefined {
  if (!('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

function codeOf(error: object): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
