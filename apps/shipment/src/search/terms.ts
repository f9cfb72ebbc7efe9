/** Pure: the terms by which a shipment is found. The tracking numbers of its bookings are added by their events. */
import { customerAddress, type Shipment } from '@waybill/contracts/shipment'
import { searchTerms } from '@waybill/contracts/values/search/search-terms'
import { tagKey } from '@waybill/contracts/values/search/tags'

/** Begins the terms of tags. */
export const TAG_TERMS = 'tag:'

export function listTerms(
  shipment: Pick<Shipment, 'merchantOrderRef' | 'pickupAddress' | 'dropoffAddress' | 'tags' | 'returnTerms'>,
): string[] {
  const { merchantOrderRef, tags } = shipment
  const { name, first_name, last_name, company, post_code, address_line_1, city, email, phone } =
    customerAddress(shipment)
  const fields = {
    reference: merchantOrderRef,
    names: [name, first_name, last_name, company, ...tags],
    postCode: post_code,
    street: address_line_1,
    city,
    email,
    phone,
  }
  return [...searchTerms(fields), ...tags.map(tagTerm)]
}

/** The term that is a tag as a whole. */
export const tagTerm = (tag: string): string => (TAG_TERMS + tagKey(tag)).toWellFormed()
