import { beforeEach, expect, test } from '@jest/globals';
import type { adoptTypedInput as AdoptTypedInput } from './adoptTypedInput';

const FIELDS = `
  <input name="name"><input name="email" type="email"><input name="tick" type="checkbox" value="yes">
  <select name="topic"><option value=""></option><option value="a"></option></select><textarea name="text"></textarea>`;
let adoptTypedInput: typeof AdoptTypedInput;
let delivered: HTMLFormElement;

const control = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

function formIn(root: Element): HTMLFormElement {
  root.innerHTML = `<form name="sample">${FIELDS}</form>`;
  return document.forms.namedItem('sample') as HTMLFormElement;
}

/** Replaces the form with a new one, as React does if other software has changed the page. */
const replace = () => formIn(document.body);

const entries = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));

// `adoptTypedInput.ts` records the prerendered controls when it is first imported, so each test imports a fresh copy.
beforeEach(async () => {
  delivered = formIn(document.body);
  jest.resetModules();
  ({ adoptTypedInput } = await import('./adoptTypedInput'));
  control(delivered, 'name').value = 'Ada';
  control(delivered, 'email').value = 'ada@example.com';
  control(delivered, 'tick').checked = true;
  control(delivered, 'topic').value = 'a';
  control(delivered, 'text').value = 'Two words';
});

const ALL = { name: 'Ada', email: 'ada@example.com', tick: 'yes', topic: 'a', text: 'Two words' };

test('§4 a form that replaces the delivered one takes over entries, focus and selection', () => {
  control(delivered, 'name').focus();
  const text = control(delivered, 'text');
  text.focus();
  text.setSelectionRange(2, 5, 'backward');
  text.scrollTop = 12;
  const form = replace();
  adoptTypedInput(form, [null]);
  expect(entries(form)).toEqual(ALL);
  const own = control(form, 'text');
  expect(own).toHaveFocus();
  expect([own.selectionStart, own.selectionEnd, own.selectionDirection]).toEqual([2, 5, 'backward']);
  expect(own.scrollTop).toBe(12);
});

test('§4 an email field, which has no readable selection, takes over the focus', () => {
  control(delivered, 'email').focus();
  const form = replace();
  adoptTypedInput(form, [null]);
  expect(control(form, 'email')).toHaveFocus();
});

test('§4 a field that the visitor has left does not receive focus', async () => {
  control(delivered, 'name').focus();
  control(delivered, 'name').blur();
  await Promise.resolve();
  adoptTypedInput(replace(), [null]);
  expect(document.body).toHaveFocus();
});

test('§4 entries come from a copy, else from the previous form, else from the delivered form', () => {
  const other = replace();
  control(other, 'name').value = 'Grace';
  const latest = replace();
  control(latest, 'text').value = 'Typed last';
  const form = replace();
  control(form, 'email').value = 'own@example.com';
  adoptTypedInput(form, [latest, other]);
  expect(entries(form)).toEqual({
    ...ALL,
    name: 'Grace',
    text: 'Typed last',
    email: 'own@example.com',
  });
});

test('§4 a hydrated form keeps its own entries', () => {
  adoptTypedInput(delivered, [delivered]);
  expect(entries(delivered)).toEqual(ALL);
});

test('§4 the delivered entries are taken over only once', () => {
  adoptTypedInput(delivered, [delivered]);
  const later = replace();
  adoptTypedInput(later, [null]);
  expect(entries(later)).toEqual({ name: '', email: '', topic: '', text: '' });
});
