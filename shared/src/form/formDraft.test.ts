import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formDraft } from './formDraft';

beforeEach(() => sessionStorage.clear());

describe('entries that are kept', () => {
  test('come back, for each form its own', () => {
    formDraft.write('contact', { full_name: 'Ada 👋', company: '' });
    formDraft.write('deletion', { reason: 'x' });
    expect(formDraft.read('contact')).toEqual({ full_name: 'Ada 👋', company: '' });
    expect(formDraft.read('deletion')).toEqual({ reason: 'x' });
  });

  test('leave nothing behind when all are empty', () => {
    formDraft.write('contact', { full_name: 'Ada' });
    formDraft.write('contact', { full_name: '' });
    expect(sessionStorage).toHaveLength(0);
    expect(formDraft.read('contact')).toEqual({});
  });

  test.each(['', '{', 'null', '7', '"text"'])('that are %j are none', (stored) => {
    sessionStorage.setItem('form:contact', stored);
    expect(formDraft.read('contact')).toEqual({});
  });

  test('are none where storage is blocked, and nothing breaks', () => {
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    formDraft.write('contact', { full_name: 'Ada' });
    formDraft.write('contact', { full_name: '' });
    expect(formDraft.read('contact')).toEqual({});
  });

  test('are none where storage is full, and nothing breaks', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    formDraft.write('contact', { full_name: 'Ada' });
    expect(formDraft.read('contact')).toEqual({});
  });
});
