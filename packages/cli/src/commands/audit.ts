/** `waybill admin audit`: what operators did. */
import { Command, InvalidArgumentError } from 'commander'
import { type CommandContext, print, query } from '../command-context.ts'
import { table } from '../table.ts'

interface AuditEntry {
  occurred_at: string
  action_id: string
  actor: string
  action: string
  target_type: string | null
  target_id: string | null
  merchant_id: string | null
  environment_id: string | null
  outcome: string
  code: string | null
  address: string
  user_agent: string | null
  request_id: string
}

interface AuditOptions {
  actor?: string
  action?: string
  target?: string
  since?: string
  until?: string
  limit: number
}

const DEFAULT_LIMIT = 50

export const auditCommand = (context: CommandContext): Command =>
  new Command('audit')
    .description('List what operators did through the admin API, newest first.')
    .option('--actor <name>', 'only actions with the admin token of this name')
    .option('--action <action>', 'only this action, such as revokeKey')
    .option('--target <id>', 'only actions on this thing, environment or merchant')
    .option('--since <time>', 'from this time on, such as 2026-12-01T00:00:00Z')
    .option('--until <time>', 'before this time')
    .option('--limit <number>', 'maximum number of lines', parseLimit, DEFAULT_LIMIT)
    .action(async ({ limit, ...filters }: AuditOptions, command: Command) => {
      const found = await context.list<AuditEntry>(`/admin/audit-log${query({ ...filters })}`, limit)
      print(context, command, found, (entries) =>
        table(entries, ['occurred_at', 'actor', 'action', 'target_id', 'environment_id', 'outcome', 'code', 'address']),
      )
    })

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 to 999999.')
}
