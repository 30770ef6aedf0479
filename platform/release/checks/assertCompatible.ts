import { queryText } from '@site/shared/api/calls';
import { ownerOf } from '@site/shared/ownerOf';
import type { Call } from '@site/shared/remote';
// Loading all of semver takes longer than rendering a page.
import satisfies from 'semver/functions/satisfies.js';
import isExact from 'semver/functions/valid.js';
import type { Artifact } from '../../build/Artifact';
import { CONTRACT, ROUTER } from '../../build/sharedModules';

/** The versions of modules that older shells provide without declaring them. */
const FORMER: Record<string, string> = { [CONTRACT]: '1.0.0' };

/** The query parameters that a remote may declare for a list. The parameter `page` is always added to them. */
const LIST_PARAMETERS = ['perPage', 'sort', 'filter', 'expand', 'fields', 'skipTotal'];

/** The maximum number of records that PocketBase returns on one page. */
const MOST_PER_PAGE = 1000;

/** The maximum length of a list's query, in characters. The server refuses longer URLs. */
const QUERY_LIMIT = 800;

/** The declarations of a remote's build. */
type DeclaredRemote = Pick<Artifact, 'app' | 'shared' | 'router'> & NonNullable<Artifact['remote']>;

/**
 * Checks that a set of builds can work together.
 *
 * @returns the shell's build
 * @throws Error that names the conflict and its cause, and says how to resolve it
 */
export function assertCompatible(artifacts: Artifact[]): Artifact {
  const shell = artifacts.find(({ remote }) => !remote);
  const duplicate = artifacts.find(({ app }, at) => artifacts.findIndex((one) => one.app === app) < at);
  if (duplicate) throw new Error(`There are two builds of ${duplicate.app}: deploy only one.`);
  if (!shell) {
    throw new Error('No shell is live yet: deploy it together with the first remotes.');
  }

  const remotes: DeclaredRemote[] = [];
  for (const { app, shared, router, remote } of artifacts) {
    if (remote) remotes.push({ app, shared, router, ...remote });
  }
  for (const remote of remotes) {
    for (const other of remotes) if (other !== remote) expectNoConflict(remote, other);
    expectValidCalls(remote);
    expectOwnPaths(remote, remotes);
    expectProvided(remote, shell);
  }
  return shell;
}

/** Two remotes must not share a mount, a name or a form. */
function expectNoConflict({ app, name, mount, calls = [] }: DeclaredRemote, other: DeclaredRemote): void {
  if (other.mount === mount) {
    throw new Error(`${app} and ${other.app} both mount at ${mount}: change the mount of one.`);
  }
  if (other.name === name) {
    throw new Error(`${app} and ${other.app} both have the name ${name}: rename one.`);
  }
  const form = calls.find((call) => call.kind === 'form' && isAmong(call, other.calls));
  if (form) {
    throw new Error(
      `${app} and ${other.app} both declare the form ${form.collection}: only one remote can own a form. Remove it from one remote.config.ts, or use another collection there.`,
    );
  }
}

function expectValidCalls({ app, calls = [] }: DeclaredRemote): void {
  for (const call of calls) {
    const problem = problemOf(call);
    if (problem) throw new Error(`${app} declares ${describeCall(call)}, which ${problem}`);
  }
}

/** The addresses of a remote must be below its mount, and not below the longer mount of another remote. */
function expectOwnPaths({ app, mount, paths }: DeclaredRemote, remotes: DeclaredRemote[]): void {
  for (const path of paths) {
    const owner = ownerOf(path, remotes);
    if (owner?.app !== app) {
      const consequence = owner ? `browsers would load it from ${owner.app}` : 'it would belong to no remote';
      throw new Error(`${path} does not belong to the mount ${mount} of ${app}: ${consequence}.`);
    }
  }
}

/** The shell must provide the modules and exports that a remote needs. */
function expectProvided({ app, shared, router }: DeclaredRemote, shell: Artifact): void {
  for (const [name, required] of Object.entries(shared)) {
    const provided = shell.shared[name] ?? FORMER[name];
    if (provided === undefined) {
      throw new Error(
        `${app} needs ${name}, which the shell does not provide: first deploy a shell that provides it.`,
      );
    }
    // Older builds declare the exact version that they were built with.
    const range = isExact(required) === null ? required : `^${required}`;
    if (!satisfies(provided, range)) {
      const declaredIn = [CONTRACT, ROUTER].includes(name) ? 'remote.config.ts' : 'package.json';
      throw new Error(
        `${app} needs ${name} ${range}, but the shell provides ${provided}. In the same release, deploy a shell with ${range}, or a build of ${app} whose ${declaredIn} declares a range that includes ${provided}.`,
      );
    }
  }

  const missing = router.find((name) => !shell.router.includes(name));
  if (missing) {
    throw new Error(
      `${app} uses ${missing} from @site/shared/router, which the shell does not export: export it again or, in the same release, deploy a build of ${app} that does not use it.`,
    );
  }
}

function isAmong(form: Call, calls: Call[] = []): boolean {
  return calls.some(({ kind, collection }) => kind === form.kind && collection === form.collection);
}

/**
 * The reason to refuse a call that the backend could never answer, or that no page should make; undefined if the call
 * is accepted.
 */
function problemOf(call: Call): string | undefined {
  if (call.collection.startsWith('_'))
    return 'belongs to PocketBase itself: remove it from remote.config.ts.';
  if (call.kind !== 'list') return undefined;
  const { query } = call;
  const unknown = Object.keys(query).find((name) => !LIST_PARAMETERS.includes(name));
  if (unknown !== undefined)
    return `has the parameter ${unknown}: a list may have ${LIST_PARAMETERS.join(', ')}. The parameter page is always added.`;
  if (queryText(query).length > QUERY_LIMIT)
    return `has a query of more than ${QUERY_LIMIT} characters: shorten it.`;
  const { perPage } = query;
  const isCount = typeof perPage === 'number' && perPage >= 1 && perPage <= MOST_PER_PAGE;
  if (perPage !== undefined && !isCount)
    return `sets perPage to ${perPage}: use a number from 1 to ${MOST_PER_PAGE}.`;
  return undefined;
}

function describeCall({ kind, collection }: Call): string {
  const what = { list: 'a list of', one: 'a record of', files: 'files of', form: 'the form' }[kind];
  return `${what} ${collection}`;
}
