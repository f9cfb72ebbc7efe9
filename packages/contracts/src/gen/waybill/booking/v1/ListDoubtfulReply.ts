// Original file: protos/waybill/booking/v1/booking.proto

import type { DoubtfulBooking as _waybill_booking_v1_DoubtfulBooking, DoubtfulBooking__Output as _waybill_booking_v1_DoubtfulBooking__Output } from '../../../waybill/booking/v1/DoubtfulBooking.ts';

export interface ListDoubtfulReply {
  'bookings'?: (_waybill_booking_v1_DoubtfulBooking)[];
}

export interface ListDoubtfulReply__Output {
  'bookings': (_waybill_booking_v1_DoubtfulBooking__Output)[];
}
