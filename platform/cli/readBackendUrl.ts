import { InvalidArgumentError } from 'commander';

/**
 * Validates the value of `--backend`. An empty value, e.g. from an environment variable, means that there is no backend.
 *
 * @returns the URL without a trailing slash
 * @throws InvalidArgumentError, which commander prints, if the value cannot be the base URL of PocketBase
 */
export function readBackendUrl(value: string): string {
  if (value === '') return value;
  const [scheme = ''] = /^[a-z]+:\/\//i.exec(value) ?? [];
  if (!/^https?:\/\/$/i.test(scheme) || !URL.canParse(value))
    throw new InvalidArgumentError(
      `This is not the address of PocketBase. Write http://${value.replace(scheme, '') || '127.0.0.1:8090'}.`,
    );
  const url = value.replace(/\/+$/, '');
  const [, address] = /^(.*?)\/(?:api|_)(?:\/.*)?$/.exec(url) ?? [];
  if (address !== undefined)
    throw new InvalidArgumentError(
      `This is an address within PocketBase. Use its base URL, without /api or /_/. Write ${address}.`,
    );
  if (/[?#]/.test(url))
    throw new InvalidArgumentError(`The URL of PocketBase has no query. Write ${url.replace(/[?#].*/, '')}.`);
  return url;
}
