import { afterAll, beforeAll, expect } from '@jest/globals';
import { EventSource } from 'eventsource';
import type { ClientResponseError } from 'pocketbase';
import { startTestBackend, type TestBackend } from './startTestBackend';

/** The backend of the current test file or `describe` block, set by `useBackend`. */
export const site = {} as TestBackend;

export const form = {
  full_name: 'Ada Example',
  email_address: 'ada@example.com',
  company: '',
  service_interested_in: '',
  project_details: 'A website, please.',
};

export const deletion = { contact_email: 'ada@example.com', micora_email: 'ada+app@example.com', reason: '' };

/** The code of hooks that stop all scheduled jobs, run a given job, or write values into records without validation. */
const HOOK = `
routerAdd('POST', '/test/timers/stop', (e) => {
  $app.cron().stop();
  return e.noContent(204);
});
routerAdd('POST', '/test/timers/run/{job}', (e) => {
  $app.cron().jobs().find((job) => job.id() === e.request.pathValue('job')).run();
  return e.noContent(204);
});
routerAdd('POST', '/test/write/{table}', (e) => {
  const id = e.request.url.query().get('id');
  const condition = id === '' ? null : $dbx.hashExp({ id });
  $app.db().update(e.request.pathValue('table'), e.requestInfo().body, condition).execute();
  $app.reloadCachedCollections();
  return e.noContent(204);
});`;

type Options = Partial<Parameters<typeof startTestBackend>[0]>;

/** Runs a backend for all tests in the current file or block. By default, the backend has no projects. */
export function useBackend(prepare: () => Options | Promise<Options> = () => ({})): void {
  beforeAll(async () => {
    globalThis.EventSource = EventSource;
    const { hooks = '', ...options } = await prepare();
    Object.assign(site, await startTestBackend({ seeded: false, ...options, hooks: HOOK + hooks }));
    await site.visitor.send('/test/timers/stop', { method: 'POST' });
  });
  afterAll(async () => {
    for (const { realtime } of [site.visitor, site.operator]) await realtime.unsubscribe();
    await site.stop();
  });
}

/** Writes values into a record without validating them. Without an id, writes them into all records in the table. */
export async function writeUnchecked(table: string, values: object, id = ''): Promise<void> {
  const path = `/test/write/${table}?id=${id}`;
  await site.visitor.send(path, { method: 'POST', body: values });
}

/** Runs a scheduled job to completion. */
export const runJob = (job: string): Promise<unknown> =>
  site.visitor.send(`/test/timers/run/${job}`, { method: 'POST' });

/** Returns the HTTP status of a failed call; 200 if the call succeeds. */
export function getStatus(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: unknown) => (error as ClientResponseError).status,
  );
}

/** Expects the backend to refuse a record, with the given error code for exactly the given fields. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: string,
  ...fields: string[]
): Promise<void> {
  const why: unknown = expect.objectContaining({ code });
  const data = Object.fromEntries(fields.map((field) => [field, why]));
  await expect(call).rejects.toMatchObject({ status: 400 });
  await expect(call).rejects.toHaveProperty('response.data', data);
}
