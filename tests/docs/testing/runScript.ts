import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

/** A comment of pull request 12. */
export interface Comment {
  id: number;
  body: string;
}

/** What GitHub knows when a script runs. */
interface Known {
  /** Those of the pull request, to which it may add, and which it may change. */
  comments: Comment[];
  /** The commit that the run is of, and the one that main is at now. */
  sha: string;
  main: string;
}

/**
 * Runs a script of actions/github-script; GitHub itself is what cannot be brought about here.
 *
 * @throws Error if the script says that its step has failed
 */
export async function runScript(script: string, env: object, { comments, sha, main }: Known): Promise<void> {
  const issues = {
    createComment: ({ body }: Comment) => comments.push({ id: comments.length, body }),
    updateComment: ({ comment_id, body }: { comment_id: number; body: string }) =>
      Object.assign(comments[comment_id] ?? {}, { body }),
  };
  const repos = { getBranch: () => Promise.resolve({ data: { commit: { sha: main } } }) };
  const github = { paginate: () => Promise.resolve(comments), rest: { issues, repos } };
  const payload = { pull_request: { number: 12 } };
  const context = { repo: { owner: 'studio', repo: 'site' }, payload, sha };
  let failure: string | undefined;
  const core = { setFailed: (message: string) => (failure = message) };
  const known = { github, context, core, process: { env }, require: createRequire(import.meta.url) };
  await (runInNewContext(`(async () => {${script}})()`, known) as Promise<void>);
  if (failure !== undefined) throw new Error(failure);
}
