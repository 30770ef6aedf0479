import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import { lineBreaks } from './testing/lineBreaks';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';

jest.setTimeout(240_000);

interface Failure {
  status: number;
  message: string;
  data: Record<string, { code: string }>;
}

let backend: TestBackend;
let operator: string;
let projectId: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  const { email, password } = backend.superuser;
  const signIn = await send('POST', 'collections/_superusers/auth-with-password', {
    identity: email,
    password,
  });
  operator = ((await signIn.json()) as { token: string }).token;
  const project = await send('POST', 'collections/projects/records', { title: 'A project' }, operator);
  projectId = ((await project.json()) as { id: string }).id;
});
afterAll(() => backend.stop());

function send(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== undefined) headers.authorization = token;
  const content = body === undefined ? null : JSON.stringify(body);
  return fetch(`${backend.url}/api/${path}`, { method, headers, body: content });
}

const form = {
  full_name: 'Ada Example',
  email_address: 'ada@example.com',
  company: '',
  service_interested_in: '',
  project_details: 'A website, please.',
};
const deletion = { contact_email: 'ada@example.com', micora_email: 'ada+app@example.com', reason: '' };

describe('§6 what an anonymous visitor may do', () => {
  test('§7 lists and reads projects', async () => {
    const list = await send(
      'GET',
      'collections/projects/records?page=1&perPage=500&sort=created&skipTotal=true',
    );
    expect(list.status).toBe(200);
    expect(await list.json()).toMatchObject({ page: 1, perPage: 500, items: [{ id: projectId }] });
    const one = await send(
      'GET',
      `collections/projects/records?filter=${encodeURIComponent(`id="${projectId}"`)}`,
    );
    expect(await one.json()).toMatchObject({ items: [{ id: projectId, title: 'A project' }] });
    expect((await send('GET', `collections/projects/records/${projectId}`)).status).toBe(200);
  });

  test('§3 changes no project', async () => {
    expect((await send('POST', 'collections/projects/records', { title: 'Mine' })).status).toBe(403);
    expect((await send('PATCH', `collections/projects/records/${projectId}`, { title: 'Mine' })).status).toBe(
      403,
    );
    expect((await send('DELETE', `collections/projects/records/${projectId}`)).status).toBe(403);
  });

  test.each([
    ['form_submits', form],
    ['micora_delete_requests', deletion],
  ])('§3 creates %s, and neither lists, reads, changes nor removes any', async (collection, content) => {
    const records = `collections/${collection}/records`;
    const created = await send('POST', records, content);
    expect(created.status).toBe(200);
    const record = (await created.json()) as { id: string };
    expect(record).toMatchObject(content);
    expect((await send('GET', records)).status).toBe(403);
    expect((await send('GET', `${records}/${record.id}`)).status).toBe(403);
    expect((await send('PATCH', `${records}/${record.id}`, content)).status).toBe(403);
    expect((await send('DELETE', `${records}/${record.id}`)).status).toBe(403);
    expect((await send('GET', `${records}/${record.id}`, undefined, operator)).status).toBe(200);
  });

  test.each([
    ['form_submits', form],
    ['micora_delete_requests', deletion],
  ])('chooses neither the id nor the time of %s', async (collection, content) => {
    const records = `collections/${collection}/records`;
    expect((await send('POST', records, { ...content, id: 'abcdefghijklmno' })).status).toBe(400);
    const created = await send('POST', records, { ...content, created: '2001-01-01 00:00:00.000Z' });
    const { id } = (await created.json()) as { id: string };
    const stored = await send('GET', `${records}/${id}`, undefined, operator);
    expect(((await stored.json()) as { created: string }).created).toMatch(
      /^20[2-9]\d-(?!01-01 00:00:00\.000)/,
    );
  });

  test('signs up nowhere, and sees no settings, collections or logs', async () => {
    const account = { email: 'a@example.com', password: 'long-enough-1', passwordConfirm: 'long-enough-1' };
    expect((await send('POST', 'collections/users/records', account)).status).toBe(404);
    expect((await send('POST', 'collections/_superusers/records', account)).status).toBe(403);
    for (const path of ['settings', 'collections', 'logs', 'backups', 'crons']) {
      expect((await send('GET', path)).status).toBe(401);
    }
  });
});

