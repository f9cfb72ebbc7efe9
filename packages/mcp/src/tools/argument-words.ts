/** Pure: what is wrong with an argument of a tool, in words that the model reads after its name. */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** Undefined: the words of zod. */
export function argumentWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be of the type ${issue.expected}`
    case 'unrecognized_keys':
      return `there is no ${issue.keys.map((key) => `"${key}"`).join(' and no ')} here: leave it out`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must ${measure(issue)} at least ${amount(issue, issue.minimum)}`
    case 'too_big':
      return `must ${measure(issue)} at most ${amount(issue, issue.maximum)}`
    default:
      return undefined
  }
}

const isSized = ({ origin }: { origin: string }): boolean => origin === 'string' || origin === 'array'
const measure = (issue: { origin: string }): string => (isSized(issue) ? 'have' : 'be')
const amount = ({ origin }: { origin: string }, count: number | bigint): string => {
  const isOne = Number(count) === 1
  if (origin === 'string') return isOne ? '1 character' : `${count} characters`
  if (origin === 'array') return isOne ? '1 entry' : `${count} entries`
  return String(count)
}
