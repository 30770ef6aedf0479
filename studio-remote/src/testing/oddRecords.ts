/** Records as a backend with odd or hostile content could send them. */
export const oddRecords: Record<string, unknown>[] = [
  {
    id: 'huge',
    title: 'Huge',
    technologies: Array.from({ length: 500_000 }, (_, index) => `Technology ${index}`),
  },
  { id: 'text', title: 'Text', technologies: 'x'.repeat(10_000_000), description: 'y'.repeat(10_000_000) },
  {
    id: 'deep',
    title: 'Deep',
    technologies: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown,
  },
  {
    id: 'objects',
    title: 'Objects',
    technologies: [{ name: 'React' }, { toString: null }, { __proto__: null }],
  },
  {
    id: 'nulls',
    title: null,
    description: null,
    category: null,
    status: null,
    technologies: null,
    images: null,
  },
  {
    id: 'wrong',
    title: ['a'],
    description: {},
    category: true,
    status: {},
    cover_Image: ['a'],
    images: { a: 1 },
  },
  { id: '\uD800', title: 'Half \uDC00', cover_Image: '\uD800.jpg', images: ['\uD800.jpg', 7] },
  { id: '../..', title: '<img src=x onerror=alert(1)>', cover_Image: '../../x', category: '__proto__' },
  { id: 'bare' },
];
