import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { OBJECTION, type FieldReport } from '@site/shared/field';
import { loaded, micora, releaseManifest, studio } from '../../testing/liveRelease';
import type { Failure, Tab } from './loadField';
import { reportPage } from './reportPage';

const field = { url: '/assets/shell/c1/field.js', integrity: 'sha256-field', except: ['/micora'] };

let sent: [address: string, report: FieldReport][];
let leave: () => void;

beforeEach(() => {
  sent = [];
  const listeners: EventListener[] = [];
  leave = () => listeners.forEach((listener) => listener(new Event('pagehide')));
  jest.spyOn(window, 'addEventListener').mockImplementation((_type, listener) => {
    listeners.push(listener as EventListener);
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  Object.assign(performance, { getEntriesByType: () => [] });
  navigator.sendBeacon = (address, body) => {
    sent.push([String(address), JSON.parse(body as string) as FieldReport]);
    return true;
  };
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, '', '/');
  for (const name of ['globalPrivacyControl', 'doNotTrack'])
    Object.defineProperty(navigator, name, { value: undefined, configurable: true });
});

function openTab(more: Partial<Tab> = {}, release = releaseManifest({ field })) {
  const listeners: ((state: never) => void)[] = [];
  const failures: Failure[] = [];
  const tab: Tab = {
    manifest: { shell: 'c1', remote: studio },
    live: loaded(release),
    failures,
    router: {
      state: {
        historyAction: 'POP',
        location: { pathname: '/' },
        navigation: {},
        matches: [{ route: { path: '/projects/:projectId' } }],
      },
      subscribe: (listener) => listeners.push(listener),
    },
    ...more,
  };
  const navigateTo = (pathname: string) =>
    listeners.forEach((listener) =>
      listener({ location: { pathname: '/' }, navigation: { location: { pathname } } } as never),
    );
  return { tab, failures, navigateTo };
}

const fail = (line: number): Failure => {
  const stack = `Error\n    at x (${location.origin}/assets/studio-remote/a1/HomePage.js:${line}:1)`;
  return [Object.assign(new Error('typed words'), { stack })];
};

test('a page reports once, when it is left, without words, address or query', () => {
  history.replaceState(null, '', '/projects/abc?secret=s');
  const { tab } = openTab();
  reportPage(tab);
  tab.failures.push(fail(1));
  expect(sent).toEqual([]);
  leave();
  leave();
  expect(sent).toEqual([
    [
      '/field',
      {
        builds: ['shell/c1', 'studio-remote/a1'],
        route: '/projects/:projectId',
        errors: [['Error', 'studio-remote/a1/HomePage.js', 1, 1]],
        failures: {},
      },
    ],
  ]);
});

test('failures before the script has loaded are reported, each kind once, and at most five kinds', () => {
  const { tab, failures } = openTab();
  for (const line of [1, 1, 2]) failures.push(fail(line));
  failures.push([new Error('/assets/a/b/remoteEntry.js could not be loaded.'), 'chunk']);
  reportPage(tab);
  for (const line of [3, 4, 5, 6]) tab.failures.push(fail(line));
  leave();
  const [, report] = sent[0] ?? [];
  expect(report?.errors.map(([, , line]) => line)).toEqual([1, 2, 3, 4, 5]);
  expect(report?.failures).toEqual({ entry: 1 });
});

test('a page that could not be hydrated reports without its route', () => {
  const { router: _, ...tab } = openTab().tab;
  reportPage(tab);
  leave();
  expect(sent).toMatchObject([['/field', { builds: ['shell/c1', 'studio-remote/a1'] }]]);
  expect(sent[0]?.[1].route).toBeUndefined();
});

test('a navigation to a remote that reports nothing ends the report', () => {
  const { tab, navigateTo } = openTab();
  reportPage(tab);
  navigateTo('/about');
  expect(sent).toEqual([]);
  navigateTo('/micora/tos');
  tab.failures.push(fail(1));
  leave();
  expect(sent.map(([, { errors }]) => errors)).toEqual([[]]);
});

test.each<[string, () => ReturnType<typeof openTab>]>([
  [
    'the browser sends Global Privacy Control',
    () => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
      return openTab();
    },
  ],
  [
    'the browser sends Do Not Track',
    () => {
      Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true });
      return openTab();
    },
  ],
  [
    'the visitor has objected',
    () => {
      localStorage.setItem(OBJECTION, '1');
      return openTab();
    },
  ],
  [
    'storage is blocked',
    () => {
      jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('Access is denied.');
      });
      return openTab();
    },
  ],
  [
    'it belongs to a remote that reports nothing',
    () => openTab({ manifest: { shell: 'c1', remote: micora } }),
  ],
  ['it is a preview', () => openTab({}, releaseManifest({ field, preview: true }))],
  ['another shell is live', () => openTab({}, releaseManifest({ field, shell: 'c2' }))],
  [
    'the visitor has gone to such a remote before the script has loaded',
    () => {
      history.replaceState(null, '', '/micora/delete');
      return openTab();
    },
  ],
])('a page reports nothing if %s', (_reason, open) => {
  const { tab } = open();
  reportPage(tab);
  tab.failures.push(fail(1));
  leave();
  expect(sent).toEqual([]);
});
