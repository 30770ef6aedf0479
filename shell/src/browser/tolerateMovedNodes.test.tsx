import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { tolerateMovedNodes } from './tolerateMovedNodes';

/* eslint-disable @typescript-eslint/unbound-method -- the methods are restored after the tests */
const { removeChild, insertBefore } = Node.prototype;
/* eslint-enable @typescript-eslint/unbound-method */
beforeAll(() => tolerateMovedNodes());
afterAll(() => void Object.assign(Node.prototype, { removeChild, insertBefore }));

const List = ({ items }: { items: string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

function wrap(node: ChildNode) {
  const wrapper = document.createElement('span');
  node.replaceWith(wrapper);
  wrapper.append(node);
}

test('Failures: React copes with nodes that other software has wrapped or removed', () => {
  const { rerender } = render(<List items={['b', 'd', 'e']} />);
  wrap(screen.getByText('b'));
  wrap(screen.getByText('d'));
  screen.getByText('e').remove();
  rerender(<List items={['a', 'b', 'c', 'd']} />);
  expect(screen.getByRole('list')).toHaveTextContent(/^abcd$/);
  rerender(<List items={['c']} />);
  expect(screen.getByRole('list')).toHaveTextContent(/^c$/);
});

test('Failures: unmoved nodes are handled as usual', () => {
  const parent = document.createElement('p');
  const text = parent.insertBefore(document.createTextNode('b'), null);
  parent.insertBefore(document.createTextNode('a'), text);
  expect(parent.textContent).toBe('ab');
  expect(parent.removeChild(text)).toBe(text);
  expect(parent.textContent).toBe('a');
});