async function refusal(collection: string, content: object, token?: string): Promise<Record<string, string>> {
  const response = await send('POST', `collections/${collection}/records`, content, token);
  expect(response.status).toBe(400);
  const { data } = (await response.json()) as Failure;
  return Object.fromEntries(Object.entries(data).map(([field, { code }]) => [field, code]));
}

describe('§5 what the contact form accepts', () => {
  const accept = async (content: object) => {
    const response = await send('POST', 'collections/form_submits/records', { ...form, ...content });
    expect({ content, status: response.status }).toEqual({ content, status: 200 });
  };
  const refuse = (content: object) => refusal('form_submits', { ...form, ...content });

  test('§9 names and companies of up to 100 characters, counted as people count them', async () => {
    for (const length of [1, 100])
      await accept({ full_name: '👩'.repeat(length), company: 'é'.repeat(length) });
    expect(await refuse({ full_name: 'x'.repeat(101), company: 'x'.repeat(101) })).toEqual({
      full_name: 'validation_max_text_constraint',
      company: 'validation_max_text_constraint',
    });
  });

  test('§9 project details of up to 5000 characters', async () => {
    await accept({ project_details: '🌊'.repeat(5000) });
    const tooLong = { project_details: 'x'.repeat(5001) };
    expect(await refuse(tooLong)).toEqual({ project_details: 'validation_max_text_constraint' });
  });

  test('no empty and no blank name or details', async () => {
    const required = 'validation_required';
    expect(await refuse({ full_name: '', email_address: '', project_details: '' })).toEqual({
      full_name: required,
      email_address: required,
      project_details: required,
    });
    expect(await refuse({ full_name: '\u00a0\u2003', project_details: '\n\t\u000b\ufeff\u2028' })).toEqual({
      full_name: 'validation_invalid_format',
      project_details: 'validation_invalid_format',
    });
  });

  test('an empty company, but no blank one', async () => {
    await accept({ company: '' });
    expect(await refuse({ company: ' \u00a0' })).toEqual({ company: 'validation_invalid_format' });
  });

  test.each(lineBreaks)('names, companies and addresses of one line: not %s', async (_, lineBreak) => {
    const broken = `Ada${lineBreak}Example`;
    expect(await refuse({ full_name: broken, company: broken })).toEqual({
      full_name: 'validation_invalid_format',
      company: 'validation_invalid_format',
    });
    for (const edge of [`Ada${lineBreak}`, `${lineBreak}Ada`]) {
      expect(await refuse({ full_name: edge })).toEqual({ full_name: 'validation_invalid_format' });
    }
    expect(await refuse({ email_address: `a${lineBreak}b@example.com` })).toEqual({
      email_address: 'validation_invalid_format',
    });
    await accept({ project_details: broken });
  });

  test('a tab, which a table that is pasted has between its cells', async () => {
    await accept({ full_name: 'Ada\tExample' });
  });

  test('an email address that looks like one', async () => {
    for (const email_address of [
      'a@b',
      'a b@example.com',
      'a\u00a0b@example.com',
      'a@@example.com',
      'example.com',
    ]) {
      expect(await refuse({ email_address })).toEqual({ email_address: 'validation_invalid_format' });
    }
    await accept({ email_address: 'first.last+tag@sub.example.co.uk' });
  });

  test('no service, or one of the five', async () => {
    for (const service_interested_in of ['', 'website', 'mobile', 'design', 'consulting', 'other']) {
      await accept({ service_interested_in });
    }
    const unknown = { service_interested_in: 'plumbing' };
    expect(await refuse(unknown)).toEqual({ service_interested_in: 'validation_invalid_value' });
  });
});

