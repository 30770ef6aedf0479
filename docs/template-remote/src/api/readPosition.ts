/** An open position. */
export interface Position {
  id: string;
  title: string;
  place: string;
  /** HTML from the dashboard's editor, not yet sanitised. */
  text: string;
  /** A file name, or empty. */
  photo: string;
}

/** Reads a record, or an older build's stored copy of one. Missing fields are empty. */
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
