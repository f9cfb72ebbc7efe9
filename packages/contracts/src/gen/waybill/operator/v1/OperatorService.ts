// Original file: protos/waybill/operator/v1/operator.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CountReply as _waybill_operator_v1_CountReply, CountReply__Output as _waybill_operator_v1_CountReply__Output } from '../../../waybill/operator/v1/CountReply.ts';
import type { DescribeErasureRequest as _waybill_operator_v1_DescribeErasureRequest, DescribeErasureRequest__Output as _waybill_operator_v1_DescribeErasureRequest__Output } from '../../../waybill/operator/v1/DescribeErasureRequest.ts';
import type { ErasureDescription as _waybill_operator_v1_ErasureDescription, ErasureDescription__Output as _waybill_operator_v1_ErasureDescription__Output } from '../../../waybill/operator/v1/ErasureDescription.ts';
import type { ListOutboxReply as _waybill_operator_v1_ListOutboxReply, ListOutboxReply__Output as _waybill_operator_v1_ListOutboxReply__Output } from '../../../waybill/operator/v1/ListOutboxReply.ts';
import type { ListOutboxRequest as _waybill_operator_v1_ListOutboxRequest, ListOutboxRequest__Output as _waybill_operator_v1_ListOutboxRequest__Output } from '../../../waybill/operator/v1/ListOutboxRequest.ts';
import type { ListParkedReply as _waybill_operator_v1_ListParkedReply, ListParkedReply__Output as _waybill_operator_v1_ListParkedReply__Output } from '../../../waybill/operator/v1/ListParkedReply.ts';
import type { ListParkedRequest as _waybill_operator_v1_ListParkedRequest, ListParkedRequest__Output as _waybill_operator_v1_ListParkedRequest__Output } from '../../../waybill/operator/v1/ListParkedRequest.ts';
import type { ListStuckReply as _waybill_operator_v1_ListStuckReply, ListStuckReply__Output as _waybill_operator_v1_ListStuckReply__Output } from '../../../waybill/operator/v1/ListStuckReply.ts';
import type { ListStuckRequest as _waybill_operator_v1_ListStuckRequest, ListStuckRequest__Output as _waybill_operator_v1_ListStuckRequest__Output } from '../../../waybill/operator/v1/ListStuckRequest.ts';
import type { ParkedRequest as _waybill_operator_v1_ParkedRequest, ParkedRequest__Output as _waybill_operator_v1_ParkedRequest__Output } from '../../../waybill/operator/v1/ParkedRequest.ts';
import type { ReplayOutboxRequest as _waybill_operator_v1_ReplayOutboxRequest, ReplayOutboxRequest__Output as _waybill_operator_v1_ReplayOutboxRequest__Output } from '../../../waybill/operator/v1/ReplayOutboxRequest.ts';

/**
 * Operator functions that every service offers, through the gateway's admin port. They cover all environments unless the
 * context names one.
 */
export interface OperatorServiceClient extends grpc.Client {
  /**
   * Stored data of a subject, and the progress of its erasure.
   */
  DescribeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  DescribeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  DescribeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  DescribeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  /**
   * Stored data of a subject, and the progress of its erasure.
   */
  describeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  describeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  describeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  describeErasure(argument: _waybill_operator_v1_DescribeErasureRequest, callback: grpc.requestCallback<_waybill_operator_v1_ErasureDescription__Output>): grpc.ClientUnaryCall;
  
