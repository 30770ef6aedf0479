import { LRUCache } from 'lru-cache';
import { formsOf } from '../store/compress';

/** A form of a file: what is put behind its name, and how it is encoded. */
export interface Form {
  suffix: string;
  encoding: string;
}

const PLAIN: Form = { suffix: '', encoding: 'identity' };

/** The smallest first. */
const COMPRESSED: readonly Form[] = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
];

/** The few headers that browsers send, each with the forms that it takes. */
const known = new LRUCache<string, readonly Form[]>({
  max: 100,
  memoMethod: (header) => [...COMPRESSED.filter(({ encoding }) => accepts(header, encoding)), PLAIN],
});

/**
 * The forms of a file that a client takes, the smallest first and the file itself last.
 *
 * @param name of the file, by which it is known whether it has compressed forms
 * @param accepted the header `Accept-Encoding`
 */
export function acceptedForms(name: string, accepted = ''): readonly Form[] {
  return formsOf(name).length > 1 ? known.memo(accepted) : [PLAIN];
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
