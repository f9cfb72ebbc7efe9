// Original file: protos/waybill/shipment/v1/shipment.proto


export interface CheckUpdateReply {
}

export interface CheckUpdateReply__Output {
}
