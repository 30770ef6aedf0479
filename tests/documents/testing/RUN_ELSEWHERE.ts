/** The commands that tests skip when they follow a document. Each value says what runs the command instead. */
export const RUN_ELSEWHERE: Record<string, string> = {
  'npm ci && npm start': 'npm start runs while documents are followed; npm ci comes first in .ci/run',
  'npm ci && npm test': 'both are in .ci/run',
  'npm test': 'a part of npm run validate',
  'npm run validate': 'the checks before the tests, and the tests',
  'npm test -w studio-remote': 'a part of npm test',
  'npm run test:browser -w studio-remote': 'a part of npm test',
  'npm ci': 'comes first in .ci/run',
  'npm ci --ignore-scripts': 'comes first in each job of the workflow',
  'npm ci --omit=dev --omit=peer --ignore-scripts':
    'comes first in jobs of the workflow; also in tests/documents/production.integration.test.ts',
  'npm run build': 'tests/documents/pipeline.integration.test.ts, as a step of the workflow',
  'npm start': 'runs while documents are followed',
  'sudo apt-get update && sudo apt-get install --yes caddy nginx-light webkit2gtk-driver xvfb':
    '.ci/run installs it',
  'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0': '.ci/run installs it',
  'npm run dev': 'tests/heavy/development.spec.ts: a new page appears without a restart',
  'npm run format': 'npm run format:check expects that it has nothing to change',
  'npm run format:check': 'a part of npm run validate',
  'npm run lint': 'a part of npm run validate',
  'npm run typecheck': 'a part of npm run validate',
  'npm run test:unit': 'a part of npm test',
  'npm run test:integration': 'a part of npm test',
  'npm run test:browser': 'a part of npm test',
  'npm run test:heavy': 'a part of npm run validate; following documents is a part of it',
  'npm run typecheck -w careers-remote': 'npm run typecheck and npm run lint check docs/template-remote',
  'npx eslint careers-remote': 'npm run typecheck and npm run lint check docs/template-remote',
  "npm run deploy -- preview --build <builds>/*/dist/production --check 'npm run smoke' --name <name> --to <store> | tee <log>":
    'tests/documents/pipeline.integration.test.ts',
  'npm run deploy -- preview --remove <name> --to <store>': 'tests/documents/pipeline.integration.test.ts',
  "npm run deploy -- --build <builds>/*/dist/production --check 'npm run smoke' --to <store>":
    'tests/documents/pipeline.integration.test.ts',
  'npm run deploy -- serve --backend http://127.0.0.1:8090 --trusted-proxy 127.0.0.1 --field':
    'tests/heavy/field.spec.ts, with another store',
  'npm run deploy -- releases --errors studio-remote': 'tests/heavy/field.spec.ts',
  'npm run deploy -- studio-remote --wait-for-errors': 'tests/heavy/field.spec.ts, with a finished build',
  'npm run deploy -- rollback <app> <version> --to <store>': 'tests/documents/pipeline.integration.test.ts',
};
