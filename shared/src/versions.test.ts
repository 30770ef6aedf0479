/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { versions } from './versions';

/** What each version exports: the digests of its signatures. */
const DIGESTS: Record<keyof typeof versions, Record<string, string>> = {
  contract: { '1.1.0': '61a92be6a00817a8', '1.2.0': '39243fced5f2ae24' },
  router: { '1.0.0': '02ba7d2021d99a17' },
};

const FILES = { contract: 'remote.ts', router: 'router.ts' };

/** The exports of a file without comments, with the version of React Router that it re-exports. */
function signaturesOf(fileName: string): string {
  const source = readFileSync(resolve(__dirname, fileName), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName,
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  const { version } = createRequire(__filename)('react-router-dom/package.json') as { version: string };
  const passesOn = outputText.includes('react-router-dom');
  return outputText.replaceAll(/\s+/g, ' ') + (passesOn ? `react-router-dom ${version.split('.')[0]}` : '');
}

test.each(['contract', 'router'] as const)(
  'the %s has another version once its signatures change',
  (what) => {
    const version = versions[what];
    const digest = createHash('sha256').update(signaturesOf(FILES[what])).digest('hex').slice(0, 16);
    const known = DIGESTS[what];
    if (known[version] !== digest) {
      const next = Object.hasOwn(known, version)
        ? `has other signatures than version ${version}. Raise "${what}" in versions.ts: the major if a build of before no longer works with it, else the minor. Then note here`
        : 'has a new version. Note here';
      throw new Error(`shared/src/${FILES[what]} ${next} what it exports: '<version>': '${digest}'.`);
    }
    expect(Object.keys(known).at(-1)).toBe(version);
    expect(new Set(Object.values(known)).size).toBe(Object.keys(known).length);
  },
);
