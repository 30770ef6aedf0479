import { ESLintUtils, TSESLint, TSESTree } from '@typescript-eslint/utils';
import { TypeFlags, type Type } from 'typescript';

const { AST_NODE_TYPES } = TSESTree;
const { DefinitionType, ScopeType } = TSESLint.Scope;

/** The types that React renders as text. */
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
/** The types whose values React renders as nothing. */
const NOTHING = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.BooleanLike | TypeFlags.Void;

/**
 * Forbids variable text that shares an element with other content, as in `{index + 1} / {count}`. React keeps a separate
 * text node for each piece of text. When a browser translates the page, it replaces these nodes, but React goes on updating
 * the old ones. A text that is its element's only content is safe, because React updates the element instead. To satisfy
 * this rule, use one template string, or wrap the text in an element.
 */
export const oneTextPerElement = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    defaultOptions: [],
    messages: {
      several:
        'A browser’s translation breaks this text: use one template string, or wrap the text in an element.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const checker = program.getTypeChecker();

    function check({ children }: TSESTree.JSXElement | TSESTree.JSXFragment) {
      const shown = children.filter(isShown);
      if (shown.length < 2) return;
      for (const child of shown) {
        if (child.type !== AST_NODE_TYPES.JSXExpressionContainer) continue;
        const { expression } = child;
        const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(expression));
        if (isText(type) && !isConstant(expression, context.sourceCode))
          context.report({ node: child, messageId: 'several' });
      }
    }
    return { JSXElement: check, JSXFragment: check };
  },
});

/** Whether JSX keeps a child. JSX drops comments, and also white space that contains a line break. */
function isShown(child: TSESTree.JSXChild): boolean {
  if (child.type === AST_NODE_TYPES.JSXText) return child.value.trim() !== '' || !child.value.includes('\n');
  return (
    child.type !== AST_NODE_TYPES.JSXExpressionContainer ||
    child.expression.type !== AST_NODE_TYPES.JSXEmptyExpression
  );
}

/** Whether some of a type's values are text, and React renders none of the others. */
function isText(type: Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  const shown = parts.filter(
    (part) => !(part.flags & NOTHING) && !(part.isStringLiteral() && part.value === ''),
  );
  return shown.length > 0 && shown.every((part) => part.flags & TEXT);
}

/** Whether an expression combines only literals and constants, and so has the same value in every render. */
function isConstant(node: TSESTree.Node, source: Readonly<TSESLint.SourceCode>): boolean {
  switch (node.type) {
    case AST_NODE_TYPES.Literal:
      return true;
    case AST_NODE_TYPES.TemplateLiteral:
      return node.expressions.every((part) => isConstant(part, source));
    case AST_NODE_TYPES.MemberExpression:
      return isConstant(node.object, source) && (!node.computed || isConstant(node.property, source));
    case AST_NODE_TYPES.CallExpression:
      return [node.callee, ...node.arguments].every((part) => isConstant(part, source));
    case AST_NODE_TYPES.Identifier:
      return node.name === 'Object' || isConstantName(node, source);
    default:
      return false;
  }
}

/**
 * Whether a name counts as a constant: an import, a module-level variable, a local variable whose initial value is
 * constant, or a parameter of a callback that is passed to a constant's `map` method.
 */
function isConstantName(node: TSESTree.Identifier, source: Readonly<TSESLint.SourceCode>): boolean {
  const variable = source.getScope(node).references.find(({ identifier }) => identifier === node)?.resolved;
  const definition = variable?.defs[0];
  switch (definition?.type) {
    case DefinitionType.ImportBinding:
      return true;
    case DefinitionType.Variable: {
      const { init } = definition.node;
      return variable?.scope.type === ScopeType.module || (init !== null && isConstant(init, source));
    }
    case DefinitionType.Parameter: {
      const call = definition.node.parent;
      if (call.type !== AST_NODE_TYPES.CallExpression) return false;
      const { callee } = call;
      return (
        callee.type === AST_NODE_TYPES.MemberExpression &&
        source.getText(callee.property) === 'map' &&
        isConstant(callee.object, source)
      );
    }
    default:
      return false;
  }
}
