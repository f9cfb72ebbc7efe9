/** Messages beside the offers about texts that a carrier or a label cannot take whole. */
import type { Decline } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor, LimitedText } from '@waybill/carriers/carrier-descriptor'
import { addressLines } from '@waybill/carriers/label/address-lines'
import { findRoom } from '@waybill/carriers/label/parcel-label'
import { hasUnprintable } from '@waybill/carriers/label/printable'
import { withExtension } from '@waybill/carriers/mapping/phones'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import { parsePhone } from '@waybill/contracts/values/phones/phone'

export type TextNotice = Omit<Decline, 'serviceCode'>
export interface NoticedShipment
  extends Pick<
    Shipment,
    | 'pickupAddress'
    | 'dropoffAddress'
    | 'pickupInstructions'
    | 'dropoffInstructions'
    | 'merchantOrderRef'
    | 'serviceOptions'
  > {
  parcels: readonly { title: string }[]
}
/** A text with its JSON pointer. */
type Placed = [pointer: string, text: string | null | undefined]

const notice = (code: 'text_shortened' | 'text_unprintable', pointer: string, message: string): TextNotice => ({
  code,
  message: `${pointer} ${message}`,
  retryable: false,
  pointer,
})

/** The texts that the carrier takes a part of, and those that its label cannot print. */
export const textNotices = (descriptor: CarrierDescriptor, shipment: NoticedShipment): TextNotice[] => [
  ...limitNotices(descriptor, shipment),
  ...(descriptor.printsHere ? [...scriptNotices(shipment), ...roomNotices(shipment)] : []),
]

function limitNotices({ name, textLimits = {} }: CarrierDescriptor, shipment: NoticedShipment): TextNotice[] {
  return (Object.entries(textLimits) as [LimitedText, number][]).flatMap(([field, maximum]) =>
    placedTexts(field, shipment, maximum > 0).flatMap(([pointer, text]) => {
      const length = text?.trim().length ?? 0
      if (length <= maximum) return []
      if (field === 'phone_extension')
        return [notice('text_shortened', pointer, `is sent without its extension: ${name} takes none.`)]
      if (maximum === 0)
        return [notice('text_shortened', pointer, `is not sent: ${name} takes 0 of ${length} characters.`)]
      const kept = field === 'email' ? 'It is left out' : 'The rest is left out'
      return [notice('text_shortened', pointer, `has ${length} characters, and ${name} takes ${maximum}. ${kept}.`)]
    }),
  )
}

/** `isSent`: the carrier takes a part of it, and gets the extension of the phone with the instructions. */
function placedTexts(field: LimitedText, shipment: NoticedShipment, isSent: boolean): Placed[] {
  const { pickupAddress, dropoffAddress, parcels } = shipment
  switch (field) {
    case 'pickup_instructions':
      return [['/pickup_instructions', sentInstructions(shipment.pickupInstructions, isSent ? pickupAddress : null)]]
    case 'dropoff_instructions':
      return [['/dropoff_instructions', sentInstructions(shipment.dropoffInstructions, isSent ? dropoffAddress : null)]]
    case 'phone_extension':
      return [
        ['/pickup_address/phone', findExtension(pickupAddress)],
        ['/dropoff_address/phone', findExtension(dropoffAddress)],
      ]
    case 'merchant_order_ref':
      return [['/merchant_order_ref', shipment.merchantOrderRef]]
    case 'label_references':
      return referenceTexts(shipment)
    case 'goods':
      return [['/parcels/0/title', [...new Set(parcels.map(({ title }) => title))].join(', ')]]
    default:
      return [
        [`/pickup_address/${field}`, sentText(pickupAddress, field)],
        [`/dropoff_address/${field}`, sentText(dropoffAddress, field)],
      ]
  }
}

const referenceTexts = ({ serviceOptions }: NoticedShipment): Placed[] =>
  (serviceOptions?.label_references ?? []).map((text, index) => [`/service_options/label_references/${index}`, text])

const findExtension = ({ phone, country }: Address) => parsePhone(phone, country)?.extension

const sentInstructions = (text: string | null, address: Address | null) =>
  text === null || address === null ? text : withExtension(text, address)

/** Carriers get the first and last name as one. */
const sentText = (address: Address, field: 'name' | 'company' | 'city' | 'email') =>
  field === 'name' ? carrierAddress(address).name : address[field]

const PRINTED = ['name', 'company', 'address_line_1', 'address_line_2', 'town', 'city', 'province'] as const

const addressTexts = (side: 'pickup' | 'dropoff', { pickupAddress, dropoffAddress }: NoticedShipment): Placed[] => {
  const address = side === 'pickup' ? pickupAddress : dropoffAddress
  return PRINTED.map((field) => [
    `/${side}_address/${field}`,
    field === 'name' ? carrierAddress(address).name : address[field],
  ])
}

const scriptNotices = (shipment: NoticedShipment): TextNotice[] => {
  const remarks: Placed[] = [
    ['/merchant_order_ref', shipment.merchantOrderRef],
    ['/dropoff_instructions', shipment.dropoffInstructions],
    ...referenceTexts(shipment),
  ]
  return [...addressTexts('pickup', shipment), ...addressTexts('dropoff', shipment), ...remarks]
    .filter(([, text]) => text && hasUnprintable(text))
    .map(([pointer]) =>
      notice(
        'text_unprintable',
        pointer,
        'has characters that the label prints as squares. Write it with others, such as Latin letters.',
      ),
    )
}

function roomNotices(shipment: NoticedShipment): TextNotice[] {
  const [pickup, dropoff] = [carrierAddress(shipment.pickupAddress), carrierAddress(shipment.dropoffAddress)]
  const references = referenceTexts(shipment)
  // Carriers without a field for the extension of the phone get it with the note, and print it.
  const note = withExtension(shipment.dropoffInstructions, shipment.dropoffAddress)
  const remarks = [`Order ${shipment.merchantOrderRef}`, ...references.map(([, text]) => text ?? ''), note ?? '']
  return [
    roomNotice(addressLines(pickup, dropoff.country), 'sender', addressTexts('pickup', shipment)),
    roomNotice(addressLines(dropoff, pickup.country), 'recipient', addressTexts('dropoff', shipment)),
    roomNotice(remarks, 'remarks', [...references, ['/dropoff_instructions', note]]),
  ].filter((found) => found !== null)
}

/** Names the longest text, which is the one that is cut. */
function roomNotice(lines: string[], part: 'sender' | 'recipient' | 'remarks', texts: Placed[]): TextNotice | null {
  const room = findRoom(lines, part)
  const [longest] = texts.toSorted(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0))
  if (room === null || longest === undefined) return null
  const [pointer, text] = longest
  const length = text?.length ?? 0
  const printed = Math.max(0, length - (lines.join('').length - room))
  return notice('text_shortened', pointer, `has ${length} characters, and the label has room for about ${printed}.`)
}
