import { askHost } from '@site/platform/testing/askHost';

/** Requests a URL. Works for subdomains of `localhost`, even on machines where Node cannot resolve them. */
export function askAt(address: string, headers?: Record<string, string>): ReturnType<typeof askHost> {
  const { host, port, pathname, search } = new URL(address);
  return askHost({ port, host, path: pathname + search, ...(headers && { headers }) });
}
