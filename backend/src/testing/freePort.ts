import { pickPort } from '../pickPort';

/**
 * Picks a free port for a program that will be started later. The port is below the range of ephemeral ports, so the
 * system does not assign it to another program in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let left = 20; ; left -= 1) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      return await pickPort(port);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
