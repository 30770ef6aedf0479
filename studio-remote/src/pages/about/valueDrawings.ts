/** The drawings of the four values, in their order: a filled shape and lines, on a field of 64 by 64. */
export const valueDrawings = [
  {
    shape: 'M32 20a12 12 0 1 1 0 24 12 12 0 0 1 0-24z',
    line: 'M32 2v12M32 50v12M2 32h12M50 32h12M10.8 10.8l8.5 8.5M44.7 44.7l8.5 8.5M53.2 10.8l-8.5 8.5M19.3 44.7l-8.5 8.5',
  },
  {
    shape: 'M2 32A30 30 0 0 1 32 2v60A30 30 0 0 1 2 32z',
    line: 'M32 2a30 30 0 1 1 0 60 30 30 0 0 1 0-60zM20 33l9 9 17-19',
  },
  {
    shape: 'M22 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
    line: 'M42 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z',
  },
  {
    shape: 'M4 4h36v36H4z',
    line: 'M24 24h36v36H24z',
  },
] as const;
