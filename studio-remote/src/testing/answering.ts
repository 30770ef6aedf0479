/** A backend that answers page by page. */
export function answering(records: unknown[]) {
  return (_path: string, { page, perPage }: Record<string, string | number>) => {
    const from = (Number(page) - 1) * Number(perPage);
    return Promise.resolve({ page, perPage, items: records.slice(from, from + Number(perPage)) });
  };
}
