/** A backend that answers with one record by its id, or with all of them page by page. */
export function answering(records: unknown[]) {
  return (_path: string, { page, perPage, filter }: Record<string, string | number>) => {
    if (filter !== undefined) {
      const isAsked = (record: unknown) => filter === `id='${(record as { id: string }).id}'`;
      return Promise.resolve({ items: records.filter(isAsked) });
    }
    const from = (Number(page) - 1) * Number(perPage);
    return Promise.resolve({ page, perPage, items: records.slice(from, from + Number(perPage)) });
  };
}
