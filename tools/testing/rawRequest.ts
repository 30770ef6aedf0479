import { exchange } from './exchange';

/**
 * The answer to a request that is sent byte by byte as it stands, which no HTTP client would do.
 *
 * @param line method, target and version
 */
export function rawRequest(origin: string, line: string, headers: string[] = [], body = ''): Promise<string> {
  const head = [line, 'Host: www.example.com', ...headers, 'Connection: close', '', ''].join('\r\n');
  return exchange(origin, [head + body]);
}
