/** Pure: the terms by which a shipment is found. The tracking numbers of its bookings are added by their events. */
import type { Shipment } from '@waybill/contracts/shipment'
import { searchTerms } from '@waybill/contracts/values/search-terms'

export const listTerms = ({
  merchantOrderRef,
  dropoffAddress: { name, first_name, last_name, company, post_code, address_line_1, city, email, phone },
}: Pick<Shipment, 'merchantOrderRef' | 'dropoffAddress'>): string[] =>
  searchTerms({
    reference: merchantOrderRef,
    names: [name, first_name, last_name, company],
    postCode: post_code,
    street: address_line_1,
    city,
    email,
    phone,
  })
