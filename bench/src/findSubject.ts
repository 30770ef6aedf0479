import type { Subject, SubjectName } from './Subject';

/** One of the subjects; undefined if it could not be started. */
export function findSubject(subjects: Subject[], name: SubjectName): Subject | undefined {
  return subjects.find((subject) => subject.name === name);
}
