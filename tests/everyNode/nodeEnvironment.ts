import { delimiter } from 'node:path';
import { fetchNode } from './fetchNode';

/** The environment in which commands run on a Node version, which is fetched if need be. */
export async function nodeEnvironment(version: string): Promise<{ PATH: string }> {
  return { PATH: `${await fetchNode(version)}${delimiter}${process.env.PATH}` };
}
