import { readFile } from 'node:fs/promises';

/** @returns what a JSON file holds; undefined if there is none, or if it was cut off while it was written. */
export async function readNote<T>(path: string): Promise<Partial<T> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<T>;
  } catch {
    return undefined;
  }
}
