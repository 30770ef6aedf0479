import { expect, test } from '@jest/globals';
import { checkValue } from './FieldRules';

const required = 'Full name is required';
const limit = { characters: 100, message: 'Name must be 100 characters or less' };
const email = 'Please enter a valid email address';

test.each(['', ' ', '\n\t', '\u00a0', '\u3000'])('§5 only an optional field may be blank: %j', (value) => {
  expect(checkValue(value, { required, limit, email })).toBe(required);
  expect(checkValue(value, { limit, email })).toBeUndefined();
});

test('§5 the length of a value is measured as browsers measure it in maxlength: in UTF-16 units', () => {
  for (const longest of ['a'.repeat(100), '👋'.repeat(50)]) {
    expect(checkValue(longest, { required, limit })).toBeUndefined();
    expect(checkValue(`${longest}a`, { required, limit })).toBe(limit.message);
  }
});

test.each([
  'ada@example.com',
  'ada.lovelace+site@mail.example.co.uk',
  'a@b.c',
  'ü@müller.example',
  "o'brien@example.com",
  '用户@例子.公司',
])('§5 %s is accepted as an email address', (value) => {
  expect(checkValue(value, { required, email })).toBeUndefined();
});

test.each([
  'a@b',
  'ada',
  '@example.com',
  'ada@',
  'ada@.com',
  'ada@example.',
  'ada@example..com',
  'ada@@example.com',
  'ada@home@example.com',
  'ada lovelace@example.com',
  'ada@exam ple.com',
  ' ada@example.com',
  'ada@example.com\n',
  'ada@example.com, bob@example.com',
])('§5 %j is not accepted as an email address', (value) => {
  expect(checkValue(value, { required, email })).toBe(email);
});

// If the check took quadratic time, this test would exceed its time limit.
test('§5 a very long text is not accepted as an email address', () => {
  expect(checkValue(`a@${'.a'.repeat(500_000)}@`, { email })).toBe(email);
});
