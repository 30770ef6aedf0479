/** The number of bytes that may still be received. Several responses can share one `Room`. */
export interface Room {
  bytes: number;
}

/**
 * Reads a response's body and subtracts the body's length from `room.bytes`.
 *
 * @throws RangeError as soon as the body exceeds `room.bytes`. The rest of the body is not received
 */
export async function readUpTo(response: Response, room: Room): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) {
    const received = part as Uint8Array;
    room.bytes -= received.length;
    if (room.bytes < 0) throw new RangeError('The response exceeds the limit.');
    parts.push(received);
  }
  return Buffer.concat(parts);
}
