/** Commands of documents that are not run a second time by following them, and what runs them. */
export const RUN_ELSEWHERE: Record<string, string> = {
  'npm ci && npm start': 'npm start runs while documents are followed; npm ci comes first in .ci/run',
  'npm ci && npm test': 'both come in .ci/run, as npm run validate',
  'npm test': 'a part of npm run validate',
  'npm run validate': 'the checks before the tests, and the tests',
  'npm test -w backend': 'a part of npm test',
  'npm test -w studio-remote': 'a part of npm test',
  'npm ci': 'comes first in .ci/run',
  'npm ci --ignore-scripts': 'comes first in each job of the workflow',
  'npm ci --omit=dev --ignore-scripts':
    'likewise; tests/docs/production.integration.test.ts installs so, too',
  'npm run build': 'tests/docs/pipeline.integration.test.ts, as the workflow has it',
  'npm start': 'runs while documents are followed',
  'sudo apt-get update && sudo apt-get install --yes caddy nginx-light webkit2gtk-driver xvfb':
    '.ci/run installs it',
  'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0': '.ci/run installs it',
  'npm run dev': 'tests/heavy/development.spec.ts: a new page appears without a restart',
  'npm run format': 'npm run format:check finds nothing to do for it',
  'npm run format:check': 'a part of npm run validate',
  'npm run lint': 'a part of npm run validate',
  'npm run typecheck': 'a part of npm run validate',
  'npm run test:unit': 'a part of npm test',
  'npm run test:integration': 'a part of npm test',
  'npm run test:browser': 'a part of npm test',
  'npm run test:heavy': 'a part of npm run validate; following documents is a part of it',
  'npm run typecheck -w events-remote': 'as docs/add-a-page.md has it of another remote',
  'npx eslint events-remote': 'likewise',
  'npm run test:soak': 'the same tests as in npm test, for longer',
  "npm run deploy -- preview --artifact <builds>/*/dist/production --check 'npm run smoke' --name <name> --to <store> --site <url> --summary <file>":
    'as npm run build',
  'npm run deploy -- preview --remove <name> --to <store>': 'likewise',
  "npm run deploy -- --artifact <builds>/*/dist/production --check 'npm run smoke' --to <store> --site <url> --summary <file>":
    'likewise',
  'npm run deploy -- rollback <app> <version> --to <store> --site <url> --summary <file>': 'likewise',
};
