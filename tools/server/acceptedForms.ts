import { formsOf } from '../store/compress';

const ENCODINGS: Record<string, string> = { '.br': 'br', '.gz': 'gzip', '': 'identity' };

/** A form of a file: what is put behind its name, and how it is encoded. */
export interface Form {
  suffix: string;
  encoding: string;
}

/**
 * The forms of a file that a client takes, the smallest first and the file itself last.
 *
 * @param name of the file, by which it is known whether it has compressed forms
 * @param accepted the header `Accept-Encoding`
 */
export function acceptedForms(name: string, accepted = ''): Form[] {
  return formsOf(name)
    .map((suffix) => ({ suffix, encoding: ENCODINGS[suffix] ?? 'identity' }))
    .filter(({ suffix, encoding }) => suffix === '' || accepts(accepted, encoding))
    .sort((one, other) => rank(one) - rank(other));
}

function rank({ suffix }: Form): number {
  return ['.br', '.gz', ''].indexOf(suffix);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
