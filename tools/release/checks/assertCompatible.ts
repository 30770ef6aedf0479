import { queryText } from '@site/shared/api/calls';
import { ownerOf } from '@site/shared/ownerOf';
import type { Call } from '@site/shared/remote';
// The whole package takes longer to load than a page to render.
import satisfies from 'semver/functions/satisfies.js';
import isExact from 'semver/functions/valid.js';
import type { Artifact } from '../../build/Artifact';
import { CONTRACT, ROUTER } from '../../build/sharedModules';

/** What shells provide that were built before they said it. */
const FORMER: Record<string, string> = { [CONTRACT]: '1.0.0' };

/** What a list may be asked with besides the number of its page. */
const LIST_PARAMETERS = ['perPage', 'sort', 'filter', 'expand', 'fields', 'skipTotal'];

/** How many records PocketBase gives at once. */
const MOST_PER_PAGE = 1000;

/** The longest query of a list: the server takes no longer addresses. Characters. */
const QUERY_LIMIT = 800;

/**
 * Refuses a set of builds that cannot work together.
 *
 * @returns the shell among them
 * @throws Error that says what does not fit, why, and how to mend it
 */
export function assertCompatible(artifacts: Artifact[]): Artifact {
  const shell = artifacts.find(({ remote }) => !remote);
  const remotes = artifacts.flatMap(({ app, shared, router, remote }) =>
    remote ? [{ app, shared, router, ...remote }] : [],
  );
  const twice = artifacts.find(({ app }, at) => artifacts.findIndex((one) => one.app === app) < at);
  if (twice) throw new Error(`There are two builds of ${twice.app}: name one.`);
  if (!shell) {
    throw new Error('No shell is live yet: deploy it together with the first remotes.');
  }

  for (const { app, name, mount, paths, calls = [], shared, router } of remotes) {
    for (const other of remotes.filter((one) => one.app !== app)) {
      if (other.mount === mount) {
        throw new Error(`${app} and ${other.app} both mount at ${mount}: give one another mount.`);
      }
      if (other.name === name) {
        throw new Error(`${app} and ${other.app} both have the name ${name}: rename one.`);
      }
      const form = calls.find((call) => call.kind === 'form' && isAmong(call, other.calls));
      if (form) {
        throw new Error(
          `${app} and ${other.app} both declare the form ${form.collection}: only one remote can own a form. Take it out of one remote.config.ts, or give one a collection of its own.`,
        );
      }
    }
    for (const call of calls) {
      const problem = problemOf(call);
      if (problem) throw new Error(`${app} declares ${describeCall(call)}, which ${problem}`);
    }
    for (const path of paths) {
      const owner = ownerOf(path, remotes);
      if (owner?.app !== app) {
        throw new Error(
          `${path} of ${app} is not below its mount ${mount}: browsers take it for a page of ${owner?.app ?? 'nobody'}.`,
        );
      }
    }

    for (const [name, required] of Object.entries(shared)) {
      const provided = shell.shared[name] ?? FORMER[name];
      if (provided === undefined) {
        throw new Error(
          `${app} needs ${name}, which the shell does not provide: deploy a shell that does first.`,
        );
      }
      // Older builds say what they were built with.
      const range = isExact(required) === null ? required : `^${required}`;
      if (!satisfies(provided, range)) {
        const declaredIn = [CONTRACT, ROUTER].includes(name) ? 'remote.config.ts' : 'package.json';
        throw new Error(
          `${app} needs ${name} ${range}, the shell provides ${provided}: deploy a shell with ${range}, or a build of ${app} whose ${declaredIn} declares a range with ${provided}, in the same release.`,
        );
      }
    }

    const lost = router.find((name) => !shell.router.includes(name));
    if (lost) {
      throw new Error(
        `${app} uses ${lost} of @site/shared/router, which the shell does not export: export it again, or deploy a build of ${app} without it in the same release.`,
      );
    }
  }
  return shell;
}

function isAmong(form: Call, calls: Call[] = []): boolean {
  return calls.some(({ kind, collection }) => kind === form.kind && collection === form.collection);
}

/** What is wrong with a call that the backend could never answer, or that no page should make. */
function problemOf(call: Call): string | undefined {
  if (call.collection.startsWith('_')) return "is PocketBase's own: take it out of remote.config.ts.";
  if (call.kind !== 'list') return undefined;
  const { query } = call;
  const unknown = Object.keys(query).find((name) => !LIST_PARAMETERS.includes(name));
  if (unknown !== undefined)
    return `sends ${unknown}: a list may only send ${LIST_PARAMETERS.join(', ')}, and page, which it always sends.`;
  if (queryText(query).length > QUERY_LIMIT)
    return `has a query of more than ${QUERY_LIMIT} characters: shorten it.`;
  const { perPage } = query;
  const isCount = typeof perPage === 'number' && perPage >= 1 && perPage <= MOST_PER_PAGE;
  if (perPage !== undefined && !isCount)
    return `has perPage: ${perPage}: write a number from 1 to ${MOST_PER_PAGE}.`;
  return undefined;
}

function describeCall({ kind, collection }: Call): string {
  const what = { list: 'a list of', one: 'a record of', files: 'files of', form: 'the form' }[kind];
  return `${what} ${collection}`;
}
