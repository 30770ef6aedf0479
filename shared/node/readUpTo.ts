/** How much may still be received. Several responses can share it. */
export interface Room {
  bytes: number;
}

/**
 * Reads the body of a response, and takes its length off the room.
 *
 * @throws RangeError if there is not enough room; the rest of the body is not received
 */
export async function readUpTo(response: Response, room: Room): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) {
    const received = part as Uint8Array;
    room.bytes -= received.length;
    if (room.bytes < 0) throw new RangeError('There is more than may be received.');
    parts.push(received);
  }
  return Buffer.concat(parts);
}
