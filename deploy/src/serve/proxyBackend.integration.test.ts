import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import type { FastifyInstance } from 'fastify';
import { createSiteServer } from './serve';

jest.setTimeout(240_000);

let backend: TestBackend;
let site: FastifyInstance;
let store: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: true });
  store = await mkdtemp(join(tmpdir(), 'site-'));
  site = await createSiteServer({ store, backendUrl: backend.url });
  await site.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await site.close();
  await backend.stop();
  await rm(store, { recursive: true, force: true });
});

const ask = (path: string, init?: RequestInit) => fetch(`${site.listeningOrigin}/api/${path}`, init);
const send = (collection: string, body: unknown) =>
  ask(`collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Project {
  id: string;
  title: string;
  collectionId: string;
  cover_Image: string;
}

async function projects(query: string): Promise<Project[]> {
  const response = await ask(`collections/projects/records?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: Project[] }).items;
}

describe('§7 the calls of visitors reach PocketBase through the site:', () => {
  test('the list of projects, in the order that was asked for', async () => {
    const query = 'page=1&perPage=500&skipTotal=1';
    const titles = (await projects(`${query}&sort=created`)).map(({ title }) => title);
    expect(titles).toHaveLength(8);
    const reversed = (await projects(`${query}&sort=-created`)).map(({ title }) => title);
    expect(reversed).toEqual([...titles].reverse());
  });

  test('one project, by a filter on its id', async () => {
    const [first] = await projects('perPage=1');
    const found = await projects(`filter=${encodeURIComponent(`id="${first?.id}"`)}`);
    expect(found.map(({ id }) => id)).toEqual([first?.id]);
    expect(await projects(`filter=${encodeURIComponent('id="../?x"')}`)).toEqual([]);
  });

  test('a picture, which browsers may show and nothing else', async () => {
    const [first] = await projects('perPage=1');
    const response = await ask(`files/${first?.collectionId}/${first?.id}/${first?.cover_Image}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test('the contact form and the deletion request', async () => {
    const form = {
      full_name: 'Zoë Example',
      email_address: 'zoe@example.com',
      company: '',
      service_interested_in: 'website',
      project_details: '👋'.repeat(5000),
    };
    expect((await send('form_submits', form)).status).toBe(200);
    const request = { contact_email: 'zoe@example.com', micora_email: 'zoe@example.com', reason: '' };
    expect((await send('micora_delete_requests', request)).status).toBe(200);
  });

  test('a refusal, with its reasons', async () => {
    const response = await send('form_submits', { full_name: '' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status: 400,
      data: { full_name: { code: 'validation_required' } },
    });
  });

  test('its health', async () => {
    expect((await ask('health')).status).toBe(200);
  });
});

describe('§6 a superuser’s rights do not reach PocketBase through the site', () => {
  test('neither signing in nor a token from elsewhere', async () => {
    const { email, password } = backend.superuser;
    const credentials = JSON.stringify({ identity: email, password });
    const headers = { 'content-type': 'application/json' };
    const signIn = 'collections/_superusers/auth-with-password';
    expect((await ask(signIn, { method: 'POST', headers, body: credentials })).status).toBe(404);

    const direct = await fetch(`${backend.url}/api/${signIn}`, {
      method: 'POST',
      headers,
      body: credentials,
    });
    const { token } = (await direct.json()) as { token: string };
    const forms = await fetch(`${backend.url}/api/collections/form_submits/records`, {
      headers: { authorization: token },
    });
    expect(forms.status).toBe(200);
    const throughSite = await ask('collections/form_submits/records', { headers: { authorization: token } });
    expect(throughSite.status).toBe(404);
  });
});

test('a PocketBase that has stopped is said not to answer', async () => {
  await backend.stop();
  const response = await ask('collections/projects/records');
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ status: 502, message: 'The backend does not answer.', data: {} });
});