test('§5 a deletion request needs both email addresses, its reason may be empty', async () => {
  expect(await refusal('micora_delete_requests', { contact_email: 'a@b', micora_email: '' })).toEqual({
    contact_email: 'validation_invalid_format',
    micora_email: 'validation_required',
  });
  expect(await refusal('micora_delete_requests', { ...deletion, reason: 'x'.repeat(5001) })).toEqual({
    reason: 'validation_max_text_constraint',
  });
  expect(await refusal('micora_delete_requests', { ...deletion, reason: ' ' })).toEqual({
    reason: 'validation_invalid_format',
  });
});

test.each(lineBreaks)('§5 the addresses of a deletion request are one line: not %s', async (_, lineBreak) => {
  const broken = `a${lineBreak}b@example.com`;
  expect(await refusal('micora_delete_requests', { contact_email: broken, micora_email: broken })).toEqual({
    contact_email: 'validation_invalid_format',
    micora_email: 'validation_invalid_format',
  });
});

test('§8 a deletion request is due 30 days after it came in', async () => {
  const records = 'collections/micora_delete_requests/records';
  const { id } = (await (await send('POST', records, deletion)).json()) as { id: string };
  const response = await send('GET', `${records}/${id}`, undefined, operator);
  const { created, due_at, done } = (await response.json()) as Record<string, string>;
  const days = (Date.parse(due_at ?? '') - Date.parse(created ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(30, 4);
  expect(done).toBe(false);
});

test('a visitor sets nothing of what the operator and the mails note, and sees nothing of the mails', async () => {
  const time = '2001-01-01 00:00:00.000Z';
  const mail = { mailed_at: time, mail_attempts: 99 };
  for (const [collection, content, finished] of [
    ['form_submits', form, 'answered'],
    ['micora_delete_requests', deletion, 'done'],
  ] as const) {
    const records = `collections/${collection}/records`;
    expect((await send('POST', records, { ...content, [finished]: true })).status).toBe(400);
    const body = { ...content, ...mail, due_at: time };
    const created = (await (await send('POST', records, body)).json()) as { id: string };
    for (const name of Object.keys(mail)) expect(created).not.toHaveProperty(name);
    const stored = (await (
      await send('GET', `${records}/${created.id}`, undefined, operator)
    ).json()) as object;
    expect(stored).toMatchObject({ mailed_at: '', mail_attempts: 0, [finished]: false });
    expect(JSON.stringify(stored)).not.toContain('2001');
  }
});

test('mails concern the operator alone', async () => {
  expect((await send('POST', 'crons/mails')).status).toBe(401);
  expect((await send('POST', 'settings/test/email', { email: 'a@example.com' })).status).toBe(401);
});

describe('a project that is a draft', () => {
  const records = 'collections/projects/records';
  const cover = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  let draft: { id: string; cover_Image: string };
  const set = (fields: object) => send('PATCH', `${records}/${draft.id}`, fields, operator);
  const picture = (query = '') =>
    fetch(`${backend.url}/api/files/projects/${draft.id}/${draft.cover_Image}${query}`);

  /** What a visitor gets at every way to a project. */
  async function seen(): Promise<object> {
    const filtered = (filter: string) => `${records}?filter=${encodeURIComponent(filter)}`;
    const count = async (path: string) =>
      ((await (await send('GET', path)).json()) as { items: { id: string }[] }).items.filter(
        ({ id }) => id === draft.id,
      ).length;
    return {
      list: await count(`${records}?page=1&perPage=500&sort=created&skipTotal=true`),
      one: await count(filtered(`id='${draft.id}'`)),
      asked: await count(filtered('draft=true || draft=false')),
      record: (await send('GET', `${records}/${draft.id}`)).status,
      original: (await picture()).status,
      thumb: (await picture('?thumb=480x320')).status,
    };
  }

  beforeAll(async () => {
    const body = new FormData();
    body.append('title', 'In preparation');
    body.append('draft', 'true');
    body.append('cover_Image', new Blob([cover], { type: 'image/png' }), 'cover.png');
    const url = `${backend.url}/api/${records}`;
    const response = await fetch(url, { method: 'POST', headers: { authorization: operator }, body });
    draft = (await response.json()) as typeof draft;
  });
  afterAll(() => send('DELETE', `${records}/${draft.id}`, undefined, operator));

  const nowhere = { list: 0, one: 0, asked: 0, record: 404, original: 404, thumb: 404 };
  const everywhere = { list: 1, one: 1, asked: 1, record: 200, original: 200, thumb: 200 };

  test('is nowhere for a visitor, nor are its pictures', async () => {
    expect(await seen()).toEqual(nowhere);
  });

  test('is there for the operator', async () => {
    const response = await send('GET', `${records}/${draft.id}`, undefined, operator);
    expect(await response.json()).toMatchObject({ title: 'In preparation', draft: true });
  });

  test('is published by clearing the mark, and taken back by setting it', async () => {
    expect((await set({ draft: false })).status).toBe(200);
    expect(await seen()).toEqual(everywhere);
    expect((await set({ draft: true })).status).toBe(200);
    expect(await seen()).toEqual(nowhere);
  });

  test('a project is none unless it is said to be', async () => {
    const response = await send('GET', `${records}/${projectId}`);
    expect(await response.json()).toMatchObject({ draft: false });
  });
});

describe('§3 projects', () => {
  test('a project needs a title', async () => {
    expect(await refusal('projects', { title: ' ' }, operator)).toEqual({
      title: 'validation_invalid_format',
    });
  });

  test('technologies of 10 MB are refused', async () => {
    const technologies = ['x'.repeat(10 * 1024 * 1024)];
    expect(await refusal('projects', { title: 'Large', technologies }, operator)).toEqual({
      technologies: 'validation_json_size_limit',
    });
  });

  test('a picture must be a picture', async () => {
    const body = new FormData();
    body.append('title', 'Script');
    body.append(
      'cover_Image',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' }),
      'a.jpg',
    );
    const response = await fetch(`${backend.url}/api/collections/projects/records`, {
      method: 'POST',
      headers: { authorization: operator },
      body,
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as Failure).data).toMatchObject({
      cover_Image: { code: 'validation_invalid_mime_type' },
    });
  });

  test('pictures have exactly the smaller copies that the pages ask for', async () => {
    const response = await send('GET', 'collections/projects', undefined, operator);
    const { fields } = (await response.json()) as {
      fields: { name: string; type: string; thumbs?: string[] }[];
    };
    const files = fields.filter(({ type }) => type === 'file');
    expect(files.map(({ name }) => name)).toEqual(['cover_Image', 'images']);
    const sizes = [false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole)));
    for (const { thumbs } of files) expect(thumbs).toEqual(sizes);
  });

  test('§3 a project may have 40 pictures, and no more', async () => {
    const jpeg = readFileSync(resolve(import.meta.dirname, '../seed/pictures/tallybird-cover.jpg'));
    const create = async (count: number) => {
      const body = new FormData();
      body.append('title', `${count} pictures`);
      for (let number = 0; number < count; number += 1)
        body.append('images', new Blob([jpeg], { type: 'image/jpeg' }), `${number}.jpg`);
      const response = await fetch(`${backend.url}/api/collections/projects/records`, {
        method: 'POST',
        headers: { authorization: operator },
        body,
      });
      return { status: response.status, record: (await response.json()) as { images?: string[] } };
    };
    const { status, record } = await create(40);
    expect(status).toBe(200);
    expect(record.images).toHaveLength(40);
    expect((await create(41)).status).toBe(400);
  });
});

test('hooks and migrations fit the types that PocketBase writes', async () => {
  const base = resolve(import.meta.dirname, '..');
  const project = join(backend.dataDir, 'tsconfig.json');
  const include = [join(base, 'pb_hooks'), join(base, 'pb_migrations'), join(backend.dataDir, 'types.d.ts')];
  await writeFile(project, JSON.stringify({ extends: join(base, 'tsconfig.hooks.json'), include }));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const check = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', project]);
  const findings = await check.catch((error: unknown) => error as { stdout: string });
  expect(findings.stdout).toBe('');
});
