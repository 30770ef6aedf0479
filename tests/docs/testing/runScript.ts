import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

/** A comment of pull request 12. */
export interface Comment {
  id: number;
  body: string;
}

/**
 * Runs a script of actions/github-script; GitHub itself is what cannot be brought about here.
 *
 * @param comments those of the pull request, to which it may add, and which it may change
 */
export async function runScript(script: string, env: object, comments: Comment[]): Promise<void> {
  const issues = {
    createComment: ({ body }: Comment) => comments.push({ id: comments.length, body }),
    updateComment: ({ comment_id, body }: { comment_id: number; body: string }) =>
      Object.assign(comments[comment_id] ?? {}, { body }),
  };
  const github = { paginate: () => Promise.resolve(comments), rest: { issues } };
  const context = { repo: { owner: 'studio', repo: 'site' }, payload: { pull_request: { number: 12 } } };
  const known = { github, context, process: { env }, require: createRequire(import.meta.url) };
  await (runInNewContext(`(async () => {${script}})()`, known) as Promise<void>);
}
