import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import type { RecordModel } from 'pocketbase';
import { share } from './testing/repetitions';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';

jest.setTimeout(240_000);

interface Project extends RecordModel {
  title: string;
  long_description: string;
  cover_Image: string;
  images: string[];
  draft: boolean;
}

/**
 * A module that hooks can load. Its function `step` does nothing unless both steps.txt and fatal.txt exist. It appends
 * the given name to steps.txt. If fatal.txt contains the same name, `step` then kills PocketBase.
 */
const KILL = `
module.exports = {
  step(name) {
    const read = (file) => toString($os.readFile(__hooks + '/' + file));
    let fatal, before;
    try {
      fatal = read('fatal.txt');
      before = read('steps.txt');
    } catch {
      return;
    }
    $os.writeFile(__hooks + '/steps.txt', before + name + ' ', 0o600);
    if (name === fatal) $os.cmd('/bin/sh', '-c', 'kill -KILL $PPID').run();
  },
};`;

/** Inserts a call to `step` before each statement in the given code's functions. A step's name is its line number. */
function withSteps(code: string): string {
  const lines = code.split('\n');
  return lines
    .map((line, index) => {
      const isStatement =
        /^ +(?!\/\/|}|\*)\S/.test(line) && /(?:[;{}]|\/\/ .*)$/.test(lines[index - 1] ?? '');
      return isStatement ? `require(\`\${__hooks}/kill.js\`).step('${index + 1}'); ${line}` : line;
    })
    .join('\n');
}

test('if the backend is killed at any step of a publication, the record is complete, either old or new', async () => {
  const home = await mkdtemp(join(tmpdir(), 'killed-'));
  const hooksDir = join(home, 'hooks');
  await cp(resolve(import.meta.dirname, '../pb_hooks'), hooksDir, { recursive: true });
  await writeFile(join(hooksDir, 'kill.js'), KILL);
  const publishing = join(hooksDir, 'publishDraft.js');
  await writeFile(publishing, withSteps(await readFile(publishing, 'utf8')));
  /** Chooses the step at which PocketBase is killed next, and empties steps.txt. */
  const arm = async (fatal: string) => {
    await writeFile(join(hooksDir, 'fatal.txt'), fatal);
    await writeFile(join(hooksDir, 'steps.txt'), '');
  };
  const stepsTaken = async () =>
    (await readFile(join(hooksDir, 'steps.txt'), 'utf8')).split(' ').filter(Boolean);
  const start = () => startTestBackend({ seeded: false, dataDir: join(home, 'data'), hooksDir });
  const seed = resolve(import.meta.dirname, '../seed/pictures');
  const pictures = await Promise.all(
    ['tallybird-cover.jpg', 'tideline-cover.jpg'].map((name) => readFile(join(seed, name))),
  );
  const file = (version: number, name: string) =>
    new File([pictures[version] ?? ''], `${name}.jpg`, { type: 'image/jpeg' });
  const content = (version: number) => ({
    title: `Version ${version}`,
    cover_Image: file(version, 'cover'),
    images: [file(version, 'one'), file(version, 'two')],
  });
  let backend: TestBackend = await start();
  const projects = () => backend.operator.collection<Project>('projects');

  /** Checks that a record's text and files belong to the same version. @returns the version's number */
  async function readVersion({ id, title, images, cover_Image, long_description }: Project): Promise<number> {
    const version = Number(title.at(-1));
    expect([images.length, long_description]).toEqual([2, `<p>/api/files/projects/${id}/${images[0]}</p>`]);
    const token = await backend.operator.files.getToken();
    for (const name of [...images, cover_Image]) {
      const answer = await fetch(`${backend.url}/api/files/projects/${id}/${name}?token=${token}`);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(pictures[version] ?? Buffer.alloc(0))).toBe(true);
    }
    return version;
  }

  try {
    const { id } = await projects().create(content(0));
    const draft = await projects().create({ ...content(1), draft: true });
    for (const record of [id, draft.id]) {
      const { images } = await projects().getOne(record);
      const long_description = `<p>/api/files/projects/${record}/${images[0]}</p>`;
      await projects().update(record, { long_description, ...(record !== id && { replaces: id }) });
    }
    await arm('none');
    await projects().update(draft.id, { draft: false });
    const all = [...new Set(await stepsTaken())];
    expect(all.length).toBeGreaterThan(20);
    // `npm run test:soak` tests all steps. A normal run tests the first step, the last step, and every fifth step in
    // between.
    const steps = [...all.slice(0, 1), ...share(all.slice(1, -1), 5), ...all.slice(-1)];
    let before = 1;
    const outcomes: string[] = [];
    for (const step of steps) {
      await arm(step);
      await expect(projects().update(draft.id, { draft: false })).rejects.toThrow();
      await backend.ended;
      expect((await stepsTaken()).at(-1)).toBe(step);
      await backend.stop();
      backend = await start();
      const published = await readVersion(await backend.visitor.collection('projects').getOne<Project>(id));
      const kept = await projects().getOne(draft.id);
      expect(kept.draft).toBe(true);
      expect(await readVersion(kept)).toBe(1 - published);
      outcomes.push(published === before ? 'old' : 'new');
      before = published;
    }
    expect(outcomes.at(0)).toBe('old');
    expect(outcomes.at(-1)).toBe('new');
  } finally {
    await backend.stop();
    await rm(home, { recursive: true, force: true });
  }
});
