import { portOfStart, previewPort } from './readPort';

/**
 * The URL of a preview. On `localhost`, `npm start` serves it; on any other host, a proxy with TLS does.
 *
 * @param label the first label of its host name
 */
export async function previewAddress(label: string, host: string): Promise<string> {
  return host === 'localhost'
    ? `http://${label}.${host}:${previewPort(await portOfStart())}`
    : `https://${label}.${host}`;
}
