/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { recordRequests } from '@site/shared/testing/recordRequests';
import { requestDeletion } from './requestDeletion';

const wish = { contact_email: 'ada@example.com', micora_email: 'ada+micora@example.com', reason: '' };

const requests = recordRequests();

describe('§7 the request for deletion', () => {
  test('is one POST of exactly the three fields; a reason that is not given is an empty text', async () => {
    await requestDeletion(wish);
    expect(requests.received).toEqual([
      { method: 'POST', url: '/api/collections/micora_delete_requests/records', body: wish },
    ]);
  });

  test('sends nothing else that it is given, such as the confirmation', async () => {
    await requestDeletion({ ...wish, confirmation: 'yes', id: 'chosen00000id01' } as typeof wish);
    expect(requests.received.map(({ body }) => body)).toEqual([wish]);
  });
});
