import { expect, test } from '@jest/globals';
import { siteAddress, splitAddress } from './siteAddress';

test.each([
  ['/about?a=%E0%A4%A', '/about?a=%E0%A4%A'],
  ['?a', '/?a'],
  ['', '/'],
  // As proxies ask.
  ['http://www.example.com/about', '/about'],
  ['HTTPS://a.example:1/about/?b', '/about/?b'],
  ['http://www.example.com', '/'],
  ['http://www.example.com?a', '/?a'],
  ['http://[::1]:80/api/settings', '/api/settings'],
])('§2 %j asks this site for %s', (url, address) => {
  expect(siteAddress(url)).toBe(address);
});

test.each([
  '/%',
  '/projects/%E0%A4%A',
  '/%c0%ae%c0%ae/etc/passwd',
  '/assets/%ff',
  'about',
  '*',
  'www.example.com:443',
  'http:/api/settings',
  'http://a@b/api/settings',
  'http://www.example.com%2f/about',
])('§2 %s cannot be decoded, or is no path: it is unknown like any other', (url) => {
  expect(siteAddress(url)).toBe('/404');
});

test('the first ? begins the query', () => {
  expect(splitAddress('/about?a?b')).toEqual({ path: '/about', query: '?a?b' });
  expect(splitAddress('/about')).toEqual({ path: '/about', query: '' });
});
