import type { Page } from '@playwright/test';
import { siteUrl } from './test';

interface Editor {
  execCommand: (command: string, ui: boolean, value?: unknown) => void;
  getBody: () => HTMLElement;
  getContent: () => string;
  selection: { select: (node: Node | null, content: boolean) => void };
  setContent: (html: string) => void;
}

/**
 * Runs the rich-text editor from PocketBase's dashboard, with the dashboard's plugins and options. Applies each toolbar
 * command to a sample of its own, and returns the HTML that the editor produces.
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
    const applyCommand = (content: string, command: string, value?: unknown) => {
      editor.setContent(`<p>${content}</p>`);
      const image = editor.getBody().querySelector('img');
      editor.selection.select(image ?? editor.getBody().firstChild, !image);
      editor.execCommand(command, false, value);
      return editor.getContent();
    };
    const insertTable = () => {
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
      ...[1, 2, 3, 4, 5, 6].map((level) => applyCommand(`Heading ${level}`, 'FormatBlock', `h${level}`)),
      ...['Left', 'Center', 'Right', 'Full'].map((side) => applyCommand(`Justify${side}`, `Justify${side}`)),
      ...['bold', 'italic', 'underline', 'strikethrough', 'superscript', 'subscript', 'code'].map((format) =>
        applyCommand(`In ${format}`, 'mceToggleFormat', format),
      ),
      applyCommand('In red', 'ForeColor', '#e03e2d'),
      ...['blockquote', 'div', 'pre'].map((block) => applyCommand(`A ${block}`, 'mceToggleFormat', block)),
      applyCommand('From right to left', 'mceDirectionRTL'),
      applyCommand('Entry', 'InsertUnorderedList'),
      applyCommand('Numbered', 'InsertOrderedList'),
      applyCommand('A link', 'mceInsertLink', { href: 'https://example.com/?a=1&b=2', target: '_blank' }),
      applyCommand(
        '<img src="http://127.0.0.1:8090/api/files/projects/abc/one.png" alt="One" width="300" height="200">',
        'JustifyCenter',
      ),
      applyCommand('<img src="https://example.com/two.png" alt="Two">', 'JustifyRight'),
      insertTable(),
    ].join('\n');
  });
}
