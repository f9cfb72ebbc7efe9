// Original file: protos/waybill/shipment/v1/shipment.proto


export interface FindRecordedReply {
  /**
   * Whether the timeline has an entry for each of the reports.
   */
  'all_recorded'?: (boolean);
  /**
   * ISO 8601 UTC: the last change of the shipment.
   */
  'updated_at'?: (string);
}

export interface FindRecordedReply__Output {
  /**
   * Whether the timeline has an entry for each of the reports.
   */
  'all_recorded': (boolean);
  /**
   * ISO 8601 UTC: the last change of the shipment.
   */
  'updated_at': (string);
}
