import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { fileUrl, thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { site as facts } from '@site/shared/site';
import type { FastifyInstance } from 'fastify';
import { requestDeletion } from '../../micora-remote/src/api/requestDeletion';
import { getProject } from '../../studio-remote/src/api/getProject';
import { listProjects } from '../../studio-remote/src/api/listProjects';
import { submitContactForm } from '../../studio-remote/src/api/submitContactForm';
import { directoryStore } from '../store/directoryStore';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

// As the pages' own client asks, so that no rule of the server keeps a page from what it needs.

jest.setTimeout(240_000);

let backend: TestBackend;
let site: FastifyInstance;
let store: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: true });
  store = await mkdtemp(join(tmpdir(), 'site-'));
  site = await createSite(storeSource(directoryStore(store)), { backendUrl: backend.url });
  Object.assign(facts, { apiBase: `${await site.listen({ port: 0, host: '127.0.0.1' })}/api` });
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

describe('§7 the calls of visitors reach PocketBase through the site:', () => {
  test('the list of projects, and one of them', async () => {
    const projects = await listProjects();
    expect(projects).toHaveLength(8);
    for (const project of projects) expect(await getProject(project.id)).toEqual(project);
    for (const id of ['unknown', "a'b", "x' || id!='", '../?x', '日本', 'a'.repeat(5000)])
      expect(await getProject(id)).toBeUndefined();
  });

  test('a picture in each size, which browsers may show and nothing else', async () => {
    const [project] = await listProjects();
    if (!project) throw new Error('There is no project.');
    const sizes = [false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole)));
    // The last one is what the dashboard's editor offers as well.
    for (const size of [undefined, ...sizes, '100x100']) {
      const response = await fetch(fileUrl(project, project.coverImage, size));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^image\/(?:jpeg|png)$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
  });

  test('the contact form and the deletion request', async () => {
    const email = 'zoe@example.com';
    const [company, service_interested_in, project_details] = ['', 'website', '👋'.repeat(5000)];
    const texts = { company, service_interested_in, project_details };
    await submitContactForm({ full_name: 'Zoë Example', email_address: email, ...texts });
    await requestDeletion({ contact_email: email, micora_email: email, reason: '' });
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
