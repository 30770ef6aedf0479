export interface Position {
  id: string;
  title: string;
  place: string;
  /** HTML from the dashboard's editor. Sanitise it before you show it. */
  text: string;
  /** The photo's file name; empty if there is no photo. */
  photo: string;
}

/**
 * Converts a record to a position. Missing fields become empty strings: if an older build stored the record, newer fields
 * are missing.
 */
export function readPosition(record: unknown): Position {
  const fields = Object(record) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    id: text('id'),
    title: text('title'),
    place: text('place'),
    text: text('text'),
    photo: text('photo'),
  };
}
