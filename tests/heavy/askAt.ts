import { askHost } from '@site/platform/testing/askHost';

/** Requests an address, even at a subdomain of `localhost`, which only browsers resolve everywhere. */
export function askAt(address: string, headers?: Record<string, string>): ReturnType<typeof askHost> {
  const { host, port, pathname, search } = new URL(address);
  return askHost({ port, host, path: pathname + search, ...(headers && { headers }) });
}
