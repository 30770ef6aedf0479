import { describe, expect, jest, test } from '@jest/globals';
import { lineBreaks } from './testing/lineBreaks';
import { deletion, form, refusal, send, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend();

describe('§5 what the contact form accepts', () => {
  const accept = async (content: object) => {
    const response = await send('POST', 'collections/form_submits/records', { ...form, ...content });
    expect({ content, status: response.status }).toEqual({ content, status: 200 });
  };
  const refuse = (content: object) => refusal('form_submits', { ...form, ...content });

  test('§9 names and companies of up to 100 characters, counted as people count them', async () => {
    for (const length of [1, 100])
      await accept({ full_name: '👩'.repeat(length), company: 'é'.repeat(length) });
    expect(await refuse({ full_name: 'x'.repeat(101), company: 'x'.repeat(101) })).toEqual({
      full_name: 'validation_max_text_constraint',
      company: 'validation_max_text_constraint',
    });
  });

  test('§9 project details of up to 5000 characters', async () => {
    await accept({ project_details: '🌊'.repeat(5000) });
    const tooLong = { project_details: 'x'.repeat(5001) };
    expect(await refuse(tooLong)).toEqual({ project_details: 'validation_max_text_constraint' });
  });

  test('no empty and no blank name or details', async () => {
    const required = 'validation_required';
    expect(await refuse({ full_name: '', email_address: '', project_details: '' })).toEqual({
      full_name: required,
      email_address: required,
      project_details: required,
    });
    expect(await refuse({ full_name: '\u00a0\u2003', project_details: '\n\t\u000b\ufeff\u2028' })).toEqual({
      full_name: 'validation_invalid_format',
      project_details: 'validation_invalid_format',
    });
  });

  test('an empty company, but no blank one', async () => {
    await accept({ company: '' });
    expect(await refuse({ company: ' \u00a0' })).toEqual({ company: 'validation_invalid_format' });
  });

  test.each(lineBreaks)('names, companies and addresses of one line: not %s', async (_, lineBreak) => {
    const broken = `Ada${lineBreak}Example`;
    expect(await refuse({ full_name: broken, company: broken })).toEqual({
      full_name: 'validation_invalid_format',
      company: 'validation_invalid_format',
    });
    for (const edge of [`Ada${lineBreak}`, `${lineBreak}Ada`]) {
      expect(await refuse({ full_name: edge })).toEqual({ full_name: 'validation_invalid_format' });
    }
    expect(await refuse({ email_address: `a${lineBreak}b@example.com` })).toEqual({
      email_address: 'validation_invalid_format',
    });
    await accept({ project_details: broken });
  });

  test('a tab, which a table that is pasted has between its cells', async () => {
    await accept({ full_name: 'Ada\tExample' });
  });

  test('an email address that looks like one', async () => {
    for (const email_address of [
      'a@b',
      'a b@example.com',
      'a\u00a0b@example.com',
      'a@@example.com',
      'example.com',
    ]) {
      expect(await refuse({ email_address })).toEqual({ email_address: 'validation_invalid_format' });
    }
    await accept({ email_address: 'first.last+tag@sub.example.co.uk' });
  });

  test('no service, or one of the five', async () => {
    for (const service_interested_in of ['', 'website', 'mobile', 'design', 'consulting', 'other']) {
      await accept({ service_interested_in });
    }
    const unknown = { service_interested_in: 'plumbing' };
    expect(await refuse(unknown)).toEqual({ service_interested_in: 'validation_invalid_value' });
  });
});

test('§5 a deletion request needs both email addresses, its reason may be empty', async () => {
  expect(await refusal('micora_delete_requests', { contact_email: 'a@b', micora_email: '' })).toEqual({
    contact_email: 'validation_invalid_format',
    micora_email: 'validation_required',
  });
  expect(await refusal('micora_delete_requests', { ...deletion, reason: 'x'.repeat(5001) })).toEqual({
    reason: 'validation_max_text_constraint',
  });
  expect(await refusal('micora_delete_requests', { ...deletion, reason: ' ' })).toEqual({
    reason: 'validation_invalid_format',
  });
});

test.each(lineBreaks)('§5 the addresses of a deletion request are one line: not %s', async (_, lineBreak) => {
  const broken = `a${lineBreak}b@example.com`;
  expect(await refusal('micora_delete_requests', { contact_email: broken, micora_email: broken })).toEqual({
    contact_email: 'validation_invalid_format',
    micora_email: 'validation_invalid_format',
  });
});

test('§8 a deletion request is due 30 days after it came in', async () => {
  const records = 'collections/micora_delete_requests/records';
  const { id } = (await (await send('POST', records, deletion)).json()) as { id: string };
  const response = await send('GET', `${records}/${id}`, undefined, site.operator);
  const { created, due_at, done } = (await response.json()) as Record<string, string>;
  const days = (Date.parse(due_at ?? '') - Date.parse(created ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(30, 4);
  expect(done).toBe(false);
});
