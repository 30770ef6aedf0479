import { expect, test } from '@jest/globals';
import { nginxConfig } from './nginxConfig';

const configured = (backendUrl: string) =>
  nginxConfig({
    ...{ store: '/srv/site/.local/store', backendUrl, listen: ['80'], serverName: '_' },
    ...{ log: '/var/log/nginx/site.log', trustedProxies: [] },
  });

test.each([
  ['http://127.0.0.1:8090', 'server 127.0.0.1:8090;'],
  ['http://[::1]:8090/', 'server [::1]:8090;'],
])('the backend %s is asked where it is', (backendUrl, line) => {
  expect(configured(backendUrl)).toContain(line);
});

test.each([
  // Messages would go over the net as plain text.
  'https://backend.example.com',
  'http://127.0.0.1:8090/base',
  '127.0.0.1:8090',
  'localhost:8090',
])('the backend %s, which nginx would ask in another way, is refused', (backendUrl) => {
  expect(() => configured(backendUrl)).toThrow(
    `--backend ${backendUrl}: nginx asks a host and port by HTTP. Write http://127.0.0.1:8090.`,
  );
});

test('the errors are in a file that logrotate finds beside the other one', () => {
  expect(configured('http://127.0.0.1:8090')).toContain('error_log "/var/log/nginx/site.errors.log" error;');
});
