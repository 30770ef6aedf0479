import { afterEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { files, form, list } from '@site/shared/api/calls';
import type { Call } from '@site/shared/remote';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import type { LoadedArtifact } from '../store/readArtifact';
import { buildOf } from '../testing/tinyBuild';
import { memoryStore } from '../testing/memoryStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { previewRelease } from './previewRelease';
import { removeFiles } from './walkParts';
import { readRelease, releaseKey } from './readRelease';
import type { Release } from './Release';

const site = useTinySite();
let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const nameOf = ({ artifact: { app, version } }: LoadedArtifact) => `${app}/${version}`;
const studio = tinyPortfolio();
const studioCalls = studio.artifact.remote?.calls ?? [];
const deletion = form('micora_delete_requests');

/** A release's calls, keyed by the builds that make them. */
const callsOf = ({ calls = [] }: Release) =>
  new Map(calls.map(({ builds, calls: declared }) => [builds.join(), declared]));
const named = (...builds: LoadedArtifact[]) => builds.map(nameOf).join();

/** Copies a build, but leaves out its calls: older builds declare none. */
function undeclared({ artifact, server: source, files: content }: LoadedArtifact): LoadedArtifact {
  const { calls: _, ...remote } = artifact.remote ?? { name: '', mount: '', paths: [] };
  return buildOf({ ...artifact, remote }, source, content);
}

/**
 * The status of a request to a form's collection: 404 if the call is refused, 502 if it is allowed (no backend runs).
 */
async function statusOf(collection: string): Promise<number | undefined> {
  server ??= await createSite(storeSource(site.store, { look: 0 }));
  const answer = await server.inject({
    method: 'POST',
    url: `/api/collections/${collection}/records`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  return answer.statusCode;
}

describe('§7 the calls of a release', () => {
  test('a release lists the calls of its builds', () => {
    expect(callsOf(site.first)).toEqual(
      new Map<string, Call[]>([
        [named(studio), studioCalls],
        [named(tinyMicora()), [deletion]],
      ]),
    );
  });

  test('a release lists the calls of earlier builds, until prune removes those builds', async () => {
    expect(await statusOf('micora_delete_requests')).toBe(502);
    expect(await statusOf('requests')).toBe(404);
    const moved = tinyMicora('Two', [form('requests')]);
    const again = tinyMicora('Three', [form('requests')]);
    await site.put(moved);
    // The server was started before this deployment, and allows the new calls without a restart.
    expect(await statusOf('micora_delete_requests')).toBe(502);
    expect(await statusOf('requests')).toBe(502);
    await site.put(again);
    site.items.push({ id: 'new', title: 'New' });
    expect(callsOf(await site.put())).toEqual(
      new Map<string, Call[]>([
        [named(studio), studioCalls],
        [named(again, moved), [form('requests')]],
        [named(tinyMicora()), [deletion]],
      ]),
    );

    await removeFiles(site.store, await site.store.walk(`artifacts/${nameOf(tinyMicora())}/`));
    const third = await site.put(tinyPortfolio('Work'));
    expect([...callsOf(third).values()]).toEqual([studioCalls, [form('requests')]]);
    expect(await statusOf('micora_delete_requests')).toBe(404);
    expect(await statusOf('requests')).toBe(502);
  });

  test('calls of a removed remote, and of a build that a rollback replaced, stay allowed', async () => {
    await site.put(tinyMicora('Two', [form('requests')]));
    await site.back('micora-remote');
    expect(await statusOf('micora_delete_requests')).toBe(502);
    expect(await statusOf('requests')).toBe(502);
    await site.deploy({ without: 'micora-remote', backendUrl: site.backendUrl });
    expect(await statusOf('micora_delete_requests')).toBe(502);
    expect(await statusOf('requests')).toBe(502);
  });

  test('a release lists builds that were made before remotes declared their calls', async () => {
    const old = [undeclared(tinyPortfolio('Old')), undeclared(tinyMicora('Old'))];
    const store = memoryStore();
    const { calls, ...former } = await site.deploy({
      store,
      artifacts: [tinyShell(), ...old],
      backendUrl: site.backendUrl,
    });
    expect(calls).toEqual([{ builds: old.map(nameOf) }]);
    // Older releases have no `calls` field.
    await store.write(releaseKey(former.id), JSON.stringify(former));
    site.store = store;
    expect(await statusOf('form_submits')).toBe(502);
    expect(await statusOf('requests')).toBe(404);
    const artifacts = [tinyMicora('New', [form('requests')])];
    const next = await site.deploy({ artifacts });
    expect(callsOf(next)).toEqual(
      new Map<string, Call[] | undefined>([
        [named(...old), undefined],
        [named(...artifacts), [form('requests')]],
      ]),
    );
    expect(await statusOf('form_submits')).toBe(502);
    expect(await statusOf('requests')).toBe(502);
  });

  test('the live site does not allow the calls of a preview', async () => {
    const previews = memoryStore();
    const calls = [list('jobs', {}), files('jobs', [])];
    const artifacts = [tinyMicora('Two', calls)];
    const made = await previewRelease({
      store: site.store,
      previews,
      artifacts,
      name: 'pr-1',
      log: site.log,
    });
    expect(callsOf(made?.release ?? site.first).get(named(...artifacts))).toEqual(calls);
    expect((await site.live()).calls).toEqual(site.first.calls);
  });
});

test('a release lists only the hundred newest declarations', async () => {
  const many = Array.from({ length: 150 }, (_, index) => ({
    builds: [`gone-remote/${index.toString(16).padStart(16, '0')}`],
    calls: [form(`form${index}`)],
  }));
  const { id } = site.first;
  await site.store.write(releaseKey(id), JSON.stringify({ ...site.first, calls: many }));
  site.items.push({ id: 'new', title: 'New' });
  const { calls = [] } = await readRelease(site.store, (await site.put()).id);
  expect(calls).toHaveLength(100);
  expect(calls.at(-1)).toEqual(many[97]);
});
