// Original file: protos/waybill/booking/v1/booking.proto

import type { DoubtfulBooking as _waybill_booking_v1_DoubtfulBooking, DoubtfulBooking__Output as _waybill_booking_v1_DoubtfulBooking__Output } from '../../../waybill/booking/v1/DoubtfulBooking.ts';
import type { Exchange as _waybill_booking_v1_Exchange, Exchange__Output as _waybill_booking_v1_Exchange__Output } from '../../../waybill/booking/v1/Exchange.ts';

export interface DoubtfulDetails {
  'booking'?: (_waybill_booking_v1_DoubtfulBooking | null);
  'exchanges'?: (_waybill_booking_v1_Exchange)[];
}

export interface DoubtfulDetails__Output {
  'booking': (_waybill_booking_v1_DoubtfulBooking__Output | null);
  'exchanges': (_waybill_booking_v1_Exchange__Output)[];
}
