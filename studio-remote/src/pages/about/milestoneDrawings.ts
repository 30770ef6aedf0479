/** The drawings of the four milestones, in their order: a filled shape and lines, on a field of 96 by 96. */
export const milestoneDrawings = [
  {
    shape: 'M22 12h20a22 22 0 0 1 0 44H22z',
    line: 'M22 94V6',
  },
  {
    shape:
      'M4 76h18v18H4zM28 76h18v18H28zM52 76h18v18H52zM76 76h18v18H76zM16 52h18v18H16zM40 52h18v18H40zM64 52h18v18H64zM28 28h18v18H28zM52 28h18v18H52z',
    line: 'M41.5 5.5h15v15h-15z',
  },
  {
    shape: 'M24 94a24 24 0 0 1 48 0zM48 40a13 13 0 1 1 0 26 13 13 0 0 1 0-26z',
    line: 'M2 94a20 20 0 0 1 22-20M94 94a20 20 0 0 0-22-20M20 46a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM76 46a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
  },
  {
    shape: 'M48 8a40 40 0 0 1 40 40H48z',
    line: 'M48 8a40 40 0 1 1 0 80 40 40 0 0 1 0-80zM48 8c-26 22-26 58 0 80c26-22 26-58 0-80M8 48h80M48 8v80',
  },
] as const;
