import { hostname } from 'node:os';
import { openField, type Field } from '../field/openField';
import { requireBeside } from './openBeside';

/**
 * Opens the store in which a server adds up the field data that pages report.
 *
 * @param to the address of the live store
 * @param given the address of the store for field data; `true` for the store next to the live store
 * @param port the server's port, which distinguishes the server from others on this machine
 * @throws Error if the store cannot be read
 * @throws Error with advice if the store is inside the live store, where prune would delete the field data
 */
export async function openFieldAt(to: string, given: string | true, port: number): Promise<Field> {
  const below = (address: string) => `${address.replace(/\/+$/, '')}/`;
  if (given !== true && below(given).startsWith(below(to)))
    throw new Error(`${given} is in the live store. Choose another place for the figures: --field <store>.`);
  const store = await requireBeside(to, 'field', given);
  return openField(store, { process: `${hostname()}-${port}`, log: console.error });
}
