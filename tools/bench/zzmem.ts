import { openPortfolio } from './openPortfolio';
import { watch } from '../release/watch';
import { directoryStore } from '../store/directoryStore';
import { liveRelease } from '../release/readHistory';
import { execSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
rmSync('/tmp/eng/dir3', { recursive: true, force: true }); mkdirSync('/tmp/eng/dir3');
const stops: any[] = [];
const { store, backend } = await openPortfolio({ directory: '/tmp/eng/dir3', onStop: (f: any) => stops.push(f) } as any, 8);
const s = directoryStore(store);
const stop = watch({ store: s, backendUrl: backend.url, log: () => undefined });
const projects = backend.operator.collection('projects');
const [{ id } = { id: '' }] = await projects.getFullList();
const rss = () => execSync(`ps -o rss=,args= --ppid ${process.pid}`, { encoding: 'utf8' }).split('\n').filter((l) => / - *$/.test(l) || /no-warnings/.test(l)).map((l) => (Number(l.trim().split(' ')[0]) / 1024).toFixed(0)).join(' ');
const times: number[] = [];
for (let i = 0; i <= 300; i += 1) {
  const title = `Edit ${i} of it`;
  const t = performance.now();
  await projects.update(id, { title });
  for (;;) {
    const live = (await liveRelease(s))!;
    const page = live.pages[`projects/${id}.html`]!;
    if (String(await s.read(`pages/${page.content}`)).includes(title)) break;
    await new Promise((d) => setTimeout(d, 10));
  }
  times.push(performance.now() - t);
  if (i % 50 === 0 || i === 10) console.log(i, 'children MB:', rss(), 'own', (process.memoryUsage.rss() / 1e6).toFixed(0), 'median ms', times.slice(-50).sort((a, b) => a - b)[Math.floor(Math.min(50, times.length) / 2)]!.toFixed(0));
}
await stop();
for (const f of stops) await f();
process.exit(0);
