export interface Position {
  id: string;
  title: string;
  place: string;
  /** HTML from the dashboard's editor. It must be sanitised before it is shown. */
  text: string;
  /** The file's name; empty if there is no photo. */
  photo: string;
}

/**
 * Converts a record of the backend to a position. The record may come from an older build's release. Missing fields become
 * empty texts.
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
