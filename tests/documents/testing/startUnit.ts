import { resolve } from 'node:path';
import { readBlocks } from './readBlocks';
import { runCommand, startCommand, type RunningCommand } from './runCommand';

const CHECKOUT = resolve(import.meta.dirname, '../../..');

/**
 * The command that runs the site's command-line tool. On SIGUSR2, `throwOnSignal.ts` makes the tool throw an uncaught
 * exception.
 */
const NODE =
  'exec node --import ./platform/preload.mjs --import ./tests/documents/testing/throwOnSignal.ts platform/cli/deployCli.ts';

interface Unit {
  port: number;
  store: string;
  backendUrl: string;
  log: string;
  /** The host name under which previews are served; undefined if the process serves the site instead of previews. */
  previewHost?: string;
}

/**
 * Starts a process that serves the site or its previews, with the settings of the systemd unit in `docs/operate.md`.
 * Waits until the process responds.
 */
export async function startUnit({
  port,
  store,
  backendUrl,
  log,
  previewHost,
}: Unit): Promise<RunningCommand> {
  const blocks = await readBlocks(resolve(CHECKOUT, 'docs/operate.md'));
  const unit = blocks.find(({ text }) => text.includes('Description=The site on port %i'));
  const line = (pattern: RegExp): string => {
    const [, found] = pattern.exec(unit?.text ?? '') ?? [];
    if (!found) throw new Error(`The unit has no line ${String(pattern)}.`);
    return found.replaceAll('%i', String(port));
  };
  const options = line(/^ExecStart=\/usr\/bin\/npm run deploy -- (.+)$/m);
  const served = previewHost === undefined ? options : options.replace('serve', 'serve --previews');
  const words = `${served.replace('http://127.0.0.1:8090', backendUrl)} --to ${store} >> ${log} 2>&1`;
  const env = {
    PORT: line(/^Environment=PORT=(.+)$/m),
    ...(previewHost !== undefined && { PREVIEW_HOST: previewHost }),
  };
  const site = startCommand(`${NODE} ${words}`, { directory: CHECKOUT, env });
  const wait = line(/^ExecStartPost=(.+)$/m);
  // Previews have no health check, so any response will do.
  await runCommand(
    previewHost === undefined ? wait : wait.replace('-sfo', '-so').replace('/health/live', '/'),
    {
      directory: CHECKOUT,
    },
  );
  return site;
}
