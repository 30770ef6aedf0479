import { beforeEach, describe, expect, test } from '@jest/globals';
import { appLink, takeValues } from './takeValues';

const routerState = { usr: { from: 'mail' }, key: 'k3y', idx: 4 };

function openAt(query: string) {
  history.replaceState(routerState, '', `/micora/verification${query}`);
}

function makeQuery(values: Record<string, string>) {
  return `?${new URLSearchParams(values).toString()}`;
}

beforeEach(() => openAt(''));

describe('§4 a verification link', () => {
  test('the values are removed from the address, and the router’s own state stays', () => {
    openAt('?userId=u1&secret=s1#part');
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(location.href).toBe('http://localhost/micora/verification');
    expect(history.state).toEqual({ ...routerState, verification: { userId: 'u1', secret: 's1' } });
    // After a reload, the values are only in the history state, not in the query.
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
  });

  test.each([
    '?userId=u1&amp;secret=s1',
    '?secret=s1&amp;amp;userId=u1',
    '?a=b&amp;userId=u1&amp;secret=s1&amp;',
  ])('the values are read even if a mail program has escaped the ampersand: %s', (query) => {
    openAt(query);
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(location.search).toBe('');
  });

  test('a value may contain an escaped ampersand', () => {
    openAt(makeQuery({ userId: 'a&amp;b', secret: '&' }));
    expect(takeValues()).toEqual({ userId: 'a&amp;b', secret: '&' });
  });

  test.each(['text', 7, null])('the values replace a history state that is not an object: %j', (state) => {
    history.replaceState(state, '', '/micora/verification?userId=u1&secret=s1');
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(history.state).toEqual({ verification: { userId: 'u1', secret: 's1' } });
  });

  test.each([
    ...['?secret=s1', '?userId=&secret=s1', '?userid=u1&secret=s1'],
    ...['?userId=u1', '?userId=u1&secret=', '?user=u1&token=s1'],
  ])('the values in %s are invalid, and the query is removed anyway', (query) => {
    openAt(query);
    expect(takeValues()).toBeUndefined();
    expect(location.search).toBe('');
    expect(takeValues()).toBeUndefined();
  });

  test.each([
    ['a line feed', 'a\nb'],
    ['a carriage return', 'a\rLocation: elsewhere'],
    ['a NUL', 'a\0'],
    ['a tab', '\tb'],
    ['a DEL', 'a\u007f'],
    ['a C1 control', 'a\u0085b'],
    ['513 characters', 'x'.repeat(513)],
  ])('the values are invalid if either of them contains %s', (_, value) => {
    openAt(makeQuery({ userId: value, secret: 's1' }));
    expect(takeValues()).toBeUndefined();
    openAt(makeQuery({ userId: 'u1', secret: value }));
    expect(takeValues()).toBeUndefined();
  });

  test.each([
    ['512 characters', 'x'.repeat(512)],
    ['512 characters of two code units each', '😀'.repeat(512)],
    ['a script URL', 'javascript:alert(1)'],
    ['markup', '"><img src=x onerror=alert(1)>'],
    ['separators of a URL', 'a&b=c#d?e/f\\g'],
    ['a protocol-relative URL', '//evil.example/?'],
    ['a space, a plus and a percent sign', 'a b+c 100%'],
    ['letters of several scripts', 'Zoë 値'],
  ])('the values reach the app unchanged, as the only two parameters of the app link: %s', (_, value) => {
    const values = { userId: value, secret: value };
    openAt(makeQuery(values));
    expect(takeValues()).toEqual(values);
    const link = appLink(values);
    expect(link).toMatch(/^micora:\/\/verification\?userId=[^\s"<>#&?/]+&secret=[^\s"<>#&?/]+$/);
    expect([...new URL(link).searchParams]).toEqual(Object.entries(values));
  });

  test.each([
    ...[undefined, 'u1', null, { userId: 1, secret: ['s1'] }],
    ...['x'.repeat(513), '\ud83d'].map((secret) => ({ userId: 'u1', secret })),
  ])('values from the history state are validated again: %j', (verification) => {
    history.replaceState({ verification }, '', '/micora/verification');
    expect(takeValues()).toBeUndefined();
  });
});
