import { readFile } from 'node:fs/promises';

interface Block {
  language: string;
  /** The file name on a line of its own above the block; undefined if there is none. */
  file?: string;
  text: string;
}

/** Returns a Markdown document's code blocks in order. If a heading is given, returns only the blocks in its section. */
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
 * Returns the commands in a document in order: the lines of its shell blocks, and the commands of its systemd units.
 *
 * @param heading the heading of the section to read; by default, reads the whole document
 */
export async function readCommands(path: string, heading?: string): Promise<string[]> {
  const blocks = await readBlocks(path, heading);
  return blocks.flatMap(({ language, text }) => {
    const lines = text.split('\n');
    if (language === 'sh') return lines.map((line) => line.replace(/\s+#.*$/, '').trim()).filter(Boolean);
    return lines.flatMap((line) => /^ExecStart=\/usr\/bin\/(.+)$/.exec(line)?.[1] ?? []);
  });
}
