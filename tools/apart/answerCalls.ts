import { messageOf } from '@site/backend/messageOf';

/** What came of a call, or why it failed. */
export type Answer = { result: unknown } | { failure: string; name: string };

/** What a process asks before it answers the call that it was given. */
interface Question {
  question: unknown;
  id: number;
}

/** What it is sent: a call, or the answer to one of its questions. */
export type Given = { call: unknown } | { answer: Answer; id: number };

/** Asks the process that has opened this one. */
export type Ask = (question: unknown) => Promise<unknown>;

/** What a process of `openChild` does: answers each call with what comes of it. */
export function answerCalls(work: (call: unknown, ask: Ask) => Promise<unknown>): void {
  const waiting = new Map<number, (answer: Answer) => void>();
  const send = (message: Answer | Question) => process.send?.(message);
  const ask: Ask = async (question) => {
    const id = waiting.size + Math.random();
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    send({ question, id });
    const answer = await answered;
    waiting.delete(id);
    return resultOf(answer);
  };
  process.on('message', (given: Given) => {
    if ('call' in given) void answerOf(() => work(given.call, ask)).then(send);
    else waiting.get(given.id)?.(given.answer);
  });
}

/** Whether what a process sends is the answer to its call. */
export function isAnswer(said: unknown): said is Answer {
  return typeof said === 'object' && said !== null && ('result' in said || 'failure' in said);
}

/** Whether what a process sends is a question. */
export function isQuestion(said: unknown): said is Question {
  return typeof said === 'object' && said !== null && 'question' in said;
}

/** Does something, and tells what came of it so that it can cross to another process. */
export async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { result: await work() };
  } catch (error) {
    return { failure: messageOf(error), name: error instanceof Error ? error.name : 'Error' };
  }
}

/** @throws CallError, named as the error in the other process, if it failed there */
export function resultOf(answer: Answer): unknown {
  if ('result' in answer) return answer.result;
  throw Object.assign(new CallError(answer.failure), { name: answer.name });
}

/** What a call failed with in the other process, which goes on. */
export class CallError extends Error {}
