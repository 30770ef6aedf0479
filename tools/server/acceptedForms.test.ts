import { expect, test } from '@jest/globals';
import { acceptedForms } from './acceptedForms';

test.each([
  ['br', 'br identity'],
  ['gzip', 'gzip identity'],
  ['gzip, deflate, br, zstd', 'br gzip identity'],
  ['BR;q=0.1 , GZIP', 'br gzip identity'],
  ['br;q=0, gzip;q=0.001', 'gzip identity'],
  ['br; q=0.000,gzip', 'gzip identity'],
  ['brotli, x-gzip, *', 'identity'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('who accepts %s takes %s of what is compressed, the smallest first', (accepted, encodings) => {
  const forms = acceptedForms('about.html', accepted);
  expect(forms.map(({ encoding }) => encoding).join(' ')).toBe(encodings);
  const suffixes = { br: '.br', gzip: '.gz', identity: '' };
  expect(forms.map(({ suffix }) => suffix)).toEqual(
    encodings.split(' ').map((encoding) => suffixes[encoding as keyof typeof suffixes]),
  );
});

test('what has no compressed forms is sent as it is', () => {
  expect(acceptedForms('images/picture.png', 'br, gzip')).toEqual([{ suffix: '', encoding: 'identity' }]);
});
