import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type PocketBase from 'pocketbase';
import { getTokenPayload, type RecordModel } from 'pocketbase';
import { findPocketBase } from '../findPocketBase';
import { pickPort } from '../pickPort';
import { startPocketBase, type RunningPocketBase } from '../startPocketBase';
import { picturesOf, type PortfolioEntry } from '../operator/readPortfolio';
import { writeWatchNote } from '../readWatchNote';
import { fakeTerminal, type FakeTerminal } from '../testing/fakeTerminal';
import { signIn } from '../testing/signIn';
import { startTestBackend, TEST_CACHE_DIR, type TestBackend } from '../testing/startTestBackend';
import { until } from '../testing/until';

jest.setTimeout(240_000);

type Project = PortfolioEntry & RecordModel;

let backend: TestBackend;
let operator: PocketBase;
let terminal: FakeTerminal;
let directory: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: true });
  operator = await signIn(backend);
  terminal = await fakeTerminal({ pocketBaseDir: backend.dataDir });
  directory = await mkdtemp(join(tmpdir(), 'commands-'));
  expect(await terminal.run('login')).toMatchObject({ exitCode: 0 });
});
afterAll(async () => {
  await backend.stop();
  await terminal.remove();
  await rm(directory, { recursive: true, force: true });
});

async function json<T>(...args: string[]): Promise<T> {
  const { exitCode, out, notes } = await terminal.run(...args, '--json');
  expect({ exitCode, notes }).toMatchObject({ exitCode: 0 });
  return JSON.parse(out) as T;
}

const sendMessage = (full_name: string, more: object = {}) =>
  operator.collection('form_submits').create({
    full_name,
    email_address: 'ada@example.com',
    project_details: 'A website, please.',
    ...more,
  });
const requestDeletion = (micora_email: string, more: object = {}) =>
  operator
    .collection('micora_delete_requests')
    .create({ contact_email: 'ada@example.com', micora_email, ...more });

// First: the package eventsource leaves a timer of three seconds behind when it is closed after an error.
test('watch shows what came while PocketBase was away, once', async () => {
  const dataDir = await mkdtemp(join(directory, 'restarted-'));
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const start = (port: number) =>
    startPocketBase({ binary, dataDir, port, log: () => undefined, env: { BACKEND_LIMITS: 'off' } });
  const port = await pickPort(0);
  let pocketBase = await start(port);
  let stop = (): void => undefined;
  const stopped = new Promise<void>((done) => (stop = done));
  const watcher = await fakeTerminal({ pocketBaseDir: dataDir, untilStopped: () => stopped });
  try {
    await watcher.run('login');
    const running = watcher.run('watch', '--json');
    const create = async (collection: string, record: object) =>
      (await signIn(pocketBase)).collection(collection).create({ ...record });
    const send = (full_name: string) =>
      create('form_submits', { full_name, email_address: 'a@b.example', project_details: 'x' });
    // What it subscribes to last: a backend that goes before would end it.
    await until('it watches', async () => {
      const email = 'a@b.example';
      await create('micora_delete_requests', { contact_email: email, micora_email: email });
      return watcher.printed.length > 0;
    });
    await pocketBase.stop();
    // As if it were asked on a connection of the backend that has gone.
    const fetchNow = globalThis.fetch;
    const lost = jest.spyOn(globalThis, 'fetch').mockImplementation((address, options) => {
      const isCatchUp = typeof address === 'string' && address.includes('perPage=200');
      if (!isCatchUp) return fetchNow(address, options);
      lost.mockRestore();
      return Promise.reject(new TypeError('fetch failed'));
    });
    pocketBase = await start(port);
    await send('Meanwhile');
    await until('what came meanwhile is shown', () =>
      watcher.printed.some((line) => line.includes('Meanwhile')),
    );
    await send('Afterwards');
    await until('what came afterwards is shown', () =>
      watcher.printed.some((line) => line.includes('Afterwards')),
    );
    // The account's sessions end, as when its password is changed.
    await endSessions(pocketBase);
    await pocketBase.stop();
    pocketBase = await start(port);
    expect(await running).toMatchObject({
      exitCode: 3,
      notes: 'PocketBase does not accept the saved session. Sign in: npm run backend -- login',
    });
    const ids = watcher.printed.map((line) => (JSON.parse(line) as RecordModel).id);
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    stop();
    await pocketBase.stop();
    await watcher.remove();
  }
});

