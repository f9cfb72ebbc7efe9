/** Pure: examples of how a team handles its shipments. */
import { type At, shipment_id } from './example-resources.ts'

const user_id = 'usr_01k5xw2m8cf4v9n6t3qzr7hydd'
const hold = { reason: 'The customer confirms the address first' }

/** Request bodies by operationId. */
export const handlingRequests = {
  returnShipment: { reason: 'damaged', note: 'The box was wet', pay: 'now' },
  holdShipment: hold,
  assignShipment: { assignee_id: user_id },
  tagShipment: { add_tags: ['fragile'], remove_tags: ['gift'] },
  editShipments: { shipment_ids: [shipment_id], add_tags: ['fragile'], assignee_id: user_id, hold },
  createNote: { text: 'Called the customer: the bell is broken, knock.' },
}

/** `data` of responses by component name. */
export const handlingResponses = (at: At) => ({
  EditedShipments: { succeeded: 1, failed: 0, items: [{ shipment_id, error: null }] },
  ShipmentTag: { tag: 'fragile' },
  Note: {
    note_id: 'nte_01k5xw2m8cf4v9n6t3qzr7hydh',
    shipment_id,
    text: handlingRequests.createNote.text,
    author_id: user_id,
    created_at: at(10),
  },
})
