/** `waybill shipments hold`, `release`, `tag`, `assign`, `note` and `notes`. */
import type { Note, Shipment } from '@waybill/sdk'
import { Command } from 'commander'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { collect, idempotencyKeyOption, limitOption, withExamples } from '../options.ts'

interface WithKey {
  idempotencyKey?: string
}

export const handlingCommands = (context: MerchantContext): Command[] => [
  holdCommand(context),
  releaseCommand(context),
  tagCommand(context),
  assignCommand(context),
  noteCommand(context),
  notesCommand(context),
]

const holdCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('hold')
      .description('Keep a shipment from being booked until it is released.')
      .argument('<shipment_id>')
      .requiredOption('--reason <text>', 'why, for your team')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { reason, idempotencyKey }: WithKey & { reason: string }, command: Command) => {
        const { shipments } = await context.client(command)
        const repeat = { words: ['shipments', 'hold', id], options: { reason } }
        const held = await context.change(repeat, shipments.hold(id, { reason }, { idempotencyKey }))
        context.show(command, held, summary)
      }),
    'waybill shipments hold shp_… --reason "The customer confirms the address first"',
  )

const releaseCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('release')
      .description('End the hold of a shipment.')
      .argument('<shipment_id>')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { idempotencyKey }: WithKey, command: Command) => {
        const { shipments } = await context.client(command)
        const repeat = { words: ['shipments', 'release', id] }
        context.show(command, await context.change(repeat, shipments.release(id, { idempotencyKey })), summary)
      }),
    'waybill shipments release shp_…',
  )

const tagCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('tag')
      .description('Add tags to a shipment, and remove others.')
      .argument('<shipment_id>')
      .argument('[tag...]', 'tags to add')
      .option('--remove <tag>', 'a tag to remove; repeatable', collect)
      .addOption(idempotencyKeyOption())
      .action(
        async (
          id: string,
          added: string[],
          { remove = [], idempotencyKey }: WithKey & { remove?: string[] },
          command: Command,
        ) => {
          const { shipments } = await context.client(command)
          const repeat = { words: ['shipments', 'tag', id, ...added], options: { remove } }
          const tags = { add_tags: added, remove_tags: remove }
          context.show(command, await context.change(repeat, shipments.tag(id, tags, { idempotencyKey })), summary)
        },
      ),
    'waybill shipments tag shp_… fragile gift',
    'waybill shipments tag shp_… --remove gift',
  )

const assignCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('assign')
      .description('Name the member of your team who takes care of a shipment.')
      .argument('<shipment_id>')
      .argument('<user_id>', 'a member, usr_…, or none')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, userId: string, { idempotencyKey }: WithKey, command: Command) => {
        const { shipments } = await context.client(command)
        const assignment = { assignee_id: userId === 'none' ? null : userId }
        const repeat = { words: ['shipments', 'assign', id, userId] }
        const assigned = await context.change(repeat, shipments.assign(id, assignment, { idempotencyKey }))
        context.show(command, assigned, summary)
      }),
    'waybill shipments assign shp_… usr_…',
    'waybill shipments assign shp_… none',
  )

const noteCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('note')
      .description('Add a note to a shipment, which only your team sees.')
      .argument('<shipment_id>')
      .argument('<text>')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, text: string, { idempotencyKey }: WithKey, command: Command) => {
        const { shipments } = await context.client(command)
        const repeat = { words: ['shipments', 'note', id, text] }
        const note = await context.change(repeat, shipments.createNote(id, { text }, { idempotencyKey }))
        context.show(command, note, (one) => record({ ...one }))
      }),
    'waybill shipments note shp_… "Called the customer: knock, the bell is broken."',
  )

const notesCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('notes')
      .description('List the notes of a shipment, newest first.')
      .argument('<shipment_id>')
      .addOption(limitOption())
      .action(async (id: string, { limit }: { limit: number }, command: Command) => {
        const { shipments } = await context.client(command)
        const notes = await shipments.listNotes(id, { limit: Math.min(limit, 100) }).toArray({ limit })
        context.showList(command, notes, (rows) =>
          table(rows.map(toRow), ['note_id', 'created_at', 'author_id', 'text']),
        )
      }),
    'waybill shipments notes shp_…',
  )

const toRow = ({ note_id, created_at, author_id, text }: Note) => ({ note_id, created_at, author_id, text })

const summary = ({ shipment_id, merchant_order_ref, tags, assignee_id, hold }: Shipment): string =>
  record({
    shipment_id,
    order: merchant_order_ref,
    tags: tags.join(', ') || null,
    assignee_id,
    hold: hold && `${hold.reason} (${hold.held_by}, ${hold.held_at})`,
  })
