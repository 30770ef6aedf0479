import { expect, test } from '@jest/globals';
import { removeScripts } from './writeWithoutScripts';

test('a page loses its scripts, and nothing else', () => {
  const html = `<head><link rel="preload" href="/a.woff2" as="font"><script type="application/json" id="release">{"id":"\\u003cb"}</script></head>
<body><h1>Home</h1><script src="/a.js" defer></script><SCRIPT>
  run();
</SCRIPT><p>Text</p></body>`;
  expect(removeScripts(html)).toBe(
    '<head><link rel="preload" href="/a.woff2" as="font"></head>\n<body><h1>Home</h1><p>Text</p></body>',
  );
});
