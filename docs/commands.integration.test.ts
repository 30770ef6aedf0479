import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { pickPort } from '@site/backend/pickPort';
import { until } from '@site/backend/testing/until';
import type { Artifact } from '../build/Artifact';
import { readHistory } from '@site/deploy/release/readHistory';
import { readRelease } from '@site/deploy/release/readRelease';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { NO_S3, startS3 } from '@site/deploy/testing/startS3';
import { readApps } from '../build/readApps';
import { sha256 } from '../build/sha256';
import { findChromium } from '../e2e/findChromium';
import { moveTo } from '../e2e/moveTo';
import { copyCheckout, type CheckoutCopy } from './testing/copyCheckout';
import { readBlocks, readCommands } from './testing/readBlocks';
import { runCommand, startCommand, type RunningCommand } from './testing/runCommand';

jest.setTimeout(600_000);

/** Commands that this test does not run a second time, and what runs them. */
const RUN_ELSEWHERE: Record<string, string> = {
  'npm ci && npm start': 'npm start runs below all the time; npm ci comes first in .ci/run',
  'npm ci && npm test': 'this is a part of it',
  'npm run validate': 'the checks before the tests, and the tests',
  'npm test -w backend': 'a part of npm test',
  'npm test -w studio-remote': 'a part of npm test',
  'npm ci': 'comes first in .ci/run',
  'npm start': 'runs below all the time',
  'sudo apt-get update && sudo apt-get install --yes nginx-light': '.ci/run installs it',
  'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0': '.ci/run installs it',
  'npm run dev': 'docs/add-a-page.md has it, with a page to look at',
  'npm run format': 'npm run format:check finds nothing to do for it',
  'npm run format:check': 'a part of npm run validate',
  'npm run lint': 'a part of npm run validate',
  'npm run typecheck': 'a part of npm run validate',
  'npm run test:unit -- --selectProjects build docs <workspaces>': 'a part of npm run test:unit',
  'npm run test:integration -- --selectProjects build docs <workspaces>': 'this is a part of it',
  'npm run test:e2e': 'a part of npm test',
  'npm run typecheck -w events-remote': 'as docs/add-a-page.md has it of another remote',
  'npx eslint events-remote': 'likewise',
  'npm run test:soak': 'the same tests as in npm test, for longer',
  'npm run test:mutants': 'the same tests as in npm test, once for each change of the code',
  'npm run build -- --env runtime=published': 'e2e/globalSetup.ts builds so',
  ...Object.fromEntries(
    [
      '-- affected --since origin/main',
      '-- affected --since <commit> --output <file>',
      '-- affected --since <commit> --to <store> --output <file>',
      '-- preview <apps> --name <name> --to <store> --site <url> --summary <file>',
      '-- withdraw --name <name> --to <store>',
      '-- affected --to <store> --output <file>',
      '-- <apps> --to <store> --site <url> --summary <file>',
      '-- rollback <app> <version> --to <store> --site <url> --summary <file>',
    ].map((words) => [
      `npm run deploy ${words}`,
      'docs/pipeline.integration.test.ts, as the workflow has it',
    ]),
  ),
};

let checkout: CheckoutCopy;
let site: RunningCommand;
let siteUrl: string;
let backendUrl: string;

beforeAll(async () => {
  checkout = await copyCheckout();
  siteUrl = `http://localhost:${await pickPort(0)}`;
  site = startCommand('npm start -- --trusted-proxy 127.0.0.1', run({ PORT: new URL(siteUrl).port }));
  await site.says(/The site is at/);
  const address = await readFile(join(checkout.directory, '.local/pocketbase/address.json'), 'utf8');
  backendUrl = (JSON.parse(address) as { url: string }).url;
});
afterAll(async () => {
  await site.stop();
  await checkout.remove();
});

const run = (env?: Record<string, string>) => ({ directory: checkout.directory, ...(env && { env }) });
const document = (name: string) => join(checkout.directory, name);

/** Documents whose commands other documents and tests run. */
const NOT_FOLLOWED = ['CONTRIBUTING.md', 'docs/pipeline.md'];

