import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute, ReleaseRemote } from '@site/shared/remote';
import { createRouteLoader } from './createRouteLoader';
import { pageRoute } from '../../testing/pageRoute';

const routes: PageRoute[] = [pageRoute('a-page', '/')];

// One remote for each test: its container stays where it is for as long as the document lives.
const remotes = ['once', 'branded', 'failing', 'half', 'wrong', 'empty'].map((name): ReleaseRemote => ({
  name,
  mount: `/${name}`,
  version: '1',
  entry: { url: `/assets/${name}-remote/1/remoteEntry.js`, integrity: `sha384-${name}` },
}));
const loadRoutes = createRouteLoader(60_000);

function remoteNamed(name: string): ReleaseRemote {
  const remote = remotes.find((one) => one.name === name);
  if (!remote) throw new Error(`There is no remote ${name}.`);
  return remote;
}

/** The scripts of a remote that the browser is loading now; jsdom loads none by itself. */
async function scriptsOf(name: string): Promise<HTMLScriptElement[]> {
  await new Promise((done) => setTimeout(done, 20));
  return [...document.scripts].filter(({ src }) => src.endsWith(remoteNamed(name).entry.url));
}

/** The browser has loaded the remote's entry, which leaves its container behind. */
async function arrive(
  name: string,
  get: (exposed: string) => Promise<() => unknown> = () => Promise.resolve(() => ({ routes })),
) {
  const container = { init: jest.fn(), get: jest.fn(get) };
  Object.assign(window, { [name]: container });
  for (const script of await scriptsOf(name)) script.dispatchEvent(new Event('load'));
  return container;
}

afterEach(() => {
  document.head.replaceChildren();
});

describe('the routes of a remote', () => {
  test('come from the entry that the release names, checked, and are loaded once', async () => {
    const remote = remoteNamed('once');
    const asked = [loadRoutes(remote), loadRoutes(remote)];
    const [script, ...more] = await scriptsOf('once');
    expect(script?.src).toBe(`${location.origin}${remote.entry.url}`);
    expect(script?.integrity).toBe(remote.entry.integrity);
    // Integrity-Policy counts integrity only on requests in CORS mode.
    expect(script?.crossOrigin).toBe('anonymous');
    expect(more).toEqual([]);
    const container = await arrive('once');
    expect(await Promise.all(asked)).toEqual([routes, routes]);
    expect(document.head).toBeEmptyDOMElement();
    expect(container.init).toHaveBeenCalledTimes(1);
    expect(container.get.mock.calls).toEqual([['./routes']]);

    expect(await loadRoutes(remote)).toEqual(routes);
    expect(await scriptsOf('once')).toEqual([]);
  });

  test('are loaded again after a failure, and once then too', async () => {
    const remote = remoteNamed('failing');
    // The first one asks again at once, before the second one has heard of the failure.
    const first = loadRoutes(remote).catch(() => loadRoutes(remote));
    const second = loadRoutes(remote);
    const refused = expect(second).rejects.toThrow('could not be loaded');
    for (const script of await scriptsOf('failing')) script.dispatchEvent(new Event('error'));
    await refused;
    const third = loadRoutes(remote);
    expect(await scriptsOf('failing')).toHaveLength(1);
    await arrive('failing');
    expect(await Promise.all([first, third])).toEqual([routes, routes]);
  });

  test('§2 of a brand name its icon by the address that it has beside the entry', async () => {
    const background = { light: '#fff', dark: '#000' };
    const brand = { name: 'Tandem', icon: 'favicon.svg', picture: 'Two on one bike.', background };
    const page = pageRoute('a-page', '/');
    const loading = loadRoutes(remoteNamed('branded'));
    await arrive('branded', () =>
      Promise.resolve(() => ({ routes: [{ ...page, handle: { ...page.handle, brand } }] })),
    );
    const [route] = await loading;
    const icon = `${location.origin}/assets/branded-remote/1/favicon.svg`;
    expect(route?.handle.brand).toEqual({ ...brand, icon });
  });

  test('are loaded again without the entry once that is there', async () => {
    const remote = remoteNamed('half');
    const lost = expect(loadRoutes(remote)).rejects.toThrow('Loading chunk routes failed');
    const { get } = await arrive('half', () => Promise.reject(new Error('Loading chunk routes failed')));
    await lost;
    get.mockResolvedValue(() => ({ routes }));
    expect(await loadRoutes(remote)).toEqual(routes);
    expect(await scriptsOf('half')).toEqual([]);
  });

  test('cannot be loaded from a script that is no remote, nor from a remote that exposes none', async () => {
    const wrong = expect(loadRoutes(remoteNamed('wrong'))).rejects.toThrow(
      'is not the entry of the remote wrong',
    );
    for (const script of await scriptsOf('wrong')) script.dispatchEvent(new Event('load'));
    await wrong;
    const empty = expect(loadRoutes(remoteNamed('empty'))).rejects.toThrow('The remote empty has no routes.');
    await arrive('empty', () => Promise.resolve(() => undefined));
    await empty;
  });
});
