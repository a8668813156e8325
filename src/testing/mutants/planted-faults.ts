import { type ESTree, parseSync, Visitor } from 'vite'

/** A small change that makes most programs wrong: the text from `start` to `end` is replaced. */
export interface Fault {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly becomes: string
}

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

const otherMethod: Readonly<Record<string, string>> = { some: 'every', every: 'some' }

/** Position of the operator between two operands. */
const operatorAt = (text: string, left: ESTree.Node, right: ESTree.Node, operator: string): number => {
  const at = text.slice(left.end, right.start).indexOf(operator)
  return left.end + at
}

/**
 * All faults that can be planted in a file: an operator replaced by a similar one, a negated condition, a removed guard or call, a filter
 * that accepts everything, `some` for `every`, a number plus one, `true` for `false`. Types and imports have none.
 */
export const faultsOf = (path: string, text: string): Fault[] => {
  const faults: Fault[] = []
  const add = (kind: string, node: { readonly start: number; readonly end: number }, becomes: string): void => {
    faults.push({ kind, start: node.start, end: node.end, becomes })
  }
  const operator = ({ left, right, operator: sign }: ESTree.BinaryExpression | ESTree.LogicalExpression): void => {
    const becomes = swapped[sign]
    const isText = [left, right].some(({ type }) => type === 'TemplateLiteral')
    if (becomes === undefined || (isText && sign === '+')) return
    const start = operatorAt(text, left, right, sign)
    faults.push({ kind: 'operator', start, end: start + sign.length, becomes })
  }
  const turned = ({ test }: ESTree.IfStatement | ESTree.ConditionalExpression): void =>
    add('condition', test, `!(${text.slice(test.start, test.end)})`)
  const visitor = new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    ConditionalExpression: turned,
    IfStatement(node) {
      turned(node)
      const { consequent } = node
      const guard = consequent.type === 'BlockStatement' ? consequent.body[0] : consequent
      const leaves = guard?.type === 'ReturnStatement' || guard?.type === 'ThrowStatement'
      if (leaves && node.alternate === null) add('guard left out', node, '')
    },
    ExpressionStatement(node) {
      if (node.expression.type === 'CallExpression' || node.expression.type === 'AssignmentExpression')
        add('statement left out', node, '')
    },
    CallExpression({ callee, arguments: given, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (name === 'filter' && given.length === 1) add('filter left out', { start: callee.object.end, end }, '')
      const other = otherMethod[name]
      if (other !== undefined) add('some or every', callee.property, other)
    },
    Literal(node) {
      if (typeof node.value === 'number') add('number', node, `(${node.raw ?? node.value} + 1)`)
      if (typeof node.value === 'boolean') add('truth', node, String(!node.value))
    },
  })
  visitor.visit(parseSync(path, text).program)
  const sorted = faults.sort((a, b) => a.start - b.start || a.end - b.end)
  // Types also contain literals and conditions, but they do not run.
  const types = [...text.matchAll(/^(?:export )?(?:type|interface) [\s\S]*?^(?=\S)/gm)]
  const isType = (at: number) => types.some(({ index, 0: whole }) => at >= index && at < index + whole.length)
  return sorted.filter(({ start }) => !isType(start))
}

/** The text of a file with the fault. */
export const planted = (text: string, { start, end, becomes }: Fault): string =>
  text.slice(0, start) + becomes + text.slice(end)
