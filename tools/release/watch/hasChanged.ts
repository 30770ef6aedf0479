import { askBackend, type Answers } from '../renderer/readBackend';

/**
 * Asks a backend again what it was asked before.
 *
 * @returns whether any of its answers is another one now
 * @throws BackendError if it cannot be read
 */
export async function hasChanged(answers: Answers): Promise<boolean> {
  const changes = Object.entries(answers).map(
    async ([address, hash]) => (await askBackend(address)).hash !== hash,
  );
  return (await Promise.all(changes)).includes(true);
}
