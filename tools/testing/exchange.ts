import { connect } from 'node:net';

/** How long an attacker waits for the server's last word. Milliseconds. */
const PATIENCE = 25_000;

/**
 * Sends the pieces, letter by letter a byte, one after the other as they stand, which no HTTP client would do.
 *
 * @returns all that comes back until the server hangs up, or patience ends
 */
export function exchange(
  origin: string,
  pieces: string[],
  { pause = 0, patience = PATIENCE }: { pause?: number; patience?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const limit = setTimeout(() => socket.destroy(), patience);
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    // Whoever is refused may be cut off in the middle of a word.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(answer);
    });
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(Buffer.from(piece, 'latin1'));
        if (pause > 0) await new Promise((done) => setTimeout(done, pause));
      }
    })();
  });
}
