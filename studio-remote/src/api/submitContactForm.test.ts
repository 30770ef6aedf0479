import { expect, test } from '@jest/globals';
import { post } from '@site/shared/api/client';
import { submitContactForm } from './submitContactForm';

jest.mock('@site/shared/api/client', () => ({ post: jest.fn() }));

test('§7 a message is sent as a POST of its five fields', async () => {
  const message = {
    full_name: 'Ada',
    email_address: 'ada@example.com',
    company: '',
    service_interested_in: 'website',
    project_details: 'A site.',
  };
  await submitContactForm(message);
  expect(jest.mocked(post).mock.calls).toEqual([['/collections/form_submits/records', message]]);
});