async function endSessions({ url, superuser }: RunningPocketBase): Promise<void> {
  const operator = await signIn({ url, superuser });
  const { email, password } = superuser;
  const record = await operator.collection('_superusers').getFirstListItem(`email = "${email}"`);
  await operator.collection('_superusers').update(record.id, { password, passwordConfirm: password });
}

describe('help and exit codes', () => {
  test('every command explains itself', async () => {
    const groups: Record<string, string[]> = {
      projects: ['import', 'export'],
      messages: ['export'],
      deletions: ['list', 'done', 'export'],
      backup: ['create', 'restore'],
    };
    const commands = [[], ['login'], ['health'], ['serve'], ['watch']] as string[][];
    for (const [group, names] of Object.entries(groups)) {
      commands.push([group], ...names.map((name) => [group, name]));
    }
    for (const command of commands) {
      const { exitCode, out } = await terminal.run(...command, '--help');
      expect({ command, exitCode }).toEqual({ command, exitCode: 0 });
      expect(out).toMatch(new RegExp(`^Usage: npm run backend -- ${command.join(' ')}`));
    }
  });

  test('the help names what the environment sets, and what an exit code means', async () => {
    const { out } = await terminal.run('--help');
    expect(out).toContain('SMTP_HOST');
    expect(out).toContain('OPERATOR_EMAIL');
    expect(out).toContain('3  not signed in');
  });

  test.each([
    [['deletions', 'lst']],
    [['deletions', 'list', '--yaml']],
    [['serve', '--port', 'many']],
    [['projects', 'import']],
  ])('wrong usage is 2: %j', async (args) => {
    const { exitCode, notes } = await terminal.run(...args);
    expect(exitCode).toBe(2);
    expect(notes).toMatch(/^error: /);
  });

  test('not signed in is 3', async () => {
    const other = await fakeTerminal({ pocketBaseDir: backend.dataDir });
    const answer = await other.run('deletions', 'list');
    expect(answer).toEqual({
      exitCode: 3,
      out: '',
      notes: 'You are not signed in. Sign in: npm run backend -- login',
    });
    await other.remove();
  });

  test('no backend is 4', async () => {
    const other = await fakeTerminal();
    const { exitCode, notes } = await other.run('login');
    expect(exitCode).toBe(4);
    expect(notes).toContain('Start the site (npm start)');
    await mkdir(join(other.dataDir, 'pocketbase'));
    // As after a power failure: the note is there, PocketBase is not.
    await writeFile(
      join(other.dataDir, 'pocketbase/address.json'),
      `{"url":"http://127.0.0.1:${await pickPort(0)}"}`,
    );
    const gone = await other.run('login');
    expect(gone.exitCode).toBe(4);
    expect(gone.notes).toContain('PocketBase does not answer.');
    await other.remove();
  });

  test('an unknown record is 1, with what PocketBase says', async () => {
    const { exitCode, notes } = await terminal.run('deletions', 'done', 'nosuchrequest00');
    expect(exitCode).toBe(1);
    expect(notes).toBe("The requested resource wasn't found. (404)");
  });

  test('run as a program, it ends with the exit code', async () => {
    const cli = resolve(import.meta.dirname, '../cli.ts');
    const run = promisify(execFile)(process.execPath, ['--import', 'tsx', cli, 'deletions', 'list'], {
      env: { PATH: process.env.PATH, DATA_DIR: directory },
    });
    await expect(run).rejects.toMatchObject({ code: 4, stdout: '' });
  });
});

