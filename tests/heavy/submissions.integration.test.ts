import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import pMap from 'p-map';
import { processesWith } from '@site/backend/testing/processesWith';
import { repetitions } from '@site/backend/testing/repetitions';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { cleanText } from '@site/shared/form/cleanText';

jest.setTimeout(600_000);

const BODIES = repetitions(250, 20_000);
const KILLS = repetitions(2, 10);
/** The minimum number of submissions that the kills must interrupt in total. */
const CUT_OFF = 10 * KILLS;

type Body = Record<string, unknown>;

interface RandomBody {
  raw: string;
  /** The parsed body, if it is valid JSON. */
  form?: unknown;
  isValid: boolean;
}

/** Generates non-blank text of at most `max` code points. */
const text = (max: number) =>
  fc
    .oneof(
      { weight: 20, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
      { weight: 1, arbitrary: fc.constantFrom('é', '漢', '👋').map((letter) => letter.repeat(max)) },
    )
    .map((value) => Array.from(value).slice(0, max).join(''))
    // `fc.string` also generates line separators, which single-line fields refuse.
    .filter((value) => cleanText(value) !== '' && !/[\u2028\u2029]/.test(value));
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,15}$/);

const valid = fc.record({
  full_name: text(100),
  email_address: fc.tuple(name, name).map(([user, host]) => `${user}@${host}.example.com`),
  company: fc.oneof(fc.constant(''), text(100)),
  service_interested_in: fc.constantFrom('', 'website', 'mobile', 'design', 'consulting', 'other'),
  project_details: text(5000),
});
const field = fc.constantFrom(
  ...['full_name', 'email_address', 'company', 'service_interested_in', 'project_details', 'odd'],
  ...['id', 'created', 'mailed_at'],
);

const body: fc.Arbitrary<RandomBody> = fc.oneof(
  { weight: 12, arbitrary: valid.map((form) => ({ raw: JSON.stringify(form), form, isValid: true })) },
  {
    weight: 7,
    arbitrary: fc
      .oneof(
        fc
          .tuple(valid, field, fc.jsonValue())
          .map(([form, spoiled, value]) => ({ ...form, [spoiled]: value })),
        fc.jsonValue() as fc.Arbitrary<unknown>,
      )
      .map((form) => ({ raw: JSON.stringify(form), form, isValid: false })),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((raw) => ({ raw, isValid: false })) },
);

async function submit(url: string, raw: string): Promise<{ status: number; id: string | undefined }> {
  const response = await fetch(`${url}/api/collections/form_submits/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: raw,
  });
  const answer = (await response.json()) as { id?: string };
  return { status: response.status, id: response.status === 200 ? answer.id : undefined };
}

async function storedIn({ operator }: TestBackend): Promise<Map<string, Body>> {
  const records = await operator.collection('form_submits').getFullList<Body & { id: string }>();
  return new Map(records.map((record) => [record.id, record]));
}

test(`each of ${BODIES} random bodies is either stored once with a 200 or refused with a 4xx`, async () => {
  const backend = await startTestBackend({ seeded: false });
  const sent = new Map<string, Body>();
  const submitOne = async ({ raw, form, isValid }: RandomBody) => {
    const { status, id } = await submit(backend.url, raw);
    const isRefused = !isValid && status >= 400 && status < 500;
    expect([raw, status]).toEqual([raw, isRefused ? status : 200]);
    if (id === undefined) return;
    expect(sent.has(id)).toBe(false);
    sent.set(id, form as Body);
  };
  try {
    await pMap(fc.sample(body, BODIES), submitOne, { concurrency: 200 });
    expect(sent.size).toBeGreaterThan(BODIES / 2);
    const stored = await storedIn(backend);
    expect(stored.size).toBe(sent.size);
    for (const [id, form] of sent) {
      for (const name of ['full_name', 'email_address', 'project_details'])
        if (typeof form[name] === 'string')
          expect(cleanText(String(stored.get(id)?.[name]))).toBe(cleanText(form[name]));
    }
  } finally {
    await backend.stop();
  }
});

test('a killed backend keeps every submission that it has answered with 200', async () => {
  const answered = new Set<string>();
  let cutOff = 0;
  const dataDir = await temporaryDirectory();
  const open = () => startTestBackend({ seeded: false, dataDir });
  let backend = await open();
  try {
    // The number of submissions that a kill interrupts depends on the machine's speed. So kill the backend repeatedly until
    // enough submissions have been interrupted.
    for (let kills = 0; kills < KILLS || (cutOff < CUT_OFF && kills < 10 * KILLS); kills += 1) {
      const { url } = backend;
      let settled = 0;
      const submissions = Array.from({ length: 200 }, async (_, index) => {
        const form = { full_name: `${kills}-${index}`, email_address: 'a@example.com', project_details: 'x' };
        const answer = await submit(url, JSON.stringify(form)).catch(() => undefined);
        settled += 1;
        if (answer?.id !== undefined) answered.add(answer.id);
        return answer?.status;
      });
      // Kill the backend at a different moment each time, between the first and the last response.
      while (settled < (((kills % KILLS) + 1) * 150) / KILLS) await wait(0);
      const [pocketBase] = processesWith(`--dir=${dataDir}`);
      process.kill(Number.parseInt(pocketBase ?? ''), 'SIGKILL');
      const statuses = await Promise.all(submissions);
      expect(statuses.filter((status) => status !== 200 && status !== undefined)).toEqual([]);
      cutOff += statuses.filter((status) => status === undefined).length;
      await backend.stop();
      backend = await open();
    }
    expect(cutOff).toBeGreaterThanOrEqual(CUT_OFF);
    expect(answered.size).toBeGreaterThan(50 * KILLS);
    const stored = await storedIn(backend);
    expect([...answered].filter((id) => !stored.has(id))).toEqual([]);
  } finally {
    await backend.stop();
  }
});
