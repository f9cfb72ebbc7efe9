/** `waybill admin internal-keys`: keys that sign calls between the services. */
import { randomBytes } from 'node:crypto'
import { CALLEES, CALLERS, pairKeys } from '@waybill/contracts/call-table'
import { Command } from 'commander'
import { type CommandContext, print } from '../command-context.ts'

export const internalKeysCommand = (context: CommandContext): Command =>
  new Command('internal-keys')
    .description('Make the INTERNAL_KEY of each service, with a key for each pair of caller and callee.')
    .addHelpText(
      'after',
      `
Prints lines for the file .env of docker compose. Give each service only the value of its line, as INTERNAL_KEY.`,
    )
    .action((_options, command: Command) => {
      const lines = (keys: Record<string, string>) =>
        Object.entries(keys)
          .map(([name, value]) => `${name}=${value}\n`)
          .join('')
      print(context, command, newInternalKeys(), lines)
    })

/** `SHIPMENT_INTERNAL_KEY` and so on. */
function newInternalKeys(): Record<string, string> {
  const made = new Map<string, string>()
  const toKey = (caller: string, callee: string) => {
    const pair = `${caller}/${callee}`
    const key = made.get(pair) ?? randomBytes(24).toString('hex')
    made.set(pair, key)
    return key
  }
  const services = new Set<string>([...CALLERS, ...CALLEES])
  return Object.fromEntries([...services].map((name) => [`${name.toUpperCase()}_INTERNAL_KEY`, pairKeys(name, toKey)]))
}