describe('login', () => {
  test('saves the session for its owner alone', async () => {
    const file = join(terminal.dataDir, 'pb_auth');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const session = JSON.parse(await readFile(file, 'utf8')) as object;
    expect(Object.keys(session).sort()).toEqual(['record', 'token']);
  });

  test('lasts a day from the last command, so that a monitor signs in once', async () => {
    const file = join(terminal.dataDir, 'pb_auth');
    const ends = async () => {
      const { token } = JSON.parse(await readFile(file, 'utf8')) as { token: string };
      return Number(getTokenPayload(token).exp);
    };
    const first = await ends();
    await wait(1100);
    expect((await terminal.run('health')).exitCode).toBe(0);
    expect(await ends()).toBeGreaterThan(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('a session that may not be read is said so', async () => {
    const file = join(terminal.dataDir, 'pb_auth');
    const session = await readFile(file);
    await rm(file);
    // To root every file is readable: what cannot be read by anybody is a directory.
    await mkdir(file);
    expect(await terminal.run('health')).toMatchObject({ exitCode: 1, notes: matching('EISDIR') });
    await rm(file, { recursive: true });
    await writeFile(file, session);
  });

  test('with an account of one’s own, the password typed or piped in', async () => {
    const email = 'grace@studio.example';
    const password = 'long-enough-for-this';
    await operator.collection('_superusers').create({ email, password, passwordConfirm: password });
    for (const [options, args] of [
      [{ answer: password }, []],
      [{ input: `${password}\n` }, ['--password-stdin']],
    ] as const) {
      const other = await fakeTerminal({ pocketBaseDir: backend.dataDir, ...options });
      const { exitCode, notes } = await other.run('login', '--email', email, ...args);
      expect({ exitCode, notes }).toEqual({ exitCode: 0, notes: 'Signed in as grace@studio.example.' });
      expect((await other.run('deletions', 'list')).exitCode).toBe(0);
      await other.remove();
    }
    const wrong = await fakeTerminal({ pocketBaseDir: backend.dataDir, answer: 'guessed' });
    expect(await wrong.run('login', '--email', email)).toMatchObject({
      exitCode: 3,
      notes: 'PocketBase does not accept this password for grace@studio.example.',
    });
    await wrong.remove();
    const alone = await fakeTerminal({ pocketBaseDir: backend.dataDir });
    expect((await alone.run('login', '--email', email)).exitCode).toBe(2);
    await alone.remove();
  });

  test('§4 an expired session is told, an unreadable token is left to PocketBase', async () => {
    const other = await fakeTerminal({ pocketBaseDir: backend.dataDir });
    const save = (token: string) =>
      writeFile(join(other.dataDir, 'pb_auth'), JSON.stringify({ token, record: {} }));
    const payload = Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url');
    await save(`e30.${payload}.signature`);
    expect(await other.run('deletions', 'list')).toMatchObject({
      exitCode: 3,
      notes: 'Your session has expired. Sign in: npm run backend -- login',
    });
    await save('unreadable');
    expect(await other.run('deletions', 'list')).toMatchObject({
      // PocketBase takes who it does not know for a visitor.
      exitCode: 3,
      notes: 'PocketBase does not accept the saved session. Sign in: npm run backend -- login',
    });
    await other.remove();
  });
});

const projects = () => operator.collection('projects').getFullList<Project>({ sort: 'created' });

describe('projects', () => {
  test('go out as JSON and pictures and come in again, pictures and order included', async () => {
    const [, draft] = await projects();
    const picture = `/api/files/projects/${draft?.id}/${draft?.cover_Image}`;
    const long_description = `<p><img src="http://127.0.0.1:1${picture}?thumb=720x0" alt="A kite"></p>`;
    await operator.collection('projects').update(draft?.id ?? '', { draft: true, long_description });
    // A text may show another project's picture.
    const [kite] = await projects();
    await operator.collection('projects').update(kite?.id ?? '', { long_description });
    const before = await projects();
    expect(before[1]).toMatchObject({
      id: draft?.id,
      draft: true,
      cover_Image: expect.stringMatching(/jpg$/),
    });
    const target = join(directory, 'portfolio');
    const exported = await terminal.run('projects', 'export', target);
    expect(exported.exitCode).toBe(0);
    expect(exported.notes).toContain('8 of 8: ');
    const pictures = await readdir(join(target, 'pictures'));
    expect(pictures).toHaveLength(before.flatMap(picturesOf).filter(Boolean).length);
    expect(await terminal.run('projects', 'export', target)).toMatchObject({
      exitCode: 1,
      notes: `${target} is not empty. Name a new directory.`,
    });

    // One of them is there and changed, the others are gone.
    for (const { id } of before.slice(1)) await operator.collection('projects').delete(id);
    const [kept] = before;
    await operator.collection('projects').update(kept?.id ?? '', { title: 'Changed' });
    const imported = await terminal.run('projects', 'import', target);
    expect(imported).toMatchObject({ exitCode: 0, notes: expect.stringContaining('8 of 8: ') as unknown });
    const after = await projects();
    // PocketBase gives each file a new name, and texts follow.
    const namesOf = (among: Project[]) => among.flatMap(picturesOf);
    const anonymous = (text: string, among: Project[]) =>
      namesOf(among).reduce(
        (rest, name, at) => (name ? rest.replaceAll(`/${name}`, `/picture ${at}`) : rest),
        text,
      );
    const essence = (among: Project[]) =>
      among.map(({ id, title, description, long_description, technologies, images, draft }) => ({
        ...{ id, title, description, technologies, draft },
        long_description: anonymous(long_description, among),
        pictures: images.length,
      }));
    expect(essence(after)).toEqual(essence(before));
    expect(essence(after)[0]?.long_description).toMatch(/\/picture \d+\?thumb/);
    expect(namesOf(after).filter(Boolean)).not.toEqual(expect.arrayContaining([draft?.cover_Image]));

    const [first] = after;
    const source = before[0]?.cover_Image ?? '';
    const url = `${backend.url}/api/files/projects/${first?.id}/${first?.cover_Image}`;
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(served.equals(await readFile(join(target, 'pictures', source)))).toBe(true);
  });

  test.each([
    ['{', /projects\.json is not JSON/],
    ['[]', /has no list "projects"/],
    ['{"projects":[{"title":" "}]}', /project 1: it has no title/],
    ['{"projects":[{"title":"x","draft":"yes"}]}', /project 1: draft must be true or false/],
    ['{"projects":[{"title":"x","images":"y"}]}', /project 1: images must be a list of texts/],
    ['{"projects":[{"title":"x","cover_Image":"../secret"}]}', /\.\.\/secret is not a file in pictures/],
    ['{"projects":[{"title":"New"},{"title":"x","cover_Image":"none.jpg"}]}', /none\.jpg cannot be read/],
  ])('that are not right are not imported: %s', async (text, message) => {
    const source = await mkdtemp(join(directory, 'wrong-'));
    await writeFile(join(source, 'projects.json'), text);
    const { exitCode, notes } = await terminal.run('projects', 'import', source);
    expect(exitCode).toBe(1);
    expect(notes).toMatch(message);
    expect((await operator.collection('projects').getList(1, 1)).totalItems).toBe(8);
  });

  test('a project that is there takes over all of the file, a new one gets an id', async () => {
    const [first] = await projects();
    const source = await mkdtemp(join(directory, 'bare-'));
    const cover = 'kitebridge-cover.jpg';
    await mkdir(join(source, 'pictures'));
    await copyFile(
      resolve(import.meta.dirname, '../../seed/pictures', cover),
      join(source, 'pictures', cover),
    );
    const bare = { title: 'Bare', description: 'Few pictures', category: 'Web' };
    await writeFile(
      join(source, 'projects.json'),
      JSON.stringify({
        projects: [
          { ...bare, id: first?.id, cover_Image: cover },
          { ...bare, title: 'New' },
        ],
      }),
    );
    expect(await terminal.run('projects', 'import', source)).toMatchObject({ exitCode: 0 });
    const all = await projects();
    const none = { technologies: [], images: [], long_description: '' };
    const replaced = all.find(({ id }) => id === first?.id);
    expect(replaced).toMatchObject({
      ...none,
      title: 'Bare',
      cover_Image: expect.stringMatching(/^kitebridge/),
    });
    const added = all.find(({ title }) => title === 'New');
    expect(added).toMatchObject({ ...none, cover_Image: '' });
    await operator.collection('projects').delete(added?.id ?? '');
  });
});

test('messages are exported, as CSV in which no cell is a formula, and as JSON', async () => {
  const plain = await sendMessage('Ada', { project_details: 'First "line"\nsecond, line' });
  const nasty = await sendMessage('=HYPERLINK("http://evil.example")', {
    company: '\t@SUM(1)',
    project_details: '\u001b[31mred\u001b[0m \u202e',
  });
  const file = join(directory, 'messages.csv');
  // One of before, which others can read.
  await writeFile(file, '', { mode: 0o644 });
  expect((await terminal.run('messages', 'export', file)).exitCode).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const csv = await readFile(file, 'utf8');
  expect(csv.split('\r\n')[0]).toBe(
    '\ufeff"id","created","full_name","email_address","company","service_interested_in","project_details"',
  );
  expect(csv).toContain('"First ""line""\nsecond, line"\r\n');
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(csv).toContain(`"'\t@SUM(1)"`);
  const exported = await json<RecordModel[]>('messages', 'export');
  expect(exported.map(({ id }) => id)).toEqual([plain.id, nasty.id]);

  for (const { id } of [plain, nasty]) await operator.collection('form_submits').delete(id);
});

test('§8 deletion requests are listed with their due date, noted as done, exported', async () => {
  const overdue = await requestDeletion('overdue@example.com');
  const open = await requestDeletion('open@example.com', { reason: '\u202eWhy\u200b\n not 👩\u200d💻' });
  const past = new Date(Date.now() - 2.5 * 86_400_000).toISOString();
  await operator.collection('micora_delete_requests').update(overdue.id, { due_at: past });
  const { out } = await terminal.run('deletions', 'list');
  const [first, second] = out.split('\n');
  expect(first).toMatch(/\(OVERDUE by 2 days\) +account overdue@example\.com +contact ada@example\.com/);
  expect(second).toMatch(
    /\(in 30 days\) +account open@example\.com +contact ada@example\.com +Why not 👩\u200d💻$/,
  );

  expect((await terminal.run('health')).exitCode).toBe(1);
  expect((await terminal.run('deletions', 'done', overdue.id)).exitCode).toBe(0);
  expect((await json<RecordModel[]>('deletions', 'list')).map(({ id }) => id)).toEqual([open.id]);
  const all = await json<RecordModel[]>('deletions', 'list', '--all');
  expect(all.map(({ id }) => id)).toEqual([overdue.id, open.id]);
  expect(all[0]?.done_at as unknown).not.toBe('');
  const csv = (await terminal.run('deletions', 'export')).out;
  expect(csv).toContain('"id","created","due_at","done_at","micora_email","contact_email","reason"');
  expect(csv.split('\r\n')).toHaveLength(4);
  await operator.collection('micora_delete_requests').delete(overdue.id);
  await operator.collection('micora_delete_requests').delete(open.id);
});

test('health tells how many mails wait, as text and as JSON', async () => {
  const { id } = await sendMessage('Waiting');
  const health = await terminal.run('health');
  expect(health.exitCode).toBe(0);
  expect(health.out).toMatch(
    /^PocketBase: .*healthy.*\nMails waiting: 1, no mail server is set\nMails refused by the mail server: 0\nDeletion requests overdue: 0\nNewest nightly backup: none yet\nPages up to date: not watched on this machine$/,
  );
  expect(await json('health')).toMatchObject({ mailsWaiting: 1, mailsAreStuck: false, overdueDeletions: 0 });
  await operator.collection('form_submits').delete(id);
});

test('health tells when the pages were last brought up to date, and fails if that is long ago', async () => {
  const note = (minutes: number, hasSucceeded: boolean) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    return writeFile(join(terminal.dataDir, 'watch.json'), JSON.stringify({ at, hasSucceeded }));
  };
  await writeWatchNote(terminal.dataDir, false);
  expect(await terminal.run('health')).toMatchObject({ exitCode: 0, out: matching('never since 20') });
  await note(6, false);
  // A watcher that begins again and again has not succeeded by that.
  await writeWatchNote(terminal.dataDir, false);
  expect(await terminal.run('health')).toMatchObject({
    exitCode: 1,
    out: matching('too long ago: see whether'),
    notes: 'Something needs your attention, see above.',
  });
  await writeWatchNote(terminal.dataDir, true);
  expect(await terminal.run('health')).toMatchObject({ exitCode: 0, out: matching('Pages up to date: 20') });
  await note(6, true);
  expect(await terminal.run('health')).toMatchObject({ exitCode: 1, out: matching(', too long ago') });
  await rm(join(terminal.dataDir, 'watch.json'));
});

const matching = (text: string) => expect.stringContaining(text) as unknown;

test('watch shows new requests as they come, and nothing that was there', async () => {
  const old = await sendMessage('Old');
  let stop = (): void => undefined;
  const stopped = new Promise<void>((done) => (stop = done));
  const watcher = await fakeTerminal({ pocketBaseDir: backend.dataDir, untilStopped: () => stopped });
  await watcher.run('login');
  const running = watcher.run('watch');
  // Until the connection stands, nothing tells; what comes before and after is shown, once.
  const seen = await until('a message is shown', async () => {
    if (watcher.printed.length > 0) return watcher.printed;
    await sendMessage('New one', { project_details: 'A website,\nplease.' });
    return false;
  });
  expect(seen[0]).toMatch(/message from New one <ada@example\.com>: A website, please\./);
  const request = await requestDeletion('gone@example.com');
  await until('the request is shown', () =>
    watcher.printed.some((line) => line.includes('deletion request for gone@example.com')),
  );
  await operator
    .collection('micora_delete_requests')
    .update(request.id, { done_at: new Date().toISOString() });
  stop();
  expect(await running).toMatchObject({ exitCode: 0 });
  const ids = watcher.printed.map((line) => /\((\w+)\)$/.exec(line)?.[1]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(old.id);
  await watcher.remove();
});

test('a session that others may read is closed to them when it is renewed', async () => {
  await chmod(join(terminal.dataDir, 'pb_auth'), 0o644);
  await terminal.run('login');
  expect((await stat(join(terminal.dataDir, 'pb_auth'))).mode & 0o777).toBe(0o600);
});
