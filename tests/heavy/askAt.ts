import { askHost } from '@site/platform/testing/askHost';

/** Requests a URL. Also works for subdomains of `localhost`, which Node can resolve on some machines only. */
export function askAt(address: string, headers?: Record<string, string>): ReturnType<typeof askHost> {
  const { host, port, pathname, search } = new URL(address);
  return askHost({ port, host, path: pathname + search, ...(headers && { headers }) });
}
