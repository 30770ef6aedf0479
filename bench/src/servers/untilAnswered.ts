import { until } from '@site/backend/testing/until';

/** How long a server may take to start. Milliseconds. */
const LIMIT = 60_000;

/** Waits until an address is answered with a page. */
export async function untilAnswered(url: string): Promise<void> {
  const isAnswered = async () =>
    (await fetch(url, { signal: AbortSignal.timeout(LIMIT) }).catch(() => undefined))?.ok;
  await until(`${url} answers`, isAnswered, LIMIT);
}
