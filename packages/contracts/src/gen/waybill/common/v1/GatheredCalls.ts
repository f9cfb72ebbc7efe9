// Original file: protos/waybill/common/v1/gathered.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallBatch as _waybill_common_v1_CallBatch, CallBatch__Output as _waybill_common_v1_CallBatch__Output } from '../../../waybill/common/v1/CallBatch.ts';
import type { ReplyBatch as _waybill_common_v1_ReplyBatch, ReplyBatch__Output as _waybill_common_v1_ReplyBatch__Output } from '../../../waybill/common/v1/ReplyBatch.ts';

/**
 * Calls that wait together in one message: what a call costs beside its own work is paid once. Every server offers it
 * beside its own services; answers and errors are those of the calls themselves.
 */
export interface GatheredCallsClient extends grpc.Client {
  /**
   * Each reply is sent as soon as it is there, with those that are there at the same moment.
   */
  Call(argument: _waybill_common_v1_CallBatch, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  Call(argument: _waybill_common_v1_CallBatch, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  /**
   * Each reply is sent as soon as it is there, with those that are there at the same moment.
   */
  call(argument: _waybill_common_v1_CallBatch, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  call(argument: _waybill_common_v1_CallBatch, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  
}

/**
 * Calls that wait together in one message: what a call costs beside its own work is paid once. Every server offers it
 * beside its own services; answers and errors are those of the calls themselves.
 */
export interface GatheredCallsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Each reply is sent as soon as it is there, with those that are there at the same moment.
   */
  Call: grpc.handleServerStreamingCall<_waybill_common_v1_CallBatch__Output, _waybill_common_v1_ReplyBatch>;
  
}

export interface GatheredCallsDefinition extends grpc.ServiceDefinition {
  Call: MethodDefinition<_waybill_common_v1_CallBatch, _waybill_common_v1_ReplyBatch, _waybill_common_v1_CallBatch__Output, _waybill_common_v1_ReplyBatch__Output>
}
