import ts from 'typescript';

/**
 * The titles of the tests in a source file, each with those of the groups that it is in, outermost first. Groups
 * without a title are left out; of a title with values in it, the text around them stays.
 */
export function readTitles(source: string): string[][] {
  const file = ts.createSourceFile('spec.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const titles: string[][] = [];
  visit(file, []);
  return titles;

  function visit(node: ts.Node, groups: string[]): void {
    const call = ts.isCallExpression(node) ? readCall(node) : undefined;
    const path = call ? [...groups, call.title].filter(Boolean) : groups;
    if (call?.kind === 'test') titles.push(path);
    ts.forEachChild(node, (child) => visit(child, call?.kind === 'group' ? path : groups));
  }
}

/** `test('…', …)`, `describe('…', …)`, and both with `.each(…)`, `.describe`, `.skip` and the like. */
function readCall({ expression, arguments: given }: ts.CallExpression) {
  const [title, ...rest] = given;
  const name = expression.getText().replace(/\.each[^]*$/, '');
  if (!title || rest.length === 0 || !/^(?:test|describe)(?:\.(?:describe|skip|only))*$/.test(name)) {
    return undefined;
  }
  if (!ts.isStringLiteralLike(title) && !ts.isTemplateExpression(title)) return undefined;
  const kind: 'group' | 'test' = name.includes('describe') ? 'group' : 'test';
  return { kind, title: ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : title.text };
}
