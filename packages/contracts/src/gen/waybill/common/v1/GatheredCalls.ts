// Original file: protos/waybill/common/v1/gathered.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallBatch as _waybill_common_v1_CallBatch, CallBatch__Output as _waybill_common_v1_CallBatch__Output } from '../../../waybill/common/v1/CallBatch.ts';
import type { ReplyBatch as _waybill_common_v1_ReplyBatch, ReplyBatch__Output as _waybill_common_v1_ReplyBatch__Output } from '../../../waybill/common/v1/ReplyBatch.ts';

/**
 * Sends calls that wait at the same time in one message, which pays the overhead of a call only once. Every server
 * offers this service. Replies and errors are those of the individual calls.
 */
export interface GatheredCallsClient extends grpc.Client {
  /**
   * Sends each reply as soon as it is available, together with others available at that moment.
   */
  Call(argument: _waybill_common_v1_CallBatch, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  Call(argument: _waybill_common_v1_CallBatch, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  /**
   * Sends each reply as soon as it is available, together with others available at that moment.
   */
  call(argument: _waybill_common_v1_CallBatch, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  call(argument: _waybill_common_v1_CallBatch, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_ReplyBatch__Output>;
  
}

/**
 * Sends calls that wait at the same time in one message, which pays the overhead of a call only once. Every server
 * offers this service. Replies and errors are those of the individual calls.
 */
export interface GatheredCallsHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Sends each reply as soon as it is available, together with others available at that moment.
   */
  Call: grpc.handleServerStreamingCall<_waybill_common_v1_CallBatch__Output, _waybill_common_v1_ReplyBatch>;
  
}

export interface GatheredCallsDefinition extends grpc.ServiceDefinition {
  Call: MethodDefinition<_waybill_common_v1_CallBatch, _waybill_common_v1_ReplyBatch, _waybill_common_v1_CallBatch__Output, _waybill_common_v1_ReplyBatch__Output>
}
