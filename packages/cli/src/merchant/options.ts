/** Options that several commands have, and the example that each has. */
import { type Command, InvalidArgumentError, Option } from 'commander'

const examples = new WeakMap<Command, readonly string[]>()

/** Adds examples to the help of the command. */
export function withExamples(command: Command, ...lines: string[]): Command {
  examples.set(command, lines)
  const heading = lines.length === 1 ? 'Example:' : 'Examples:'
  return command.addHelpText('after', `\n${heading}\n${lines.map((line) => `  $ ${line}`).join('\n')}`)
}

export const getExamples = (command: Command): readonly string[] => examples.get(command) ?? []

export const limitOption = () =>
  new Option('--limit <count>', 'entries at most, up to 10,000').default(20).argParser(wholeNumber(1, 10_000))

export const idempotencyKeyOption = () =>
  new Option('--idempotency-key <key>', 'repeat an earlier command without doing anything twice')

/** Parses an option's value. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
}

/** Parses an option that may be given several times, with commas too. */
export const collect = (text: string, before: string[] = []): string[] => [...before, ...text.split(',')]
