import { expect, test } from '@jest/globals';
import { post } from '@site/shared/api/client';
import { requestDeletion } from './requestDeletion';

jest.mock('@site/shared/api/client', () => ({ post: jest.fn() }));

test('§7 a deletion request is posted with exactly its three fields', async () => {
  const request = { contact_email: 'ada@example.com', micora_email: 'ada+app@example.com', reason: '' };
  await requestDeletion({ ...request, ...{ done: true } });
  expect(jest.mocked(post).mock.calls).toEqual([['/collections/micora_delete_requests/records', request]]);
});
