import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EventSource } from 'eventsource';
import PocketBase, { BaseAuthStore, type CollectionModel } from 'pocketbase';
import { flushLogs } from './testing/flushLogs';
import { signIn } from './testing/signIn';
import { startMailServer, type MailServer } from './testing/startMailServer';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

// §7: what the client library offers besides the calls of the pages, each called once at the real backend.

const email = 'ada@example.com';
const password = 'long-enough-for-this';

let backend: TestBackend;
let mailServer: MailServer;
let operator: PocketBase;

beforeAll(async () => {
  globalThis.EventSource = EventSource;
  mailServer = await startMailServer();
  backend = await startTestBackend({
    seeded: false,
    hooks: `routerAdd('GET', '/test/fault', () => { throw new InternalServerError(); });`,
    env: {
      BACKEND_LIMITS: 'off',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
      OPERATOR_EMAIL: 'operator@studio.example',
    },
  });
  operator = await signIn(backend);
  // The site has no accounts (§6): a collection of the test's own.
  await operator.collections.create({
    name: 'members',
    type: 'auth',
    listRule: 'id = @request.auth.id',
    viewRule: 'id = @request.auth.id',
    createRule: null,
    otp: { enabled: true, duration: 180, length: 8 },
    oauth2: {
      enabled: true,
      providers: [{ name: 'gitlab', clientId: 'client', clientSecret: 'of-the-client' }],
    },
  });
});
afterAll(async () => {
  await backend.stop();
  await mailServer.stop();
  Reflect.deleteProperty(globalThis, 'EventSource');
});

const visitor = () => new PocketBase(backend.url, new BaseAuthStore()).autoCancellation(false);
const members = (client: PocketBase) => client.collection('members');

/** What the newest mail to an address holds that looks so. */
async function mailed(to: string, pattern: RegExp, before: number): Promise<string> {
  return until(`a mail to ${to}`, () => {
    const mail = mailServer.mails.slice(before).find((one) => one.to.includes(to));
    return mail && pattern.exec(mail.body)?.[0];
  });
}
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

describe('accounts', () => {
  let id: string;
  beforeAll(async () => {
    const member = await members(operator).create({ email, password, passwordConfirm: password });
    ({ id } = member);
  });

  test('sign-in by password, and its refresh', async () => {
    const client = visitor();
    const { token, record } = await members(client).authWithPassword(email, password);
    expect(record).toMatchObject({ id, email });
    expect(client.authStore).toMatchObject({ token, isValid: true, isSuperuser: false });
    const refreshed = await members(client).authRefresh();
    expect(refreshed.record.id).toBe(id);
    await expect(members(visitor()).authWithPassword(email, 'wrong')).rejects.toMatchObject({
      status: 400,
      message: 'Failed to authenticate.',
    });
  });

  test('sign-in by OAuth2: the list of its methods, and a code that the provider never gave', async () => {
    const methods = await members(visitor()).listAuthMethods();
    expect(methods).toMatchObject({
      password: { enabled: true },
      otp: { enabled: true },
      oauth2: { enabled: true },
    });
    const [provider] = methods.oauth2.providers;
    expect(provider?.name).toBe('gitlab');
    expect(new URL(provider?.authURL ?? '').searchParams.get('client_id')).toBe('client');
    expect(provider?.codeChallengeMethod).toBe('S256');
    await expect(
      members(visitor()).authWithOAuth2Code('unknown', 'code', 'verifier', 'http://127.0.0.1/redirect'),
    ).rejects.toMatchObject({ status: 400 });
  });

  test('sign-in by a one-time code', async () => {
    const before = mailServer.mails.length;
    const { otpId } = await members(visitor()).requestOTP(email);
    const code = await mailed(email, /\b\d{8}\b/, before);
    const { record } = await members(visitor()).authWithOTP(otpId, code);
    expect(record.id).toBe(id);
    await expect(members(visitor()).authWithOTP(otpId, code)).rejects.toMatchObject({ status: 400 });
  });

  test('verification', async () => {
    await members(operator).update(id, { verified: false });
    const before = mailServer.mails.length;
    await members(visitor()).requestVerification(email);
    const token = await mailed(email, TOKEN, before);
    expect(await members(visitor()).confirmVerification(token)).toBe(true);
    expect(await members(operator).getOne(id)).toMatchObject({ verified: true });
  });

  test('password reset', async () => {
    const before = mailServer.mails.length;
    await members(visitor()).requestPasswordReset(email);
    const token = await mailed(email, TOKEN, before);
    const renewed = 'another-long-password';
    await members(visitor()).confirmPasswordReset(token, renewed, renewed);
    await expect(members(visitor()).authWithPassword(email, password)).rejects.toMatchObject({ status: 400 });
    await expect(members(visitor()).authWithPassword(email, renewed)).resolves.toMatchObject({
      record: { id },
    });
    await members(operator).update(id, { password, passwordConfirm: password });
  });

  test('change of the email address', async () => {
    const client = visitor();
    await members(client).authWithPassword(email, password);
    const before = mailServer.mails.length;
    await members(client).requestEmailChange('grace@example.com');
    const token = await mailed('grace@example.com', TOKEN, before);
    await members(visitor()).confirmEmailChange(token, password);
    expect(await members(operator).getOne(id)).toMatchObject({ email: 'grace@example.com' });
  });
});

