import { beforeEach, expect, jest, test } from '@jest/globals';
import { formDraft } from './formDraft';

beforeEach(() => sessionStorage.clear());

test.each(['', '{', 'null', '7', '"text"'])('kept entries that are %j are none', (stored) => {
  sessionStorage.setItem('form:contact', stored);
  expect(formDraft.read('contact')).toEqual({});
});

test.each([
  ['blocked', () => jest.spyOn(window, 'sessionStorage', 'get')],
  ['full', () => jest.spyOn(Storage.prototype, 'setItem')],
])('where storage is %s nothing is kept, and nothing breaks', (_what, part) => {
  part().mockImplementation(() => {
    throw new DOMException('No', 'QuotaExceededError');
  });
  formDraft.write('contact', { full_name: 'Ada' });
  formDraft.write('contact', { full_name: '' });
  expect(formDraft.read('contact')).toEqual({});
});
