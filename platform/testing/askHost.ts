import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

interface HostRequest {
  port: number | string;
  /**
   * The `Host` header. The request always goes to 127.0.0.1, because some systems do not resolve the subdomains of
   * `localhost`.
   */
  host: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  method?: string;
}

/** Sends a request with the given `Host` header to a port on this machine. Does not follow redirects. */
export async function askHost({ port, host, path, headers = {}, method = 'GET' }: HostRequest) {
  const target = { host: '127.0.0.1', port, path, method, headers: { host, ...headers } };
  const [response] = (await once(request(target).end(), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