test('realtime: the operator hears of a new message, a visitor does not', async () => {
  const heard: string[] = [];
  const overheard: string[] = [];
  const eavesdropper = visitor();
  await operator.collection('form_submits').subscribe('*', ({ action }) => heard.push(action));
  await eavesdropper.collection('form_submits').subscribe('*', ({ action }) => overheard.push(action));
  try {
    const form = { full_name: 'Ada', email_address: email, project_details: 'x' };
    const { id } = await visitor().collection('form_submits').create(form);
    // Two events at once may overtake each other.
    await until('the message is heard', () => heard.length === 1);
    await operator.collection('form_submits').delete(id);
    await until('both are heard', () => heard.length === 2);
    expect(heard).toEqual(['create', 'delete']);
    expect(overheard).toEqual([]);
  } finally {
    await operator.realtime.unsubscribe();
    await eavesdropper.realtime.unsubscribe();
  }
});

test('settings are read and changed by the operator alone', async () => {
  await operator.settings.update({ meta: { appName: 'Another name' } });
  expect(await operator.settings.getAll()).toMatchObject({ meta: { appName: 'Another name' } });
  await expect(visitor().settings.getAll()).rejects.toMatchObject({ status: 401 });
});

test('logs', async () => {
  expect((await fetch(`${backend.url}/test/fault`)).status).toBe(500);
  await flushLogs(backend.url);
  const { items } = await until('something is logged', async () => {
    const list = await operator.logs.getList(1, 5);
    return list.items.length > 0 && list;
  });
  const [first] = items;
  expect(await operator.logs.getOne(first?.id ?? '')).toMatchObject({ id: first?.id });
  expect((await operator.logs.getStats()).length).toBeGreaterThan(0);
  await expect(visitor().logs.getList()).rejects.toMatchObject({ status: 401 });
});

test('backups are made, listed, fetched, uploaded and removed', async () => {
  await operator.backups.create('by-client.zip');
  const [backup] = await operator.backups.getFullList();
  expect(backup).toMatchObject({ key: 'by-client.zip' });
  expect(backup?.size).toBeGreaterThan(1000);
  const url = operator.backups.getDownloadURL(await operator.files.getToken(), 'by-client.zip');
  const bytes = await (await fetch(url)).blob();
  expect(bytes.size).toBe(backup?.size);
  await operator.backups.upload({ file: new File([bytes], 'uploaded.zip', { type: 'application/zip' }) });
  for (const key of ['by-client.zip', 'uploaded.zip']) await operator.backups.delete(key);
  expect(await operator.backups.getFullList()).toEqual([]);
  await expect(visitor().backups.create('mine.zip')).rejects.toMatchObject({ status: 401 });
});

test('crons are listed and run', async () => {
  const crons = await operator.crons.getFullList();
  const ours = crons.filter(({ id }) => !id.startsWith('__pb')).map(({ id, expression }) => [id, expression]);
  expect(Object.fromEntries(ours) as unknown).toEqual({
    mails: '* * * * *',
    'deletion-reminder': '0 7 * * *',
    retention: '30 2 * * *',
  });
  expect(await operator.crons.run('retention')).toBe(true);
  await expect(visitor().crons.run('retention')).rejects.toMatchObject({ status: 401 });
});

test('collections are imported', async () => {
  const fields = [{ type: 'text', name: 'title' }];
  const collection = { name: 'imported', type: 'base', fields } as unknown as CollectionModel;
  expect(await operator.collections.import([collection])).toBe(true);
  expect(await operator.collections.getOne('imported')).toMatchObject({ name: 'imported', listRule: null });
  expect(await operator.collections.getOne('projects')).toMatchObject({ name: 'projects' });
  await expect(visitor().collections.import([collection])).rejects.toMatchObject({ status: 401 });
});

test('a batch is refused as long as the operator does not allow it, then it is all or nothing', async () => {
  const batchOf = (...titles: string[]) => {
    const batch = operator.createBatch();
    for (const title of titles) batch.collection('projects').create({ title });
    return batch;
  };
  await expect(batchOf('One').send()).rejects.toMatchObject({ status: 403 });
  await operator.settings.update({ batch: { enabled: true, maxRequests: 10, timeout: 3 } });
  try {
    expect((await batchOf('One', 'Two').send()).map(({ status }) => status)).toEqual([200, 200]);
    await expect(batchOf('Three', '').send()).rejects.toMatchObject({ status: 400 });
    expect((await operator.collection('projects').getList(1, 1)).totalItems).toBe(2);
  } finally {
    await operator.settings.update({ batch: { enabled: false } });
  }
});

test('health', async () => {
  expect(await visitor().health.check()).toMatchObject({ code: 200, message: 'API is healthy.' });
});
