import { expect, test } from '@jest/globals';
import { readServerErrors } from './readServerErrors';

const rules = {
  full_name: { required: 'Name?', limit: { characters: 100, message: 'Name too long' } },
  email_address: { required: 'Email?', email: 'Not an email' },
  service: {},
};
const unknown = 'This could not be accepted. Please check it.';

test.each([
  ['full_name', 'validation_required', 'Name?'],
  ['full_name', 'validation_max_text_constraint', 'Name too long'],
  ['email_address', 'validation_invalid_format', 'Not an email'],
  ['full_name', 'validation_not_unique', unknown],
  ['full_name', 'validation_invalid_format', unknown],
  ['service', 'validation_required', unknown],
  ['service', 'constructor', unknown],
  ['service', undefined, unknown],
  ['service', { a: 1 }, unknown],
])('the backend’s error for %s with the code %p becomes the form’s message: %s', (field, code, message) => {
  const data = { [field]: { code, message: 'Invalid value <b>x</b>.' } };
  expect(readServerErrors({ data }, rules)).toEqual({ [field]: message });
});

test('errors are in field order, and errors in unknown fields are ignored', () => {
  const refused = { code: 'validation_required' };
  const data = { id: refused, email_address: refused, full_name: refused, service: 'no' };
  expect(Object.keys(readServerErrors({ data }, rules))).toEqual(['full_name', 'email_address']);
});

test.each([undefined, null, 'full_name', { full_name: null }])('%j contains no errors', (data) => {
  expect(readServerErrors({ data }, rules)).toEqual({});
});
