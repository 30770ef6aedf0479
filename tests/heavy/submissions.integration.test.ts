import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { findPocketBase } from '@site/backend/findPocketBase';
import { startPocketBase, type RunningPocketBase } from '@site/backend/startPocketBase';
import { processesWith } from '@site/backend/testing/processesWith';
import { repetitions } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';

jest.setTimeout(600_000);

const BODIES = repetitions(4_000, 20_000);
const BODIES_AT_ONCE = 200;
const KILLS = repetitions(5, 10);
/** How many submissions have to be left without an answer. */
const CUT_OFF = 10 * KILLS;

const FIELDS = [
  'full_name',
  'email_address',
  'company',
  'service_interested_in',
  'project_details',
  'id',
  'created',
  'mailed_at',
];

type Body = Record<string, unknown>;

interface Answer {
  status: number;
  /** Of the record, if there is one. */
  id: string | undefined;
}

/** Says something, of at most `max` code points; short ones for the most part. */
const text = (max: number) =>
  fc
    .oneof(
      { weight: 20, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: max, size: 'max' }) },
    )
    .map((value) => Array.from(value).slice(0, max).join(''))
    .filter((value) => value.trim() !== '');
/** The same in one line; line separators count as graphemes. */
const line = (max: number) => text(max).filter((value) => !/[\u2028\u2029]/.test(value));
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,15}$/);
const email = fc.tuple(name, name).map(([user, host]) => `${user}@${host}.example.com`);
const optional = (value: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), value);
const service = fc.constantFrom('', 'website', 'mobile', 'design', 'consulting', 'other');

const valid = fc.record({
  full_name: line(100),
  email_address: email,
  company: optional(line(100)),
  service_interested_in: service,
  project_details: text(5000),
});

/** A valid form with one field, a known one or another, spoiled by any JSON value; or any JSON value at all. */
const arbitrary = fc.oneof(
  fc
    .tuple(
      valid,
      fc.oneof(fc.constantFrom(...FIELDS), fc.string()),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
    )
    .map(([form, field, value]) => ({ ...form, [field]: value })),
  fc.jsonValue() as fc.Arbitrary<unknown>,
);

interface RandomBody {
  raw: string;
  /** What it says, if it says anything. */
  form?: unknown;
  isValid: boolean;
}

const json = (isValid: boolean) => (form: unknown) => ({ raw: JSON.stringify(form), form, isValid });
const body: fc.Arbitrary<RandomBody> = fc.oneof(
  { weight: 12, arbitrary: valid.map(json(true)) },
  { weight: 7, arbitrary: arbitrary.map(json(false)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((raw) => ({ raw, isValid: false })) },
);

async function submit(url: string, raw: string): Promise<Answer> {
  const response = await fetch(`${url}/api/collections/form_submits/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: raw,
  });
  const answer = (await response.json()) as { id?: string };
  return { status: response.status, id: response.status === 200 ? answer.id : undefined };
}

/** Every message in the database, by its id. */
async function storedIn(backend: Parameters<typeof signIn>[0]): Promise<Map<string, Body>> {
  const operator = await signIn(backend);
  const records = await operator.collection('form_submits').getFullList<Body & { id: string }>();
  return new Map(records.map((record) => [record.id, record]));
}

test(`of ${BODIES} random bodies each is answered 200 or 4xx, and what was answered 200 is there exactly once`, async () => {
  const backend = await startTestBackend({ seeded: false });
  const sent = new Map<string, Body>();
  let validBodies = 0;
  let bodies = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(body, { minLength: BODIES_AT_ONCE, maxLength: BODIES_AT_ONCE }),
        async (batch) => {
          const answers = await Promise.all(batch.map(({ raw }) => submit(backend.url, raw)));
          answers.forEach(({ status, id }, index) => {
            const { raw, form, isValid } = batch[index] ?? { raw: '', isValid: false };
            bodies += 1;
            if (isValid) validBodies += 1;
            if (isValid ? status !== 200 : status !== 200 && (status < 400 || status > 499)) {
              throw new Error(`${status} for ${raw}`);
            }
            if (id !== undefined) {
              if (sent.has(id)) throw new Error(`The id ${id} was given twice.`);
              sent.set(id, form as Body);
            }
          });
        },
      ),
      // No shrinking: what is in the database already would be sent again.
      { numRuns: BODIES / BODIES_AT_ONCE, endOnFailure: true },
    );
    expect(bodies).toBe(BODIES);
    expect(validBodies).toBeGreaterThan(BODIES / 2);

    const stored = await storedIn(backend);
    expect(stored.size).toBe(sent.size);
    for (const [id, form] of sent) {
      const record = stored.get(id);
      for (const field of ['full_name', 'email_address', 'project_details']) {
        if (typeof form[field] === 'string') expect(record?.[field]).toBe(form[field]);
      }
    }
  } finally {
    await backend.stop();
  }
});

test(`killed ${KILLS} times or more during 200 concurrent submissions, it keeps all that it answered 200`, async () => {
  const answered = new Set<string>();
  let cutOff = 0;
  const log = () => undefined;
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log });
  const first = await startTestBackend({ seeded: false });
  const { dataDir } = first;
  const reopen = () => startPocketBase({ binary, dataDir, port: 0, log, env: { BACKEND_LIMITS: 'off' } });
  let backend: RunningPocketBase = first;
  try {
    // How many a kill cuts off depends on how fast the machine is; so it goes on until there are enough.
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
      // Another moment each time, between the first answers and the last.
      while (settled < (((kills % KILLS) + 1) * 150) / KILLS) await wait(0);
      const [pocketBase] = processesWith(`--dir=${dataDir}`);
      process.kill(Number.parseInt(pocketBase ?? ''), 'SIGKILL');
      const statuses = await Promise.all(submissions);
      expect(statuses.filter((status) => status !== 200 && status !== undefined)).toEqual([]);
      cutOff += statuses.filter((status) => status === undefined).length;
      backend = await reopen();
    }
    expect(cutOff).toBeGreaterThanOrEqual(CUT_OFF);
    expect(answered.size).toBeGreaterThan(50 * KILLS);
    const stored = await storedIn(backend);
    expect([...answered].filter((id) => !stored.has(id))).toEqual([]);
  } finally {
    await backend.stop();
    await first.stop();
  }
});
