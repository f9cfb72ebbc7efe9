/** Parses PromQL expressions with the grammar of Prometheus. */
import { parser } from '@prometheus-io/lezer-promql'

export interface Selector {
  metric: string
  matchers: { label: string; operator: string; value: string }[]
  /** Labels that the enclosing aggregations group by. */
  groupedBy: string[]
}

/** The vector selectors of an expression. Throws a SyntaxError that contains the expression. */
export function parseSelectors(expression: string): Selector[] {
  const tree = parser.parse(expression)
  const selectors: Selector[] = []
  const text = (node: { from: number; to: number }) => expression.slice(node.from, node.to)
  tree.iterate({
    enter(cursor) {
      if (cursor.type.isError) throw new SyntaxError(`invalid PromQL at ${cursor.from}: ${expression}`)
      if (cursor.name !== 'VectorSelector') return
      const node = cursor.node
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      const groupedBy: string[] = []
      for (let parent = node.parent; parent !== null; parent = parent.parent) {
        const labels = parent.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
        groupedBy.push(...labels.map(text))
      }
      const name = node.getChild('Identifier')
      if (name === null) throw new SyntaxError(`selector without a metric name: ${expression}`)
      selectors.push({
        metric: text(name),
        matchers: matchers.map((matcher) => {
          const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) => {
            const found = matcher.getChild(part)
            if (found === null) throw new SyntaxError(`matcher without ${part}: ${expression}`)
            return text(found)
          }) as [string, string, string]
          return { label, operator, value: value.slice(1, -1) }
        }),
        groupedBy,
      })
    },
  })
  return selectors
}
