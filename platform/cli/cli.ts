import { Command } from 'commander';
import { messageOf } from '@site/shared/node/messageOf';
import { deployCommand } from './deployCommand';
import { previewCommand } from './previewCommand';
import { pruneCommand } from './pruneCommand';
import { releasesCommand } from './releasesCommand';
import { rollbackCommand } from './rollbackCommand';
import { serveCommand } from './serveCommand';
import { watchCommand } from './watchCommand';

const program = new Command('deploy')
  .usage('<app...> | <command> [options]')
  .description('Deploys builds as releases of the whole site, and rolls them back.')
  .showHelpAfterError('See npm run deploy -- --help.')
  .addCommand(deployCommand(), { isDefault: true })
  .addCommand(previewCommand())
  .addCommand(rollbackCommand())
  .addCommand(releasesCommand())
  .addCommand(watchCommand())
  .addCommand(serveCommand())
  .addCommand(pruneCommand())
  .addHelpText(
    'after',
    `
Examples:
  npm run deploy -- shell <remote> <remote>              the first release
  npm run deploy -- studio-remote                        only one team's app
  npm run deploy -- studio-remote --dry-run              shows what would happen
  npm run deploy -- studio-remote --check 'npm run smoke'
  npm run deploy -- studio-remote@1a2b                   a build in the store
  npm run deploy -- --without studio-remote              removes an app with all its pages
  npm run deploy -- --repair                             restores lost files of the live release
  npm run deploy -- rollback studio-remote               back to its previous build
  npm run deploy -- releases                             who deployed what, and when
  npm run deploy -- preview studio-remote --name pr-12   preview it
  npm run deploy -- preview --remove pr-12
  npm run deploy -- prune --keep-days 30
  npm run deploy -- studio-remote --to s3://bucket/site  to a bucket, configured by AWS_* variables
  npm run deploy -- watch --backend http://127.0.0.1:8090
  npm run deploy -- serve --backend http://127.0.0.1:8090
  npm run deploy -- serve --previews --preview-host previews.example.net`,
  );

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
