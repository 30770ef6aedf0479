import { expect, test } from '@jest/globals';
import { readBackendUrl } from './readBackendUrl';

test.each([
  ['http://127.0.0.1:8090', 'http://127.0.0.1:8090'],
  ['http://127.0.0.1:8090/', 'http://127.0.0.1:8090'],
  ['https://backend.example.com/pocketbase', 'https://backend.example.com/pocketbase'],
  ['http://[::1]:8090', 'http://[::1]:8090'],
  ['', ''],
])('the backend %j is %j', (value, url) => expect(readBackendUrl(value)).toBe(url));

test.each([
  ['127.0.0.1:8090', 'Write http://127.0.0.1:8090.'],
  ['localhost:8090', 'Write http://localhost:8090.'],
  ['ftp://localhost', 'Write http://localhost.'],
  ['http://', 'Write http://127.0.0.1:8090.'],
  ['http://127.0.0.1:8090/api', 'Write http://127.0.0.1:8090.'],
  ['http://127.0.0.1:8090/api/collections', 'Write http://127.0.0.1:8090.'],
  ['http://127.0.0.1:8090/_/', 'Write http://127.0.0.1:8090.'],
  ['http://127.0.0.1:8090?a', 'Write http://127.0.0.1:8090.'],
])(
  'the backend %j is refused when the command starts, and the error suggests the right spelling',
  (value, advice) => expect(() => readBackendUrl(value)).toThrow(advice),
);