interface Scenario {
  /** What stands for a `<placeholder>`, found when it is needed. */
  values?: Record<string, () => Promise<string> | string>;
  /** What a person would have done before a command. */
  before?: Record<string, () => Promise<unknown>>;
  /** What shows that a command has done what the document says. */
  after?: Record<string, (printed: string) => Promise<unknown>>;
  /** What the machine of a test cannot have, such as a fixed port, and what it has instead. */
  instead?: Record<string, string>;
  /** The heading of a section that another test follows. */
  elsewhere?: string;
  /** Commands that go on until they are stopped. */
  goingOn?: Record<string, (command: RunningCommand) => Promise<unknown>>;
  env?: Record<string, string>;
}

/** Runs every command of a document, in order, as it is written. */
async function follow(name: string, scenario: Scenario = {}): Promise<void> {
  const { values = {}, before = {}, after = {}, goingOn = {}, env = {}, instead = {} } = scenario;
  const skipped = scenario.elsewhere ? await readCommands(document(name), scenario.elsewhere) : [];
  const commands = (await readCommands(document(name))).filter((command) => !skipped.includes(command));
  expect(commands).not.toEqual([]);
  for (const key of [...Object.keys(before), ...Object.keys(after), ...Object.keys(goingOn)]) {
    expect(commands).toContain(key);
  }
  for (const command of commands) {
    if (command in RUN_ELSEWHERE) continue;
    await before[command]?.();
    let typed = await fillIn(command, values);
    for (const [what, by] of Object.entries(instead)) typed = typed.replace(what, by);
    const during = goingOn[command];
    if (during) {
      const running = startCommand(typed, run(env));
      await during(running).finally(() => running.stop());
    } else {
      const printed = await runCommand(typed, run(env));
      await after[command]?.(printed);
    }
  }
}

async function fillIn(command: string, values: Record<string, () => Promise<string> | string>) {
  let typed = command;
  for (const [placeholder] of command.matchAll(/<[\w-]+>/g)) {
    const value = values[placeholder];
    if (!value) throw new Error(`What is ${placeholder} in "${command}"?`);
    typed = typed.replace(placeholder, await value());
  }
  return typed;
}

async function page(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${siteUrl}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) });
}

const deploy = (command: string) => runCommand(`npm run -s deploy -- ${command}`, run());

/** Changes what a page of the studio says, and how it is built. */
async function changeAboutPage(words: string): Promise<void> {
  const path = join(checkout.directory, 'studio-remote/src/pages/about/Hero.tsx');
  const source = await readFile(path, 'utf8');
  await writeFile(path, source.replace(/(<h1[^>]*>)[^<]*/, `$1${words}`));
}

