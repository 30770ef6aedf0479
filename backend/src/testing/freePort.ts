import { pickPort } from '../pickPort';

/**
 * A free port for a program that is started later: from below those that the system gives out by itself, so that no
 * other program gets it meanwhile by chance.
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
