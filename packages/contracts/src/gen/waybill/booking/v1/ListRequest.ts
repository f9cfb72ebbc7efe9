// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from '../../../waybill/common/v1/Page.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from '../../../waybill/common/v1/ListFilters.ts';

export interface ListRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'page'?: (_waybill_common_v1_Page | null);
  'filters'?: (_waybill_common_v1_ListFilters | null);
  /**
   * Empty matches every shipment.
   */
  'shipment_id'?: (string);
  /**
   * Whether the label was printed; absent matches both.
   */
  'printed'?: (boolean);
  '_printed'?: "printed";
}

export interface ListRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'page': (_waybill_common_v1_Page__Output | null);
  'filters': (_waybill_common_v1_ListFilters__Output | null);
  /**
   * Empty matches every shipment.
   */
  'shipment_id': (string);
  /**
   * Whether the label was printed; absent matches both.
   */
  'printed'?: (boolean);
  '_printed'?: "printed";
}
