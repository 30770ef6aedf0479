import { messageOf } from '@site/backend/messageOf';
import { PAGE_SCRIPT } from './addPageScript';

/**
 * The page that says why there is none; it gives way to the real one after the next build.
 *
 * @param generation the builds that it speaks of
 */
export function errorPage(error: unknown, generation: number): string {
  const message = messageOf(error);
  return `<!doctype html>
<html lang="en-GB" data-failed="${generation}">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>This page cannot be shown</title>
<style>
body { margin: 3rem; font: 16px/1.5 system-ui; color-scheme: light dark }
pre { white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace }
</style>
<script type="module" src="${PAGE_SCRIPT}"></script>
</head>
<body>
<h1>This page cannot be shown</h1>
<pre role="alert">${escape(message)}</pre>
<p>It appears after the next build that mends this. If no source is the cause, load it again.</p>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