async function send(collection: string, record: Record<string, string>): Promise<void> {
  const answer = await fetch(`${siteUrl}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });
  expect(answer.status).toBe(200);
}

const sendMessage = () =>
  send('form_submits', {
    full_name: 'Ada',
    email_address: 'ada@example.com',
    project_details: 'A website, please.',
  });

test('every document that has commands is followed here', async () => {
  const followed = ['README.md', ...NOT_FOLLOWED, ...FOLLOWED.map((name) => `docs/${name}`)].sort();
  const names = [
    'README.md',
    'CONTRIBUTING.md',
    ...(await readdir(document('docs'))).map((name) => `docs/${name}`),
  ];
  const withCommands: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.md'))) {
    if ((await readCommands(document(name))).length > 0) withCommands.push(name);
  }
  expect(withCommands.sort()).toEqual(followed);
});

test.each(NOT_FOLLOWED)(
  '%s has no command that is not run here by another document, or elsewhere',
  async (name) => {
    const others = await Promise.all(FOLLOWED.map((one) => readCommands(document(`docs/${one}`))));
    const known = [...others.flat(), ...Object.keys(RUN_ELSEWHERE)];
    for (const command of await readCommands(document(name))) expect(known).toContain(command);
  },
);

const FOLLOWED = [
  'add-a-page.md',
  'add-a-remote.md',
  'deploy-and-undo.md',
  'edit-the-portfolio.md',
  'grow.md',
  'handle-requests.md',
  'operate.md',
];

test('docs/add-a-page.md makes a page that is built, tested, deployed and taken back', async () => {
  const blocks = await writeFiles('docs/add-a-page.md');
  const [route, paths] = blocks.filter(({ file, language }) => !file && language !== 'sh');
  await edit('studio-remote/src/routes.tsx', /^\];$/m, `${indent(route?.text ?? '')}];`);
  await edit('studio-remote/remote.config.ts', /^ {2}paths: .*\n/m, paths?.text ?? '');

  await follow('docs/add-a-page.md', {
    env: { PORT: String(await pickPort(0)) },
    goingOn: {
      'npm run dev': async (dev) => {
        const [url] = await dev.says(/http:\/\/localhost:\d+/);
        expect(await (await fetch(`${url}/process`)).text()).toContain('How we work</h1>');
      },
    },
    after: {
      'npm run deploy -- studio-remote': async () => {
        expect(await (await page('/process')).text()).toContain('How we work</h1>');
        expect(await (await page('/sitemap.xml')).text()).toContain('/process<');
      },
      'npm run deploy -- rollback studio-remote': async () =>
        expect((await page('/process')).status).toBe(404),
    },
  });
});

/** Makes the files whose texts a document has. @returns all its blocks */
async function writeFiles(name: string) {
  const blocks = await readBlocks(document(name));
  for (const { file, text } of blocks) {
    if (!file) continue;
    await mkdir(dirname(document(file)), { recursive: true });
    await writeFile(document(file), text);
  }
  return blocks;
}

test('docs/add-a-remote.md makes a remote, which open tabs reach, and takes it away again', async () => {
  const others = readApps(checkout.directory);
  // By paths of this copy: the builds that came with it have those of the checkout.
  await runCommand('npm run build -w micora-remote', run());
  const builds = await readBuilds(others);
  const lockFile = await readFile(document('package-lock.json'), 'utf8');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const tab = await openTab(browser);
    await writeFiles('docs/add-a-remote.md');
    await follow('docs/add-a-remote.md', {
      // Here the packages are links.
      instead: { 'npm install': 'npm install --package-lock-only' },
      after: {
        'npm run deploy -- events-remote': async () => {
          expect(await (await page('/sitemap.xml')).text()).toContain('/events<');
          const { before, after } = await pagesAround('deploy events-remote');
          const { 'events.html': added, ...own } = after;
          expect(added).toMatchObject({ app: 'events-remote' });
          expect(own).toEqual(before);

          const later = await openTab(browser);
          await moveTo(later, '/events');
          await expectHeading(later, 'Events');
          expect(await later.evaluate('window.sameDocument')).toBe(true);
          await moveTo(tab, '/events');
          await expectHeading(tab, 'Events');

          // With the remote in the lock file, too, another one is built as it was.
          await runCommand('npm run build -w micora-remote', run());
          expect(await readBuilds(others)).toEqual(builds);
        },
        'npm run deploy -- remove events-remote': async () => {
          expect((await page('/events')).status).toBe(404);
          const { before, after } = await pagesAround('remove events-remote');
          expect(before).toEqual({ ...after, 'events.html': before?.['events.html'] });
        },
      },
    });
  } finally {
    await browser.close();
  }
  expect(readApps(checkout.directory)).toEqual(others);
  expect(await readFile(document('package-lock.json'), 'utf8')).toBe(lockFile);
});

/** The bytes of builds, but for the file that says where each comes from. */
async function readBuilds(apps: string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const app of apps) {
    const folder = document(`${app}/dist/production`);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.name !== 'origin.json') files[path] = sha256(await readFile(path));
    }
  }
  return files;
}

/**
 * The pages of the release that a command made live and of the one that was live, by their contents' hashes; but for
 * those that got copies of pictures meanwhile, which are made in the background.
 */
async function pagesAround(what: string) {
  const store = directoryStore(document('.local/store'));
  const entry = (await readHistory(store)).find((one) => one.what === what);
  const release = await readRelease(store, entry?.release ?? '');
  const base = await readRelease(store, release.base ?? '');
  const gotPictures = (file: string) =>
    !isDeepStrictEqual(base.pages[file]?.pictures, release.pages[file]?.pictures);
  const [before, after] = [base, release].map(({ pages }) =>
    Object.fromEntries(Object.entries(pages).filter(([file]) => !gotPictures(file))),
  );
  expect(Object.keys(before ?? {})).toEqual(
    expect.arrayContaining(['404.html', 'about.html', 'micora.html']),
  );
  return { before, after: after ?? {} };
}

/** A tab on the home page that knows which release is live, and remembers that it has not been loaded again. */
async function openTab(browser: Browser): Promise<Page> {
  const tab = await browser.newPage();
  const learned = tab.waitForResponse('**/release.json');
  await tab.goto(siteUrl);
  await learned;
  await tab.evaluate('window.sameDocument = true');
  return tab;
}

const expectHeading = (tab: Page, name: string) =>
  tab.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: 15_000 });

async function edit(file: string, what: RegExp, by: string): Promise<void> {
  const path = join(checkout.directory, file);
  const source = await readFile(path, 'utf8');
  expect(source).toMatch(what);
  await writeFile(
    path,
    source.replace(what, () => by),
  );
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

test('docs/deploy-and-undo.md deploys, previews and takes back', async () => {
  let preview = '';
  const aboutSays = async (words: string) => {
    const [, heading] = /<h1[^>]*>([^<]*)/.exec(await (await page('/about')).text()) ?? [];
    expect(heading).toBe(words);
  };
  const previewed = async () => (await page('/about', { cookie: `release=${preview}` })).text();
  await follow('docs/deploy-and-undo.md', {
    values: {
      '<preview-id>': () => preview,
      '<release-id>': async () =>
        (await deploy('releases')).split(/\s+/).find((word) => /^\d+T/.test(word)) ?? '',
      '<version>': async () => /studio-remote (\w+)/.exec(await deploy('releases'))?.[1] ?? '',
      '<backend-url>': () => backendUrl,
    },
    before: {
      'npm run deploy -- studio-remote --backend <backend-url> --dry-run': () =>
        changeAboutPage('Our second try.'),
      'npm run deploy -- preview studio-remote': () => changeAboutPage('Our third try.'),
      'npm run deploy -- withdraw <preview-id>': async () => {
        await changeAboutPage('Our fourth try.');
        preview = /release=(\S+)/.exec(await deploy('preview studio-remote'))?.[1] ?? '';
        expect(await previewed()).toContain('Our fourth try.');
      },
    },
    after: {
      'npm run deploy -- studio-remote --backend <backend-url>': () => aboutSays('Our second try.'),
      'npm run deploy -- withdraw <preview-id>': async () =>
        expect(await previewed()).toContain('Our third try.'),
      'npm run deploy -- --artifact studio-remote/dist/production --backend <backend-url>': (printed) =>
        Promise.resolve(expect(printed).toMatch(/^studio-remote \w+ of .*\nNothing to deploy/m)),
      'npm run deploy -- releases --json': (printed) => {
        const [newest] = JSON.parse(printed.slice(printed.indexOf('['))) as { state: string }[];
        return Promise.resolve(expect(newest?.state).toBe('live'));
      },
      'npm run deploy -- preview studio-remote': async (printed) => {
        preview = /release=(\S+)/.exec(printed)?.[1] ?? '';
        await aboutSays('Our second try.');
        expect(await previewed()).toContain('Our third try.');
      },
      'npm run deploy -- promote <preview-id>': () => aboutSays('Our third try.'),
      'npm run deploy -- rollback studio-remote': () => aboutSays('Our second try.'),
    },
    goingOn: {
      'npm run deploy -- watch --backend <backend-url>': (watch) => watch.says(/Watching for changes/),
    },
  });
});

test('docs/edit-the-portfolio.md changes what the site shows', async () => {
  await runCommand('npm run backend -- login', run());
  const portfolio = async () =>
    JSON.stringify(await (await page('/api/collections/projects/records')).json());
  await follow('docs/edit-the-portfolio.md', {
    after: {
      'npm run backend -- projects export portfolio/': async () => {
        const exported = join(document('portfolio'), 'projects.json');
        const { projects } = JSON.parse(await readFile(exported, 'utf8')) as { projects: object[] };
        projects.push({ title: 'New project', category: 'Web' });
        await writeFile(exported, JSON.stringify({ projects }));
      },
      'npm run backend -- projects import portfolio/': async () => {
        expect(await portfolio()).toContain('New project');
        await until('it is in the page', async () =>
          (await (await page('/projects')).text()).includes('New project'),
        );
      },
    },
  });
});

test('docs/handle-requests.md reads what visitors have sent', async () => {
  await sendMessage();
  await send('micora_delete_requests', { contact_email: 'ada@example.com', micora_email: 'ada@example.com' });
  await follow('docs/handle-requests.md', {
    values: {
      '<request-id>': async () =>
        /"id": ?"(\w+)"/.exec(await runCommand('npm run -s backend -- deletions list --json', run()))?.[1] ??
        '',
    },
    after: {
      'npm run backend -- messages export messages.csv': async () =>
        expect(await readFile(document('messages.csv'), 'utf8')).toContain('A website, please.'),
    },
    goingOn: {
      'npm run backend -- watch': async (watch) => {
        // It says nothing before there is something to say.
        const repeat = setInterval(() => void sendMessage().catch(() => undefined), 4000);
        await watch.says(/message from Ada/).finally(() => clearInterval(repeat));
      },
    },
  });
});

test('docs/operate.md runs the site as services, and keeps and restores its data', async () => {
  await follow('docs/operate.md', {
    // docs/production.integration.test.ts follows it.
    elsewhere: 'On an empty machine',
    instead: {
      'http://127.0.0.1:8090': backendUrl,
      // A backend of its own: the one of this site runs already.
      'npm run backend -- serve --port 8090':
        'mkdir -p .local/second && ln -sfn ../cache .local/second/cache && DATA_DIR=.local/second npm run backend -- serve --port 0',
    },
    goingOn: {
      'npm run backend -- serve --port 8090': async (backend) => {
        const [, url] = await backend.says(/The backend is at (\S+),/);
        expect((await fetch(`${url}/api/health`)).status).toBe(200);
      },
      'npm run deploy -- watch --backend http://127.0.0.1:8090': async (watch) => {
        await watch.says(/Watching for changes/);
        await runCommand('npm run backend -- login', run());
        await mkdir(document('added'));
        const added = { projects: [{ title: 'Seen at once' }] };
        await writeFile(document('added/projects.json'), JSON.stringify(added));
        await runCommand('npm run backend -- projects import added', run());
        await until('it is live', async () =>
          (await (await page('/projects')).text()).includes('Seen at once'),
        );
      },
    },
    values: {
      '<backup>': async () => {
        const [newest = ''] = (await readdir(document('.local/pocketbase/backups'))).filter((name) =>
          name.endsWith('.zip'),
        );
        return newest;
      },
      '<preview-id>': async () => {
        const lines = (await deploy('releases')).split('\n');
        return lines.find((line) => line.includes('preview '))?.split(/\s+/)[3] ?? '';
      },
    },
    before: {
      'npm run deploy -- preview shell studio-remote micora-remote': () =>
        changeAboutPage('With another React.'),
    },
    after: {
      'npm run backend -- backup restore <backup> --into restored': async () =>
        expect(await readdir(document('restored'))).toContain('data.db'),
      'npm run backend -- health': (printed) =>
        Promise.resolve(expect(printed).toMatch(/Pages up to date: 20[^,]*$/m)),
      'npm run deploy -- nginx --out site.conf --server-name www.example.com --backend http://127.0.0.1:8090':
        async () => expect(await readFile(document('site.conf'), 'utf8')).toContain('www.example.com'),
      'npm run deploy -- promote <preview-id>': async () =>
        expect(await (await page('/about')).text()).toContain('With another React.'),
      'npm run deploy -- shell studio-remote micora-remote': async () => {
        const release = await (await page('/release.json')).text();
        for (const app of readApps(checkout.directory))
          expect(release).toContain((await readArtifact(app)).version);
      },
    },
  });
});

test('npm start believes the proxy that it is told of', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
  expect((await page('/', headers)).headers.has('strict-transport-security')).toBe(true);
});
async function readArtifact(app: string): Promise<Artifact> {
  return JSON.parse(await readFile(document(`${app}/dist/production/artifact.json`), 'utf8')) as Artifact;
}

const testInBucket = NO_S3 ? test.skip : test;

testInBucket(`docs/grow.md deploys into a bucket and pulls from it${NO_S3 ? `: ${NO_S3}` : ''}`, async () => {
  const s3 = await startS3();
  try {
    await follow('docs/grow.md', {
      env: s3.environment,
      instead: { 'pull --from s3://site/production': 'pull --from s3://site/production --to .local/host' },
      after: {
        'npm run deploy -- pull --from s3://site/production': async () => {
          const about = await readFile(document('.local/host/live/about.html'), 'utf8');
          expect(about).toContain('<h1');
        },
      },
    });
  } finally {
    await s3.stop();
  }
});
