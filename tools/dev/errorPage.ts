import { messageOf } from '@site/backend/messageOf';
import type { FastifyReply } from 'fastify';

/**
 * Answers with a page that says why the page cannot be shown, as the terminal does. It is replaced after the next
 * build.
 */
export function errorPage(error: Error, reply: FastifyReply): FastifyReply {
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
