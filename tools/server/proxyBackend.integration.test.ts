import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { fileUrl, thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { site as facts } from '@site/shared/site';
import type { FastifyInstance } from 'fastify';
import { requestDeletion } from '../../micora-remote/src/api/requestDeletion';
import { getProject } from '../../studio-remote/src/api/getProject';
import { listProjects } from '../../studio-remote/src/api/listProjects';
import { submitContactForm } from '../../studio-remote/src/api/submitContactForm';
import { memoryStore } from '../testing/memoryStore';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

// As the pages' own client asks, so that no rule of the server keeps a page from what it needs.

jest.setTimeout(240_000);

let backend: TestBackend;
let site: FastifyInstance;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: true });
  site = await createSite(storeSource(memoryStore()), { backendUrl: backend.url });
  Object.assign(facts, { apiBase: `${await site.listen({ port: 0, host: '127.0.0.1' })}/api` });
});
afterAll(async () => {
  await site.close();
  await backend.stop();
});

const ask = (path: string, init?: RequestInit) => fetch(`${site.listeningOrigin}/api/${path}`, init);

test('§7 the list of projects, and one of them, reach pages through the site', async () => {
  const projects = await listProjects();
  expect(projects).toHaveLength(8);
  for (const project of projects) expect(await getProject(project.id)).toEqual(project);
  for (const id of ['unknown', "a'b", "x' || id!='", '../?x', '日本', 'a'.repeat(5000)])
    expect(await getProject(id)).toBeUndefined();
});

test('§7 so does a picture in each size, which browsers may show and nothing else', async () => {
  const [project] = await listProjects();
  if (!project) throw new Error('There is no project.');
  const sizes = [false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole)));
  // The last one is what the dashboard's editor offers as well.
  for (const size of [undefined, ...sizes, '100x100']) {
    const response = await fetch(fileUrl(project, project.coverImage, size));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\/(?:jpeg|png)$/);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
});

test('§7 both forms reach PocketBase, and its refusal with its reasons comes back', async () => {
  const email = 'zoe@example.com';
  const [company, service_interested_in, project_details] = ['', 'website', '👋'.repeat(5000)];
  const texts = { company, service_interested_in, project_details };
  await submitContactForm({ full_name: 'Zoë Example', email_address: email, ...texts });
  await requestDeletion({ contact_email: email, micora_email: email, reason: '' });
  const headers = { 'content-type': 'application/json' };
  const response = await ask('collections/form_submits/records', { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    status: 400,
    data: { full_name: { code: 'validation_required' } },
  });
});
