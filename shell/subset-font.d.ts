/** The part of the package's API that we use. The package contains no types. */
declare module 'subset-font' {
  export default function subsetFont(font: Buffer, characters: string, options: object): Promise<Buffer>;
}
