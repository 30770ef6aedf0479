import { afterAll, beforeAll, expect } from '@jest/globals';
import { signIn } from './signIn';
import { startTestBackend, type TestBackend } from './startTestBackend';

/** The backend of this file, and the token of its operator. */
export const site = {} as { backend: TestBackend; operator: string };

/** A message and a request that the backend takes. */
export const form = {
  full_name: 'Ada Example',
  email_address: 'ada@example.com',
  company: '',
  service_interested_in: '',
  project_details: 'A website, please.',
};
export const deletion = { contact_email: 'ada@example.com', micora_email: 'ada+app@example.com', reason: '' };

/** Runs a backend without projects during the tests of this file. */
export function useBackend(): void {
  beforeAll(async () => {
    const backend = await startTestBackend({ seeded: false });
    Object.assign(site, { backend, operator: (await signIn(backend)).authStore.token });
  });
  afterAll(() => site.backend.stop());
}

/**
 * Asks the backend, as a visitor if there is no token.
 *
 * @param path below `/api/`
 */
export function send(method: string, path: string, body?: object, token?: string): Promise<Response> {
  const headers: Record<string, string> = { ...(token !== undefined && { authorization: token }) };
  if (body instanceof FormData) return fetch(`${site.backend.url}/api/${path}`, { method, headers, body });
  headers['content-type'] = 'application/json';
  const content = body === undefined ? null : JSON.stringify(body);
  return fetch(`${site.backend.url}/api/${path}`, { method, headers, body: content });
}

/** Expects that a record is refused. @returns why, by field */
export async function refusal(
  collection: string,
  content: object,
  token?: string,
): Promise<Record<string, string>> {
  const response = await send('POST', `collections/${collection}/records`, content, token);
  expect(response.status).toBe(400);
  const { data } = (await response.json()) as { data: Record<string, { code: string }> };
  return Object.fromEntries(Object.entries(data).map(([field, { code }]) => [field, code]));
}
