// Original file: protos/waybill/operator/v1/operator.proto


export interface StuckThing {
  'id'?: (string);
  /**
   * Empty if it belongs to no environment.
   */
  'environment_id'?: (string);
  /**
   * Since when it is stuck, ISO 8601.
   */
  'since'?: (string);
  /**
   * Reason why it waits.
   */
  'why'?: (string);
}

export interface StuckThing__Output {
  'id': (string);
  /**
   * Empty if it belongs to no environment.
   */
  'environment_id': (string);
  /**
   * Since when it is stuck, ISO 8601.
   */
  'since': (string);
  /**
   * Reason why it waits.
   */
  'why': (string);
}
