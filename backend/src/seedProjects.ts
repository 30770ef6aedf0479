import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Superuser } from './openSuperuser';
import type { PortfolioEntry } from './operator/readPortfolio';

const SEED_DIR = resolve(import.meta.dirname, '../seed');
const CALL_MS = 60_000;

/** A sample project as `projects.json` holds it. */
interface SampleProject extends Omit<PortfolioEntry, 'draft'> {
  /** Fixed, so that a seeding that was cut short knows what it has done. */
  id: string;
}

interface SeedProjectsOptions {
  /** Of a running PocketBase, without a trailing slash. */
  url: string;
  superuser: Superuser;
  /** The data directory of that PocketBase. */
  dataDir: string;
  log: (line: string) => void;
  /** Holds `projects.json` and `pictures/`. */
  seedDir?: string;
}

/**
 * Fills an empty portfolio (§3 projects) with the sample projects, one after the other, so that `sort=created` gives
 * them in the order of `projects.json`. A file in the data directory says that a seeding is under way: if it was cut
 * short, the next call adds the samples that are missing. A portfolio with any other content is left alone.
 * @returns how many projects were added.
 * @throws Error that names the picture or project that is to blame.
 */
export async function seedProjects(options: SeedProjectsOptions): Promise<number> {
  const { url, superuser, dataDir, log, seedDir = SEED_DIR } = options;
  const unfinished = join(dataDir, 'seeding-unfinished');
  const token = await signIn(url, superuser);
  const present = await idsPresent(url, token);
  if (present.length > 0 && !(await exists(unfinished))) return 0;

  const { projects } = JSON.parse(await readFile(join(seedDir, 'projects.json'), 'utf8')) as {
    projects: SampleProject[];
  };
  const missing = projects.filter((project) => !present.includes(project.id));
  const picturesDir = join(seedDir, 'pictures');
  // All pictures are read first: one that cannot be read leaves nothing half done.
  const forms = await Promise.all(
    missing.map(async (project) => ({ id: project.id, form: await toForm(project, picturesDir) })),
  );

  await writeFile(
    unfinished,
    'The sample projects are being added. The next start goes on if this file is here.\n',
  );
  if (forms.length > 0) {
    for (const { id, form } of forms) await createProject(url, token, id, form);
  }
  await rm(unfinished);
  log(`${forms.length} sample projects were added.`);
  return forms.length;
}

/** As the operator: a portfolio of drafts is not empty. */
async function idsPresent(url: string, token: string): Promise<string[]> {
  const list = await call(`${url}/api/collections/projects/records?fields=id&perPage=500&skipTotal=true`, {
    headers: { authorization: token },
  });
  return (list as { items: { id: string }[] }).items.map((project) => project.id);
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

async function toForm(project: SampleProject, picturesDir: string): Promise<FormData> {
  const { technologies, cover_Image, images, ...texts } = project;
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append('technologies', JSON.stringify(technologies));
  if (cover_Image !== '')
    form.append('cover_Image', await readPicture(picturesDir, cover_Image), cover_Image);
  for (const image of images) form.append('images', await readPicture(picturesDir, image), image);
  return form;
}

async function readPicture(directory: string, name: string): Promise<Blob> {
  const path = join(directory, name);
  let bytes;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new Error(`The sample picture ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  if (!isJpeg) throw new Error(`The sample picture ${path} cannot be read: it is not a JPEG file.`);
  return new Blob([bytes], { type: 'image/jpeg' });
}

async function signIn(url: string, { email, password }: Superuser): Promise<string> {
  const answer = await call(`${url}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  });
  return (answer as { token: string }).token;
}

async function createProject(url: string, token: string, id: string, form: FormData): Promise<void> {
  try {
    await call(`${url}/api/collections/projects/records`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
  } catch (error) {
    throw new Error(`The sample project ${id} cannot be added: ${(error as Error).message}`, {
      cause: error,
    });
  }
  // `created` counts in milliseconds; two projects of the same one would have no order.
  await wait(2);
}

async function call(url: string, request: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(CALL_MS) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
