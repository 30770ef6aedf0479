/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { versions } from './versions';

const DIGESTS: Record<keyof typeof versions, Record<string, string>> = {
  contract: { '2.0.0': '039fbfc8f1aff297', '2.1.0': 'e1c18fc892b3bfa7', '2.2.0': '4f1176423becf20e' },
  router: { '1.0.0': '02ba7d2021d99a17' },
};

const FILES = { contract: 'contract.ts', router: 'router.ts' };

/** Returns a file's type declarations. Appends React Router's major version if the file re-exports React Router. */
function listSignatures(fileName: string): string {
  const source = readFileSync(resolve(__dirname, fileName), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName,
    compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  const { version } = createRequire(__filename)('react-router-dom/package.json') as { version: string };
  const reexports = outputText.includes('react-router-dom');
  return outputText.replaceAll(/\s+/g, ' ') + (reexports ? `react-router-dom ${version.split('.')[0]}` : '');
}

test.each(['contract', 'router'] as const)(
  'the version of the %s is raised when its signatures change',
  (what) => {
    const version = versions[what];
    const digest = createHash('sha256').update(listSignatures(FILES[what])).digest('hex').slice(0, 16);
    const known = DIGESTS[what];
    if (known[version] !== digest) {
      const change = Object.hasOwn(known, version)
        ? `The signatures have changed since version ${version}. Raise "${what}" in versions.ts: the major version if older builds no longer work, otherwise the minor version.`
        : 'The version is new.';
      throw new Error(`shared/src/${FILES[what]}: ${change} Add to DIGESTS: '<version>': '${digest}'.`);
    }
    expect(Object.keys(known).at(-1)).toBe(version);
    expect(new Set(Object.values(known)).size).toBe(Object.keys(known).length);
  },
);
