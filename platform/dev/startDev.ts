import { join } from 'node:path';
import { errorMessage } from '@site/shared/node/errorMessage';
import { Argument, Command } from 'commander';
import { readApps } from '../build/readApps';
import { readPort } from '../cli/readPort';
import { repository } from '../cli/repository';
import { logDashboard, startBackend } from '../cli/startBackend';
import { stopOnSignal } from '../cli/stopOnSignal';
import { logDetail, logStep } from '../release/logStep';
import { openBell } from '../release/watch';
import { createSite } from '../server/createSite';
import { buildsSource } from './buildsSource';
import { openLiveBackend } from './openLiveBackend';
import { describeOtherShell, packagedShell } from './packagedShell';
import { describeUnread } from './describeUnread';
import { passReads } from './passReads';
import { passToLiveSite, readLiveSite } from './passToLiveSite';
import { watchBuilds } from './watchBuilds';

const apps = readApps(repository);
const remotes = [...apps.keys()].filter((app) => app !== 'shell');

const program = new Command('npm run dev --')
  .description(
    `Serves the site from its sources, and updates open pages after each change. With --against, only the pages of one
remote are rendered here, with the live site's data. All other pages come from the live site. Forms are not sent.`,
  )
  .addArgument(new Argument('[remote]', 'with --against, the remote that is built here').choices(remotes))
  .option('--against <site>', 'the live site for everything else, e.g. https://www.example.com')
  .showHelpAfterError('See npm run dev -- --help.')
  .action(start);

async function start(remote: string | undefined, { against }: { against?: string }): Promise<void> {
  if ((remote === undefined) !== (against === undefined))
    program.error('Name both a remote and --against: npm run dev -- studio-remote --against <site>');
  const port = await readPort('npm run dev');
  const live = against === undefined ? undefined : await readLiveSite(against);
  // A team's own repository does not contain the shell's sources, so the shell comes from an installed package.
  const shell = apps.has('shell') ? undefined : packagedShell(repository);
  const otherShell = shell && live && describeOtherShell(shell.version, live.shell);
  if (otherShell) logStep(otherShell);
  const stops: (() => Promise<unknown>)[] = [];
  stopOnSignal(async () => {
    logStep('Stopping');
    for (const stop of stops.reverse()) await stop();
  });

  logStep('Building');
  const watched = remote === undefined ? [...apps.keys()] : ['shell', remote];
  const builds = watchBuilds(
    watched.flatMap((app) => apps.get(app) ?? []),
    logDetail,
  );
  const backend = await openDataSource(live?.site, apps.get(remote ?? ''));
  if (backend) stops.push(backend.stop);
  const backendUrl = backend?.url;
  const build = async () => [...(shell ? [shell.development] : []), ...(await builds.build())];
  const source = buildsSource({ settled: () => builds.settled(), build }, backendUrl);
  const site = await createSite(source, {
    backendUrl,
    takesForms: !against,
    development: { explain: errorPage, describeUnread: (address) => describeUnread(address, watched) },
  });
  site.addHook('onRequest', ({ raw }, reply, done) => void builds.middleware(raw, reply.raw, done));
  if (backendUrl !== undefined) passReads(site, source, backendUrl);
  if (live && builds.remotes[0]) await passToLiveSite(site, live, builds.remotes[0], source);
  // Closes the builds before the server. Otherwise, open pages that wait for updates would keep the server from closing.
  stops.push(() => site.close(), builds.close);
  await site.listen({ port, host: '127.0.0.1' });
  await source.live().catch((error: unknown) => logDetail(errorMessage(error)));
  logStep(`The site is at http://localhost:${port}, and changes show at once. Press Ctrl-C to stop.`);
  if (!backend || !('dashboardUrl' in backend)) return;
  logDashboard(backend);
  const stopping = new AbortController();
  stops.push(() => Promise.resolve(stopping.abort()));
  await followEdits(backend.url, stopping.signal, () => {
    source.readAgain();
    builds.reload();
  });
}

async function followEdits(backendUrl: string, signal: AbortSignal, onEdit: () => void): Promise<void> {
  const waitForChange = openBell(backendUrl, signal, (reason) =>
    logDetail(
      `The backend cannot announce edits of records, so they only show after the next change of a source: ${reason}`,
    ),
  );
  const isStopped = () => signal.aborted;
  let isConnected = false;
  while (!isStopped()) {
    const hasRung = await waitForChange();
    // The first ring only means that the bell is connected.
    if (hasRung && isConnected && !isStopped()) onEdit();
    isConnected ||= hasRung;
  }
}

async function openDataSource(site: string | undefined, directory = repository) {
  if (site === undefined) return startBackend('development/pocketbase');
  const live = await openLiveBackend({ site, answers: join(directory, 'answers'), log: logDetail });
  return { url: await live.listen({ port: 0, host: '127.0.0.1' }), stop: () => live.close() };
}

function errorPage(error: Error): string {
  console.error(errorMessage(error));
  const message = errorMessage(error).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>This page cannot be shown</title>
<script>
new EventSource('/__webpack_hmr').onmessage = ({ data }) => data.includes('"built"') && location.reload();
</script>
<h1>This page cannot be shown</h1>
<pre role="alert" style="white-space: pre-wrap">${message}</pre>
<p>This page reloads after the next build. If the cause is not in the sources, fix it and reload.</p>
</html>
`;
}

program.parseAsync().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exit(1);
});
