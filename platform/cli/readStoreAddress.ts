import { statSync } from 'node:fs';
import { errorMessage } from '@site/shared/node/errorMessage';
import { InvalidArgumentError } from 'commander';
import { parseAddress } from '../store/openStore';
import { repository } from './repository';

/**
 * Validates the address of a store before a command reads or writes anything.
 *
 * @throws InvalidArgumentError, which commander prints, if the address is malformed or names a file
 */
export function readStoreAddress(value: string): string {
  const file = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  try {
    const address = parseAddress(value, repository);
    if ('directory' in address && file(address.directory))
      throw new Error(`${value} is a file. Name a directory, or s3://bucket/prefix.`);
    return value;
  } catch (error) {
    throw new InvalidArgumentError(errorMessage(error));
  }
}