  /**
   * Discards them: they count as processed.
   */
  DiscardParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  DiscardParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  DiscardParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  DiscardParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  /**
   * Discards them: they count as processed.
   */
  discardParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  discardParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  discardParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  discardParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Includes the event itself.
   */
  GetParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  GetParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  GetParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  GetParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  /**
   * Includes the event itself.
   */
  getParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  getParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  getParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  getParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Events that the service published in the last 7 days, newest first.
   */
  ListOutbox(argument: _waybill_operator_v1_ListOutboxRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  ListOutbox(argument: _waybill_operator_v1_ListOutboxRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  ListOutbox(argument: _waybill_operator_v1_ListOutboxRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  ListOutbox(argument: _waybill_operator_v1_ListOutboxRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  /**
   * Events that the service published in the last 7 days, newest first.
   */
  listOutbox(argument: _waybill_operator_v1_ListOutboxRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  listOutbox(argument: _waybill_operator_v1_ListOutboxRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  listOutbox(argument: _waybill_operator_v1_ListOutboxRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  listOutbox(argument: _waybill_operator_v1_ListOutboxRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListOutboxReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Events that a consumer failed to apply and retries, oldest first.
   */
  ListParked(argument: _waybill_operator_v1_ListParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  ListParked(argument: _waybill_operator_v1_ListParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  ListParked(argument: _waybill_operator_v1_ListParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  ListParked(argument: _waybill_operator_v1_ListParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  /**
   * Events that a consumer failed to apply and retries, oldest first.
   */
  listParked(argument: _waybill_operator_v1_ListParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  listParked(argument: _waybill_operator_v1_ListParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  listParked(argument: _waybill_operator_v1_ListParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  listParked(argument: _waybill_operator_v1_ListParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListParkedReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Stuck work, oldest first.
   */
  ListStuck(argument: _waybill_operator_v1_ListStuckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  ListStuck(argument: _waybill_operator_v1_ListStuckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  ListStuck(argument: _waybill_operator_v1_ListStuckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  ListStuck(argument: _waybill_operator_v1_ListStuckRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  /**
   * Stuck work, oldest first.
   */
  listStuck(argument: _waybill_operator_v1_ListStuckRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  listStuck(argument: _waybill_operator_v1_ListStuckRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  listStuck(argument: _waybill_operator_v1_ListStuckRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  listStuck(argument: _waybill_operator_v1_ListStuckRequest, callback: grpc.requestCallback<_waybill_operator_v1_ListStuckReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Publishes them again. Consumers skip events that they have processed.
   */
  ReplayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  /**
   * Publishes them again. Consumers skip events that they have processed.
   */
  replayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayOutbox(argument: _waybill_operator_v1_ReplayOutboxRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Retries them at once.
   */
  ReplayParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  ReplayParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  /**
   * Retries them at once.
   */
  replayParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayParked(argument: _waybill_operator_v1_ParkedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayParked(argument: _waybill_operator_v1_ParkedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  replayParked(argument: _waybill_operator_v1_ParkedRequest, callback: grpc.requestCallback<_waybill_operator_v1_CountReply__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Operator functions that every service offers, through the gateway's admin port. They cover all environments unless the
 * context names one.
 */
export interface OperatorServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Stored data of a subject, and the progress of its erasure.
   */
  DescribeErasure: grpc.handleUnaryCall<_waybill_operator_v1_DescribeErasureRequest__Output, _waybill_operator_v1_ErasureDescription>;
  
  /**
   * Discards them: they count as processed.
   */
  DiscardParked: grpc.handleUnaryCall<_waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_CountReply>;
  
  /**
   * Includes the event itself.
   */
  GetParked: grpc.handleUnaryCall<_waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_ListParkedReply>;
  
  /**
   * Events that the service published in the last 7 days, newest first.
   */
  ListOutbox: grpc.handleUnaryCall<_waybill_operator_v1_ListOutboxRequest__Output, _waybill_operator_v1_ListOutboxReply>;
  
  /**
   * Events that a consumer failed to apply and retries, oldest first.
   */
  ListParked: grpc.handleUnaryCall<_waybill_operator_v1_ListParkedRequest__Output, _waybill_operator_v1_ListParkedReply>;
  
  /**
   * Stuck work, oldest first.
   */
  ListStuck: grpc.handleUnaryCall<_waybill_operator_v1_ListStuckRequest__Output, _waybill_operator_v1_ListStuckReply>;
  
  /**
   * Publishes them again. Consumers skip events that they have processed.
   */
  ReplayOutbox: grpc.handleUnaryCall<_waybill_operator_v1_ReplayOutboxRequest__Output, _waybill_operator_v1_CountReply>;
  
  /**
   * Retries them at once.
   */
  ReplayParked: grpc.handleUnaryCall<_waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_CountReply>;
  
}

export interface OperatorServiceDefinition extends grpc.ServiceDefinition {
  DescribeErasure: MethodDefinition<_waybill_operator_v1_DescribeErasureRequest, _waybill_operator_v1_ErasureDescription, _waybill_operator_v1_DescribeErasureRequest__Output, _waybill_operator_v1_ErasureDescription__Output>
  DiscardParked: MethodDefinition<_waybill_operator_v1_ParkedRequest, _waybill_operator_v1_CountReply, _waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_CountReply__Output>
  GetParked: MethodDefinition<_waybill_operator_v1_ParkedRequest, _waybill_operator_v1_ListParkedReply, _waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_ListParkedReply__Output>
  ListOutbox: MethodDefinition<_waybill_operator_v1_ListOutboxRequest, _waybill_operator_v1_ListOutboxReply, _waybill_operator_v1_ListOutboxRequest__Output, _waybill_operator_v1_ListOutboxReply__Output>
  ListParked: MethodDefinition<_waybill_operator_v1_ListParkedRequest, _waybill_operator_v1_ListParkedReply, _waybill_operator_v1_ListParkedRequest__Output, _waybill_operator_v1_ListParkedReply__Output>
  ListStuck: MethodDefinition<_waybill_operator_v1_ListStuckRequest, _waybill_operator_v1_ListStuckReply, _waybill_operator_v1_ListStuckRequest__Output, _waybill_operator_v1_ListStuckReply__Output>
  ReplayOutbox: MethodDefinition<_waybill_operator_v1_ReplayOutboxRequest, _waybill_operator_v1_CountReply, _waybill_operator_v1_ReplayOutboxRequest__Output, _waybill_operator_v1_CountReply__Output>
  ReplayParked: MethodDefinition<_waybill_operator_v1_ParkedRequest, _waybill_operator_v1_CountReply, _waybill_operator_v1_ParkedRequest__Output, _waybill_operator_v1_CountReply__Output>
}
