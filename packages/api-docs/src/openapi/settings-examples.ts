/** Pure: examples of what merchants set up for their staff. */
import { type At, environment_id, shipment_id } from './example-resources.ts'

const made_by = 'key_01k5xw2m8cf4v9n6t3qzr7hyde'

/** Request bodies by operationId. */
export const settingsRequests = {
  createSavedView: {
    resource: 'shipments',
    name: 'Not delivered',
    query: { status: ['delivery_attempted', 'on_hold'], metadata: { shop: 'north' } },
    columns: ['merchant_order_ref', 'status', 'collection_date'],
    sort: '-updated_at',
  },
  updateSavedView: { name: 'Stuck', position: 0 },
  createParcelPreset: {
    name: 'Shoe box',
    weight_kg: 1.2,
    length_cm: 35,
    width_cm: 22.5,
    height_cm: 13,
    is_default: true,
  },
  updateParcelPreset: { weight_kg: null },
  updateReturnRules: {
    enabled: true,
    days: 30,
    reasons: [
      { code: 'wrong_size', text: 'It does not fit' },
      { code: 'damaged', text: 'It is damaged' },
    ],
  },
  updateCustomsDefaults: {
    certify: true,
    certify_signer: 'Ada Baker',
    tax_ids: [{ type: 'eori', number: 'GB123456789000', issuing_country: 'GB' }],
  },
  updateBranding: { display_name: 'Corner Bakery', accent_color: '#7a0019', support_url: 'https://example.com/help' },
}

const request_id = 'req_01kavb2m4jf8h9x7q5w3e1r0ty'

const exampleCall = (at: At) => ({
  call_id: 'cal_01k5xw2m8cf4v9n6t3qzr7hydj',
  environment_id,
  request_id,
  occurred_at: at(9),
  method: 'POST',
  operation_id: 'cancelShipment',
  path: `/api/v1/shipments/${shipment_id}/cancel`,
  status: 409,
  error_code: 'shipment_not_cancellable',
  duration_ms: 12,
  actor_id: made_by,
  replayed: false,
  subjects: [shipment_id],
})

/** `data` of responses by component name. */
export const settingsResponses = (at: At, publicUrl: string) => ({
  SavedView: {
    view_id: 'svw_01k5xw2m8cf4v9n6t3qzr7hydg',
    environment_id,
    ...settingsRequests.createSavedView,
    shared: true,
    position: 0,
    created_by: made_by,
    created_at: at(8),
    updated_at: at(8),
  },
  Branding: {
    environment_id,
    ...settingsRequests.updateBranding,
    support_phone: null,
    logo: {
      url: `${publicUrl}/logos/Xk2v9Qb7Lr4mT8sWn1cZ6y`,
      content_type: 'image/png',
      width: 320,
      height: 96,
    },
    updated_at: at(8),
  },
  ApiCallSummary: exampleCall(at),
  ApiCall: {
    ...exampleCall(at),
    request_body: { reason_code: 'customer_request', reason_note: '[text of 13 characters]' },
    response_body: {
      type: 'conflict',
      code: 'shipment_not_cancellable',
      status: 409,
      retryable: false,
      request_id,
      message: 'The shipment is delivered, so it cannot be cancelled.',
      details: [],
      carrier: null,
      meta: { current_status: 'delivered' },
    },
  },
  ParcelPreset: {
    preset_id: 'prs_01k5xw2m8cf4v9n6t3qzr7hydh',
    environment_id,
    name: 'Shoe box',
    weight_kg: '1.200',
    weight: { value: '1.200', unit: 'kg' },
    length_cm: '35.00',
    width_cm: '22.50',
    height_cm: '13.00',
    dimensions: { length: '35.00', width: '22.50', height: '13.00', unit: 'cm' },
    is_default: true,
    created_at: at(8),
    updated_at: at(8),
  },
})
