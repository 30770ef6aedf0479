import { readFile } from 'node:fs/promises';

/** One block of code of a document. */
interface Block {
  /** `sh`, `tsx`, `ini` … */
  language: string;
  /** The file that the line before the block names, if it names nothing else. */
  file?: string;
  text: string;
}

/** The blocks of code of a Markdown document, or of its section of this heading, in order. */
export async function readBlocks(path: string, heading?: string): Promise<Block[]> {
  const document = await readFile(path, 'utf8');
  const sections = document.split(/^#+ /m);
  const markdown = heading ? (sections.find((text) => text.startsWith(`${heading}\n`)) ?? '') : document;
  const blocks = markdown.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].map(([, file, language = '', text = '']) => ({
    language,
    text,
    ...(file && { file }),
  }));
}

/**
 * The commands of a document, in order: the lines of its shell blocks, and what its systemd units start.
 *
 * @param heading of the section whose commands are wanted; without it those of all of them
 */
export async function readCommands(path: string, heading?: string): Promise<string[]> {
  const blocks = await readBlocks(path, heading);
  return blocks.flatMap(({ language, text }) => {
    const lines = text.split('\n');
    if (language === 'sh') return lines.map((line) => line.replace(/\s+#.*$/, '').trim()).filter(Boolean);
    return lines.flatMap((line) => /^ExecStart=\/usr\/bin\/(.+)$/.exec(line)?.[1] ?? []);
  });
}
