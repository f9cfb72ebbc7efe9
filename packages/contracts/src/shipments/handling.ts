/** Requests about how a team handles shipments: tags, assignee, hold and notes. */
import { z } from 'zod'
import { publicErrorSchema } from '../batches/shipment-batch.ts'
import { acrossFields } from '../requests/across-fields.ts'
import { refuse } from '../requests/validation.ts'
import { assigneeId, holdReason as reason } from '../values/search/handling-fields.ts'
import { someTags } from '../values/search/tags.ts'
import { requiredText } from '../values/text.ts'
import { returnDecisionSchema } from './returns.ts'

const MOST_EDITED = 100
const LONGEST_NOTE = 2_000
const tagFields = {
  add_tags: someTags.describe('Tags to add. Those that the shipment has stay as they are written.'),
  remove_tags: someTags.describe('Tags to remove, in any case. Those that the shipment does not have are ignored.'),
}

/** Body of POST /api/v1/shipments/{shipment_id}/hold. */
export const holdShipmentSchema = z.strictObject({ reason }).meta({ id: 'HoldShipment' })

/** Body of POST /api/v1/shipments/{shipment_id}/assign. */
export const assignShipmentSchema = z
  .strictObject({ assignee_id: assigneeId.describe('An active member of your team, usr_…; null: nobody.') })
  .meta({ id: 'AssignShipment' })

/** Body of POST /api/v1/shipments/{shipment_id}/tags. */
export const tagShipmentSchema = z.strictObject(tagFields).meta({ id: 'TagShipment' })

const changeFields = {
  ...tagFields,
  assignee_id: assigneeId
    .optional()
    .describe('An active member of your team, usr_…; null: nobody. Omitted: no change.'),
  hold: z
    .strictObject({ reason })
    .nullable()
    .optional()
    .describe('Puts the shipments on hold; null releases them. Omitted: no change.'),
  return_decision: returnDecisionSchema
    .optional()
    .describe('Answers recipients who ask for returns. Nothing is bought: book what you approve.'),
}

const changeNames = Object.keys(changeFields)

/** Body of POST /api/v1/shipments/edit. */
export const editShipmentsSchema = acrossFields(
  z.strictObject({
    shipment_ids: z.array(z.string().min(1).max(64)).min(1).max(MOST_EDITED).describe(`1 to ${MOST_EDITED} shipments.`),
    ...changeFields,
  }),
  ({ shipment_ids: ids }, context, all) => {
    ids?.forEach((id, index) => {
      if (id !== undefined && ids.indexOf(id) < index)
        refuse(context, ['shipment_ids', index], 'repeated', 'is listed before')
    })
    if (!changeNames.some((name) => Object.hasOwn(all, name)))
      refuse(context, [], 'required', `must have one or more of ${changeNames.join(', ')}`)
  },
).meta({ id: 'EditShipments' })
export type EditShipments = z.output<typeof editShipmentsSchema>

/** The change of one shipment, from the gateway to the shipment service. */
export const handlingChangeSchema = z.strictObject(changeFields)
export type HandlingChange = z.output<typeof handlingChangeSchema>

/** Outcome of editing several shipments. */
export const editedShipmentsSchema = z
  .object({
    succeeded: z.int().describe('Number of shipments that are now as asked.'),
    failed: z.int().describe('Number of shipments that were not changed.'),
    items: z
      .array(
        z
          .object({
            shipment_id: z.string(),
            error: publicErrorSchema.nullable().describe('Why the shipment was not changed; null: it is as asked.'),
          })
          .meta({ id: 'EditedShipment' }),
      )
      .describe('One for each shipment, in their order.'),
  })
  .meta({ id: 'EditedShipments' })

/** Tags that shipments have. */
export const shipmentTagSchema = z
  .object({ tag: z.string().describe('The tag, as it is written on one of its shipments.') })
  .meta({ id: 'ShipmentTag' })

/** Body of POST /api/v1/shipments/{shipment_id}/notes. */
export const createNoteSchema = z
  .strictObject({ text: requiredText(LONGEST_NOTE).describe('For your team alone. Line breaks are kept.') })
  .meta({ id: 'CreateNote' })
export type CreateNote = z.output<typeof createNoteSchema>

export interface Note {
  noteId: string
  shipmentId: string
  text: string
  /** The member or the API key, usr_… or key_…. */
  authorId: string
  createdAt: Date
}

export const publicNoteSchema = z
  .object({
    note_id: z.string().describe('Identifier, nte_…'),
    shipment_id: z.string(),
    text: z.string().describe('The note.'),
    author_id: z.string().describe('The member or the API key that wrote it, usr_… or key_….'),
    created_at: z.string(),
  })
  .meta({ id: 'Note' })

export const publicNote = (note: Note): z.output<typeof publicNoteSchema> => ({
  note_id: note.noteId,
  shipment_id: note.shipmentId,
  text: note.text,
  author_id: note.authorId,
  created_at: note.createdAt.toISOString(),
})
