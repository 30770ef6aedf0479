/** The part of its interface that we use; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(font: Buffer, characters: string, options: object): Promise<Buffer>;
}
