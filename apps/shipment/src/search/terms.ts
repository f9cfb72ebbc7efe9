/** Pure: the terms by which a shipment is found. The tracking numbers of its bookings are added by their events. */
import type { Shipment } from '@waybill/contracts/shipment'
import { searchTerms } from '@waybill/contracts/values/search/search-terms'
import { tagKey } from '@waybill/contracts/values/search/tags'

/** Begins the terms of tags. */
export const TAG_TERMS = 'tag:'

export const listTerms = ({
  merchantOrderRef,
  tags,
  dropoffAddress: { name, first_name, last_name, company, post_code, address_line_1, city, email, phone },
}: Pick<Shipment, 'merchantOrderRef' | 'dropoffAddress' | 'tags'>): string[] => [
  ...searchTerms({
    reference: merchantOrderRef,
    names: [name, first_name, last_name, company, ...tags],
    postCode: post_code,
    street: address_line_1,
    city,
    email,
    phone,
  }),
  ...tags.map(tagTerm),
]

/** The term that is a tag as a whole. */
export const tagTerm = (tag: string): string => (TAG_TERMS + tagKey(tag)).toWellFormed()
