import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';

interface Site {
  host: string;
  port: number;
  certificate: Buffer;
  /** What is asked for, and what has to be answered. */
  pages: Record<string, string>;
}

/** Visitors who ask without a pause. */
interface Load {
  /** Waits until they have been answered so often once more, well or badly. */
  more: (times: number) => Promise<unknown>;
}

type Ask = (path: string) => Promise<{ status: unknown; body: string }>;

/** How many requests a visitor sends by one connection: fewer than any server ends it after. */
const KEPT = 200;

/** How long an answer may take. Milliseconds. */
const PATIENCE = 30_000;

/**
 * Asks for pages without a pause while something happens, by HTTP/2 and by HTTP/1.1, by connections that are kept, and by
 * new ones.
 *
 * @returns what was not answered as it should have been
 */
export async function keepAsking(site: Site, during: (load: Load) => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  let answers = 0;
  let isOver = false;
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true }), new Agent()];
  const visitors = [byHttp2(site), byHttp2(site), ...agents.map((agent) => byHttp1(site, agent))];
  const ended = visitors.map(async ({ ask, close }) => {
    while (!isOver) {
      for (const [path, content] of Object.entries(site.pages)) {
        const { status, body } = await inTime(ask(path)).catch((error: unknown) => ({
          status: String(error),
          body: '',
        }));
        if (status !== 200 || body !== content)
          failures.push(`${path}: ${String(status)}, ${body.length} characters`);
        answers += 1;
      }
    }
    close();
  });
  const more = (times: number) => {
    const enough = answers + times;
    return until(`${times} more answers`, () => answers >= enough, 2 * PATIENCE);
  };
  try {
    await during({ more });
  } finally {
    isOver = true;
    await Promise.all(ended);
  }
  return failures;
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const limit = wait(PATIENCE, undefined, { ref: false }).then(() => {
    throw new Error('no answer');
  });
  return Promise.race([answer, limit]);
}

function byHttp2({ host, port, certificate }: Site): { ask: Ask; close: () => void } {
  let session: ClientHttp2Session | undefined;
  let asked = 0;
  const close = () => session?.destroy();
  return {
    close,
    async ask(path) {
      if (!session || session.closed || asked % KEPT === 0) {
        close();
        session = connect(`https://127.0.0.1:${port}`, { servername: host, ca: certificate }).on(
          'error',
          () => undefined,
        );
      }
      asked += 1;
      const stream = session.request({ ':path': path, ':authority': host });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      return { status: headers[':status'], body: await text(stream) };
    },
  };
}

function byHttp1({ host, port, certificate }: Site, agent: Agent): { ask: Ask; close: () => void } {
  const options = { host: '127.0.0.1', port, servername: host, ca: certificate, agent, headers: { host } };
  return {
    close: () => agent.destroy(),
    async ask(path) {
      const [answer] = (await once(request({ ...options, path }).end(), 'response')) as [IncomingMessage];
      return { status: answer.statusCode, body: await text(answer) };
    },
  };
}
