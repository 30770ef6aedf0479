/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { recordRequests } from '@site/shared/testing/recordRequests';
import { submitContactForm } from './submitContactForm';

const message = {
  full_name: 'Ada <b>Lovelace</b>',
  email_address: 'ada@example.com',
  company: '',
  service_interested_in: '',
  project_details: 'مرحبا 👋\nTwo lines',
};

const requests = recordRequests();

describe('§7 the contact form', () => {
  test('is one POST of exactly the five fields, as they were written', async () => {
    await submitContactForm(message);
    expect(requests.received).toEqual([
      { method: 'POST', url: '/api/collections/form_submits/records', body: message },
    ]);
  });

  test('sends nothing else that it is given', async () => {
    await submitContactForm({ ...message, id: 'chosen00000id01', created: 'now' } as typeof message);
    expect(requests.received.map(({ body }) => Object.keys(body as object))).toEqual([Object.keys(message)]);
  });
});
