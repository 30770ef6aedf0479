import { resolve } from 'node:path';
import { readBlocks } from './readBlocks';
import { runCommand, startCommand, type RunningCommand } from './runCommand';

const CHECKOUT = resolve(import.meta.dirname, '../../..');

/** The command line, which throws what nothing catches when it gets SIGUSR2. */
const NODE =
  'exec node --import ./tools/preload.mjs --import ./tests/docs/testing/throwOnSignal.ts tools/cli/cli.ts';

interface Unit {
  port: number;
  store: string;
  backendUrl: string;
  /** What all that it says is added to. */
  log: string;
  /** Of the process that shows previews: their host. */
  previewHost?: string;
}

/** Starts one of the site's processes as its unit in docs/operate.md says, and waits as that does until it answers. */
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
  const words = `${options.replace('http://127.0.0.1:8090', backendUrl)} --to ${store} >> ${log} 2>&1`;
  const env = {
    PORT: line(/^Environment=PORT=(.+)$/m),
    ...(previewHost !== undefined && { PREVIEW_HOST: previewHost }),
  };
  const site = startCommand(`${NODE} ${words}`, { directory: CHECKOUT, env });
  await runCommand(line(/^ExecStartPost=(.+)$/m), { directory: CHECKOUT });
  return site;
}
