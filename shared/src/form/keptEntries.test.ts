import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { keptEntries } from './keptEntries';

beforeEach(() => sessionStorage.clear());

describe('entries that are kept', () => {
  test('come back, for each form its own', () => {
    keptEntries.write('contact', { full_name: 'Ada 👋', company: '' });
    keptEntries.write('deletion', { reason: 'x' });
    expect(keptEntries.read('contact')).toEqual({ full_name: 'Ada 👋', company: '' });
    expect(keptEntries.read('deletion')).toEqual({ reason: 'x' });
  });

  test('leave nothing behind when all are empty', () => {
    keptEntries.write('contact', { full_name: 'Ada' });
    keptEntries.write('contact', { full_name: '' });
    expect(sessionStorage).toHaveLength(0);
    expect(keptEntries.read('contact')).toEqual({});
  });

  test.each(['', '{', 'null', '7', '"text"'])('that are %j are none', (stored) => {
    sessionStorage.setItem('form:contact', stored);
    expect(keptEntries.read('contact')).toEqual({});
  });

  test('are none where storage is blocked, and nothing breaks', () => {
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    keptEntries.write('contact', { full_name: 'Ada' });
    keptEntries.write('contact', { full_name: '' });
    expect(keptEntries.read('contact')).toEqual({});
  });

  test('are none where storage is full, and nothing breaks', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    keptEntries.write('contact', { full_name: 'Ada' });
    expect(keptEntries.read('contact')).toEqual({});
  });
});
