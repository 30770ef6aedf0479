import { beforeEach, describe, expect, test } from '@jest/globals';
import { takeValues } from './takeValues';

/** As React Router leaves it in a history entry. */
const routerState = { usr: { from: 'mail' }, key: 'k3y', idx: 4 };

function openAt(query: string) {
  history.replaceState(routerState, '', `/micora/verification${query}`);
}

function queryOf(values: Record<string, string>) {
  return `?${new URLSearchParams(values).toString()}`;
}

beforeEach(() => openAt(''));

describe('§4 the values of a verification link', () => {
  test('are taken out of the address, and the router’s own state stays', () => {
    openAt('?userId=u1&secret=s1#part');
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(location.href).toBe('http://localhost/micora/verification');
    expect(history.state).toEqual({ ...routerState, verification: { userId: 'u1', secret: 's1' } });
  });

  test.each(['text', 7, null])('take the place of a state that is nobody’s: %j', (state) => {
    history.replaceState(state, '', '/micora/verification?userId=u1&secret=s1');
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(history.state).toEqual({ verification: { userId: 'u1', secret: 's1' } });
  });

  test('are there again after a reload, which keeps the state and not the query', () => {
    openAt('?userId=u1&secret=s1');
    takeValues();
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
    expect(takeValues()).toEqual({ userId: 'u1', secret: 's1' });
  });

  test('add no history entry', () => {
    const before = history.length;
    openAt('?userId=u1&secret=s1');
    takeValues();
    expect(history.length).toBe(before);
  });

  test.each([
    ['userId is missing', '?secret=s1'],
    ['secret is missing', '?userId=u1'],
    ['userId is empty', '?userId=&secret=s1'],
    ['secret is empty', '?userId=u1&secret='],
    ['there are other ones', '?user=u1&token=s1'],
    ['a name is written differently', '?userid=u1&secret=s1'],
  ])('are invalid if %s; the address is emptied all the same', (_, query) => {
    openAt(query);
    expect(takeValues()).toBeUndefined();
    expect(location.search).toBe('');
    expect(takeValues()).toBeUndefined();
  });

  test('are invalid without a query and without a state', () => {
    expect(takeValues()).toBeUndefined();
    history.replaceState(null, '', '/micora/verification');
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
    ['10 000 characters', 'x'.repeat(10_000)],
  ])('are invalid with %s in either of them', (_, value) => {
    openAt(queryOf({ userId: value, secret: 's1' }));
    expect(takeValues()).toBeUndefined();
    openAt(queryOf({ userId: 'u1', secret: value }));
    expect(takeValues()).toBeUndefined();
  });

  test.each([
    ['512 characters', 'x'.repeat(512)],
    ['512 characters of two code units each', '😀'.repeat(512)],
    ['what would be a script elsewhere', 'javascript:alert(1)'],
    ['markup', '"><img src=x onerror=alert(1)>'],
    ['separators of a URL', 'a&b=c#d?e/f\\g'],
    ['a space', 'a b'],
    ['letters of any script', 'Zoë 値'],
  ])('may be any text: %s', (_, value) => {
    openAt(queryOf({ userId: value, secret: value }));
    expect(takeValues()).toEqual({ userId: value, secret: value });
  });

  test.each([
    ['no object', 'u1'],
    ['null', null],
    ['of other types', { userId: 1, secret: ['s1'] }],
    ['too long', { userId: 'u1', secret: 'x'.repeat(513) }],
    ['half a character', { userId: 'u1', secret: '\ud83d' }],
  ])('are checked again when they come from the state: %s', (_, kept) => {
    history.replaceState({ verification: kept }, '', '/micora/verification');
    expect(takeValues()).toBeUndefined();
  });
});
