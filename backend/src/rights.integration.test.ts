import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EventSource } from 'eventsource';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import { signIn } from './testing/signIn';
import { until } from './testing/until';
import { deletion, form, send, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

describe('§6 what an anonymous visitor may do', () => {
  let projectId: string;
  beforeAll(async () => {
    const project = await send('POST', 'collections/projects/records', { title: 'A project' }, site.operator);
    projectId = ((await project.json()) as { id: string }).id;
  });

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
    expect((await send('GET', `${records}/${record.id}`, undefined, site.operator)).status).toBe(200);
  });

  test('signs up nowhere, sees no settings, collections or logs, and sends no mail', async () => {
    const account = { email: 'a@example.com', password: 'long-enough-1', passwordConfirm: 'long-enough-1' };
    expect((await send('POST', 'collections/users/records', account)).status).toBe(404);
    expect((await send('POST', 'collections/_superusers/records', account)).status).toBe(403);
    for (const path of ['settings', 'collections', 'logs', 'backups', 'crons'])
      expect((await send('GET', path)).status).toBe(401);
    expect((await send('POST', 'crons/mails')).status).toBe(401);
    expect((await send('POST', 'settings/test/email', { email: 'a@example.com' })).status).toBe(401);
  });
});

test('a visitor chooses neither id nor time, sets nothing of what is noted, and sees nothing of the mails', async () => {
  const time = '2001-01-01 00:00:00.000Z';
  const mail = { mailed_at: time, mail_attempts: 99 };
  for (const [collection, content, finished] of [
    ['form_submits', form, 'answered'],
    ['micora_delete_requests', deletion, 'done'],
  ] as const) {
    const records = `collections/${collection}/records`;
    expect((await send('POST', records, { ...content, [finished]: true })).status).toBe(400);
    expect((await send('POST', records, { ...content, id: 'abcdefghijklmno' })).status).toBe(400);
    const body = { ...content, ...mail, due_at: time, created: time };
    const created = (await (await send('POST', records, body)).json()) as { id: string };
    for (const name of Object.keys(mail)) expect(created).not.toHaveProperty(name);
    const stored = (await (
      await send('GET', `${records}/${created.id}`, undefined, site.operator)
    ).json()) as object;
    expect(stored).toMatchObject({ mailed_at: '', mail_attempts: 0, [finished]: false });
    expect(JSON.stringify(stored)).not.toContain('2001');
  }
});

test('by realtime the operator hears of a message, and a visitor does not', async () => {
  globalThis.EventSource = EventSource;
  const [operator, visitor] = [
    await signIn(site.backend),
    new PocketBase(site.backend.url, new BaseAuthStore()),
  ];
  const heard: string[] = [];
  const overheard: string[] = [];
  await operator.collection('form_submits').subscribe('*', ({ action }) => heard.push(action));
  await visitor.collection('form_submits').subscribe('*', ({ action }) => overheard.push(action));
  try {
    await visitor.collection('form_submits').create(form);
    await until('the message is heard', () => heard.length === 1);
    // What is sent to a visitor comes in order: with this, a message would have come before.
    await visitor.collection('projects').subscribe('*', ({ action }) => overheard.push(`project ${action}`));
    await operator.collection('projects').create({ title: 'Another project' });
    await until('the project is heard', () => overheard.includes('project create'));
    expect([heard, overheard]).toEqual([['create'], ['project create']]);
  } finally {
    await operator.realtime.unsubscribe();
    await visitor.realtime.unsubscribe();
    Reflect.deleteProperty(globalThis, 'EventSource');
  }
});
