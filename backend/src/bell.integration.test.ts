import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { EventSource } from 'eventsource';
import PocketBase from 'pocketbase';
import { signIn } from './testing/signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(60_000);

let backend: TestBackend;
let visitor: PocketBase;
/** What has been heard on the topic. */
const heard: unknown[] = [];

beforeAll(async () => {
  globalThis.EventSource = EventSource;
  backend = await startTestBackend({ seeded: false });
  visitor = new PocketBase(backend.url);
  await visitor.realtime.subscribe('content', (message) => heard.push(message));
});
afterAll(async () => {
  await visitor.realtime.unsubscribe();
  await backend.stop();
});

/** Does something to what pages show, and waits until that has rung. */
async function rings<T>(act: () => Promise<T>): Promise<T> {
  const before = heard.length;
  const result = await act();
  await until('it rings', () => heard.length > before);
  expect(heard.slice(before)).toEqual([{}]);
  return result;
}

test('each change of a project rings, without content, drafts and deletions too, and nothing else does', async () => {
  const projects = (await signIn(backend)).collection('projects');
  const { id } = await rings(() => projects.create({ title: 'Secret', draft: true }));
  await rings(() => projects.update(id, { title: 'Still secret' }));
  await rings(() => projects.update(id, { draft: false }));
  await rings(() => projects.update(id, { draft: true }));
  // Neither does what is refused, nor what a visitor sends.
  await expect(projects.create({ title: '' })).rejects.toMatchObject({ status: 400 });
  await visitor.collection('form_submits').create({
    full_name: 'Ada',
    email_address: 'ada@example.com',
    project_details: 'A website, please, with a gallery and some texts.',
    project_type: 'Other',
  });
  await rings(() => projects.delete(id));
  expect(heard).toHaveLength(5);
});
