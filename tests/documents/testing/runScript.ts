import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

export interface Comment {
  id: number;
  body: string;
}

interface Known {
  /** The comments on the pull request. The script may add comments and edit existing ones. */
  comments: Comment[];
  /** The commit for which the workflow runs. */
  sha: string;
  /** The newest commit on main. */
  main: string;
}

/**
 * Runs a script for the action `actions/github-script` with a mock of GitHub's API.
 *
 * @throws Error if the script reports a failure
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
