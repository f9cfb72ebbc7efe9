/** A condition that the shipment shows while the status of its booking stays the same. */
export type Condition = 'on_hold' | 'delivery_attempted' | 'awaiting_collection'
