import { pickPort } from '../pickPort';

/**
 * Picks a free port for a program that is started later. The port is below the system's ephemeral range, so the system
 * does not give it to another program.
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
