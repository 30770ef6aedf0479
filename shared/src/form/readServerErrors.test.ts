import { describe, expect, test } from '@jest/globals';
import { readServerErrors } from './readServerErrors';

const rules = {
  full_name: { required: 'Name?', limit: { characters: 100, message: 'Name too long' } },
  email_address: { required: 'Email?', email: 'Not an email' },
  service: {},
};

describe('the backend’s errors', () => {
  test.each([
    ['full_name', 'validation_required', 'Name?'],
    ['full_name', 'validation_max_text_constraint', 'Name too long'],
    ['email_address', 'validation_invalid_format', 'Not an email'],
  ])('%s: %s is said in the words of the form', (field, code, message) => {
    expect(readServerErrors({ data: { [field]: { code, message: 'English only.' } } }, rules)).toEqual({
      [field]: message,
    });
  });

  test.each([
    ['full_name', 'validation_not_unique'],
    ['full_name', 'validation_invalid_format'],
    ['service', 'validation_invalid_value'],
    ['service', 'validation_required'],
    ['service', 'constructor'],
    ['service', undefined],
    ['service', { a: 1 }],
  ])('%s: the unknown reason %p has a message of its own', (field, code) => {
    expect(
      readServerErrors({ data: { [field]: { code, message: 'Invalid value <b>x</b>.' } } }, rules),
    ).toEqual({
      [field]: 'This could not be accepted. Please check it.',
    });
  });

  test('fields come in the order of the page, and fields that the form does not have are left out', () => {
    const refused = { code: 'validation_required' };
    const serverErrors = readServerErrors(
      { data: { id: refused, email_address: refused, full_name: refused } },
      rules,
    );
    expect(Object.entries(serverErrors)).toEqual([
      ['full_name', 'Name?'],
      ['email_address', 'Email?'],
    ]);
  });

  test.each([
    [{}],
    [{ data: {} }],
    [{ data: null }],
    [{ data: 'full_name' }],
    [{ data: { full_name: 'no' } }],
    [{ data: { full_name: null } }],
  ])('%j is an objection to no field', (response) => {
    expect(readServerErrors(response, rules)).toEqual({});
  });
});
