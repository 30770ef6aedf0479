import { expect, jest } from '@jest/globals';
import { runCommand } from './testing/runCommand';
import { testGuide } from './testing/testGuide';
import { here, useCheckout } from './testing/useCheckout';
import { writeFiles } from './testing/writeFiles';

jest.setTimeout(600_000);

useCheckout();

const test = testGuide('add-a-page');

test('the steps of docs/add-a-page.md add a page, test it, deploy it and roll it back', async () => {
  const blocks = await writeFiles('docs/add-a-page.md');
  const [route, paths] = blocks.filter(({ file, language }) => !file && language !== 'sh');
  await here.edit('studio-remote/src/routes.tsx', /^\];$/m, `${indent(route?.text ?? '')}];`);
  await here.edit('studio-remote/remote.config.ts', /^ {2}paths: .*\n/m, paths?.text ?? '');

  await here.follow('docs/add-a-page.md', {
    after: {
      // Run only the new page's test, because `npm test` already runs the studio's other tests.
      'npm run typecheck -w studio-remote': async () =>
        expect(await runCommand('npm test -w studio-remote -- process', here)).toContain('1 passed'),
      'npm run deploy -- studio-remote': async () => {
        expect(await here.text('/process')).toContain('How we work</h1>');
        expect(await here.text('/sitemap.xml')).toContain('/process<');
      },
      'npm run deploy -- rollback studio-remote': async () =>
        expect((await here.page('/process')).status).toBe(404),
    },
  });
});

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
