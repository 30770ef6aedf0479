import type { Page } from '@playwright/test';
import { siteUrl } from './test';

/** The parts of TinyMCE that are used here. */
interface Editor {
  execCommand: (command: string, ui: boolean, value?: unknown) => void;
  getBody: () => HTMLElement;
  getContent: () => string;
  selection: { select: (node: Node | null, content: boolean) => void };
  setContent: (html: string) => void;
}

/**
 * Returns the HTML that the editor of PocketBase's dashboard produces for everything that its toolbar offers, with the
 * dashboard's plugins and options.
 *
 * @param page the page in which to open the editor
 */
export async function dashboardEditorOutput(page: Page): Promise<string> {
  const address = `${siteUrl('SITE_BACKEND_URL')}/_/editor.html`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><textarea></textarea>' }),
  );
  await page.goto(address);
  await page.addScriptTag({ url: '/_/libs/tinymce/tinymce.min.js' });
  return page.evaluate(async () => {
    const { tinymce } = window as unknown as { tinymce: { init: (options: object) => Promise<[Editor]> } };
    const [editor] = await tinymce.init({
      selector: 'textarea',
      license_key: 'gpl',
      convert_urls: false,
      relative_urls: false,
      convert_unsafe_embeds: true,
      plugins: ['autolink', 'codesample', 'directionality', 'image', 'link', 'lists', 'media', 'table'],
    });
    /** Applies a command to the selected text or image of a new paragraph. */
    const made = (content: string, command: string, value?: unknown) => {
      editor.setContent(`<p>${content}</p>`);
      const image = editor.getBody().querySelector('img');
      editor.selection.select(image ?? editor.getBody().firstChild, !image);
      editor.execCommand(command, false, value);
      return editor.getContent();
    };
    const table = () => {
      editor.setContent('');
      editor.execCommand('mceInsertTable', false, { rows: 2, columns: 2, options: { headerRows: 1 } });
      editor
        .getBody()
        .querySelectorAll('td')
        .forEach((cell, index) => {
          cell.textContent = ['Quarter', 'Orders', 'Q1', '10'][index] ?? '';
        });
      return editor.getContent();
    };
    return [
      ...[1, 2, 3, 4, 5, 6].map((level) => made(`Heading ${level}`, 'FormatBlock', `h${level}`)),
      ...['Left', 'Center', 'Right', 'Full'].map((side) => made(`Justify${side}`, `Justify${side}`)),
      ...['bold', 'italic', 'underline', 'strikethrough', 'superscript', 'subscript', 'code'].map((format) =>
        made(`In ${format}`, 'mceToggleFormat', format),
      ),
      made('In red', 'ForeColor', '#e03e2d'),
      ...['blockquote', 'div', 'pre'].map((block) => made(`A ${block}`, 'mceToggleFormat', block)),
      made('From right to left', 'mceDirectionRTL'),
      made('Entry', 'InsertUnorderedList'),
      made('Numbered', 'InsertOrderedList'),
      made('A link', 'mceInsertLink', { href: 'https://example.com/?a=1&b=2', target: '_blank' }),
      made(
        '<img src="http://127.0.0.1:8090/api/files/projects/abc/one.png" alt="One" width="300" height="200">',
        'JustifyCenter',
      ),
      made('<img src="https://example.com/two.png" alt="Two">', 'JustifyRight'),
      table(),
    ].join('\n');
  });
}
