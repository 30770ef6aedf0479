import { portOfStart, previewPort } from './readPort';

/**
 * Returns the URL of a preview. On `localhost`, `npm start` serves previews over HTTP. On any other host, a proxy serves
 * them over HTTPS.
 *
 * @param label the first label of the preview's host name
 */
export async function previewAddress(label: string, host: string): Promise<string> {
  return host === 'localhost'
    ? `http://${label}.${host}:${previewPort(await portOfStart())}`
    : `https://${label}.${host}`;
}
