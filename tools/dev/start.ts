import { join } from 'node:path';
import { messageOf } from '@site/backend/messageOf';
import { Argument, Command } from 'commander';
import type { FastifyReply } from 'fastify';
import { readApps } from '../build/readApps';
import { repository, readPort } from '../cli/commonOptions';
import { startBackend } from '../cli/startBackend';
import { stopOnSignal } from '../cli/stopOnSignal';
import { logDetail, logStep } from '../release/logStep';
import { createSite } from '../server/createSite';
import { buildsSource } from './buildsSource';
import { openLiveBackend } from './openLiveBackend';
import { describeOtherShell, packagedShell } from './packagedShell';
import { passToLiveSite, readLiveSite } from './passToLiveSite';
import { watchBuilds } from './watchBuilds';

const apps = readApps(repository);
const remotes = [...apps.keys()].filter((app) => app !== 'shell');

const program = new Command('npm run dev --')
  .description(
    `Serves the site from its sources, and brings open pages up to date at every change. With --against, the addresses of
one remote are rendered here, with the live site's data; all others are the live pages, which no form is sent to.`,
  )
  .addArgument(new Argument('[remote]', 'with --against, the remote that is built here').choices(remotes))
  .option('--against <site>', 'a live site, for what is not of that remote: https://www.example.com')
  .showHelpAfterError('See npm run dev -- --help.')
  .action(start);

/** Builds, serves and watches until this process is stopped. */
async function start(remote: string | undefined, { against }: { against?: string }): Promise<void> {
  if ((remote === undefined) !== (against === undefined))
    program.error('A remote and --against go together: npm run dev -- studio-remote --against <site>');
  const port = await readPort('npm run dev');
  const live = against === undefined ? undefined : await readLiveSite(against);
  // A repository of one team has no sources of the shell.
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
    explain: errorPage,
    onRefused: logDetail,
  });
  site.addHook('onRequest', ({ raw }, reply, done) => void builds.middleware(raw, reply.raw, done));
  site.addHook('onSend', (request, reply, _payload, done) => {
    // Hot updates are not known when a page is made, so it cannot name their integrity.
    reply.removeHeader('integrity-policy');
    // The files of builds change under their addresses.
    if (request.raw.url?.startsWith('/assets/')) reply.header('cache-control', 'no-cache');
    done();
  });
  if (live && builds.remotes[0]) await passToLiveSite(site, live, builds.remotes[0], source);
  // The builds close first: a page that listens to them would keep the server open.
  stops.push(() => site.close(), builds.close);
  await site.listen({ port, host: '127.0.0.1' });
  await source.live().catch((error: unknown) => logDetail(messageOf(error)));
  logStep(`The site is at http://localhost:${port}, and follows its sources. Ctrl-C stops it.`);
}

/** What fills pages: the live site, or a PocketBase of its own. */
async function openDataSource(site: string | undefined, directory = repository) {
  if (site === undefined) return startBackend('development/pocketbase');
  const live = await openLiveBackend({ site, answers: join(directory, 'answers'), log: logDetail });
  return { url: await live.listen({ port: 0, host: '127.0.0.1' }), stop: () => live.close() };
}

/** It is replaced after the next build. */
function errorPage(error: Error, reply: FastifyReply): FastifyReply {
  console.error(messageOf(error));
  const message = messageOf(error).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return reply.removeHeader('content-security-policy').type('text/html; charset=utf-8').send(`<!doctype html>
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
<p>It appears after the next build that mends this. If no source is the cause, load it again.</p>
</html>
`);
}

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
