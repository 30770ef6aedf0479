import { once } from 'node:events';
import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import webpack from 'webpack';
import { createHash } from 'node:crypto';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Another site that shows our remotes. */
export interface ForeignHost {
  /** Without a trailing slash. */
  origin: string;
  stop: () => Promise<void>;
}

/**
 * Serves a host of its own on 127.0.0.1, under a strict policy of its own: all scripts with integrity, no text as
 * code, nothing from anywhere but itself and our site.
 *
 * @param port a free one
 * @param script what `buildForeignHost` gives
 * @param site the address of our site
 * @param backendUrl where its `/api` is answered, of which it has none itself
 */
export async function startForeignHost(
  port: number,
  script: string,
  site: string,
  backendUrl: string,
): Promise<ForeignHost> {
  const document = `<!doctype html><html lang="en" data-site="${site}"><head><title>Another site</title>
<script src="/main.js" integrity="sha384-${createHash('sha384').update(script).digest('base64')}" crossorigin defer></script></head><body><div id="root"></div></body></html>`;
  const own = `'self' ${site}`;
  const policy = {
    'content-security-policy': [
      "default-src 'none'",
      ...['script', 'style', 'img', 'connect', 'font'].map((kind) => `${kind}-src ${own}`),
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types foreign-host site dompurify 'allow-duplicates'",
    ].join('; '),
    'integrity-policy': 'blocked-destinations=(script)',
  };
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    if (url.startsWith('/api/')) {
      const forwarded = ask(new URL(url, backendUrl), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.writeHead(502).end());
      incoming.pipe(forwarded);
    } else if (url === '/main.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else if (url === '/favicon.ico') {
      response.writeHead(204).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy }).end(document);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Builds the host's one script.
 *
 * @throws Error with webpack's own words if that fails
 */
export async function buildForeignHost(): Promise<string> {
  const output = await mkdtemp(join(tmpdir(), 'foreign-host-'));
  try {
    const compiler = webpack({
      mode: 'production',
      context: import.meta.dirname,
      entry: './foreignHost/main.tsx',
      output: { path: output },
      resolve: { extensions: ['.tsx', '.ts', '.js'] },
      module: {
        rules: [
          {
            test: /\.tsx?$/,
            loader: 'ts-loader',
            options: {
              transpileOnly: true,
              configFile: join(REPOSITORY, 'tsconfig.json'),
              compilerOptions: { noEmit: false },
            },
          },
        ],
      },
      optimization: { minimize: false },
      performance: false,
    });
    const stats = await new Promise<webpack.Stats | undefined>((done, fail) => {
      compiler.run((error, result) => (error ? fail(error) : done(result)));
    });
    await new Promise((done) => compiler.close(done));
    if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
    return await readFile(join(output, 'main.js'), 'utf8');
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
