// Original file: protos/waybill/quoting/v1/quoting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptReply as _waybill_quoting_v1_AcceptReply, AcceptReply__Output as _waybill_quoting_v1_AcceptReply__Output } from '../../../waybill/quoting/v1/AcceptReply.ts';
import type { AcceptRequest as _waybill_quoting_v1_AcceptRequest, AcceptRequest__Output as _waybill_quoting_v1_AcceptRequest__Output } from '../../../waybill/quoting/v1/AcceptRequest.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { CreateRequest as _waybill_quoting_v1_CreateRequest, CreateRequest__Output as _waybill_quoting_v1_CreateRequest__Output } from '../../../waybill/quoting/v1/CreateRequest.ts';
import type { FindOptionReply as _waybill_quoting_v1_FindOptionReply, FindOptionReply__Output as _waybill_quoting_v1_FindOptionReply__Output } from '../../../waybill/quoting/v1/FindOptionReply.ts';
import type { FindOptionRequest as _waybill_quoting_v1_FindOptionRequest, FindOptionRequest__Output as _waybill_quoting_v1_FindOptionRequest__Output } from '../../../waybill/quoting/v1/FindOptionRequest.ts';
import type { GetRequest as _waybill_quoting_v1_GetRequest, GetRequest__Output as _waybill_quoting_v1_GetRequest__Output } from '../../../waybill/quoting/v1/GetRequest.ts';
import type { ListCarriersRequest as _waybill_quoting_v1_ListCarriersRequest, ListCarriersRequest__Output as _waybill_quoting_v1_ListCarriersRequest__Output } from '../../../waybill/quoting/v1/ListCarriersRequest.ts';
import type { ListRequest as _waybill_quoting_v1_ListRequest, ListRequest__Output as _waybill_quoting_v1_ListRequest__Output } from '../../../waybill/quoting/v1/ListRequest.ts';
import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from '../../../waybill/quoting/v1/Quote.ts';
import type { QuoteForDispatchRequest as _waybill_quoting_v1_QuoteForDispatchRequest, QuoteForDispatchRequest__Output as _waybill_quoting_v1_QuoteForDispatchRequest__Output } from '../../../waybill/quoting/v1/QuoteForDispatchRequest.ts';

export interface QuotingServiceClient extends grpc.Client {
  /**
   * Marks the quote as accepted, after its carrier accepted the booking. Idempotent by booking_id.
   */
  Accept(argument: _waybill_quoting_v1_AcceptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  Accept(argument: _waybill_quoting_v1_AcceptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  Accept(argument: _waybill_quoting_v1_AcceptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  Accept(argument: _waybill_quoting_v1_AcceptRequest, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  /**
   * Marks the quote as accepted, after its carrier accepted the booking. Idempotent by booking_id.
   */
  accept(argument: _waybill_quoting_v1_AcceptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  accept(argument: _waybill_quoting_v1_AcceptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  accept(argument: _waybill_quoting_v1_AcceptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  accept(argument: _waybill_quoting_v1_AcceptRequest, callback: grpc.requestCallback<_waybill_quoting_v1_AcceptReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * For merchants, through the gateway.
   */
  Create(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_quoting_v1_CreateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_quoting_v1_CreateRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * For merchants, through the gateway.
   */
  create(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_quoting_v1_CreateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_quoting_v1_CreateRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * For the booking service.
   */
  FindOption(argument: _waybill_quoting_v1_FindOptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  FindOption(argument: _waybill_quoting_v1_FindOptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  FindOption(argument: _waybill_quoting_v1_FindOptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  FindOption(argument: _waybill_quoting_v1_FindOptionRequest, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  /**
   * For the booking service.
   */
  findOption(argument: _waybill_quoting_v1_FindOptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  findOption(argument: _waybill_quoting_v1_FindOptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  findOption(argument: _waybill_quoting_v1_FindOptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  findOption(argument: _waybill_quoting_v1_FindOptionRequest, callback: grpc.requestCallback<_waybill_quoting_v1_FindOptionReply__Output>): grpc.ClientUnaryCall;
  
  Get(argument: _waybill_quoting_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_quoting_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_quoting_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_quoting_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_quoting_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_quoting_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_quoting_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_quoting_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  List(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Carriers and services available to the environment.
   */
  ListCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Carriers and services available to the environment.
   */
  listCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarriers(argument: _waybill_quoting_v1_ListCarriersRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Requests rates for a shipment that is being dispatched and supersedes its earlier quotes. Idempotent by quote_id.
   */
  QuoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  QuoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  QuoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  QuoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  /**
   * Requests rates for a shipment that is being dispatched and supersedes its earlier quotes. Idempotent by quote_id.
   */
  quoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  quoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  quoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  quoteForDispatch(argument: _waybill_quoting_v1_QuoteForDispatchRequest, callback: grpc.requestCallback<_waybill_quoting_v1_Quote__Output>): grpc.ClientUnaryCall;
  
}

export interface QuotingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Marks the quote as accepted, after its carrier accepted the booking. Idempotent by booking_id.
   */
  Accept: grpc.handleUnaryCall<_waybill_quoting_v1_AcceptRequest__Output, _waybill_quoting_v1_AcceptReply>;
  
  /**
   * For merchants, through the gateway.
   */
  Create: grpc.handleUnaryCall<_waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For the booking service.
   */
  FindOption: grpc.handleUnaryCall<_waybill_quoting_v1_FindOptionRequest__Output, _waybill_quoting_v1_FindOptionReply>;
  
  Get: grpc.handleUnaryCall<_waybill_quoting_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  List: grpc.handleUnaryCall<_waybill_quoting_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Carriers and services available to the environment.
   */
  ListCarriers: grpc.handleUnaryCall<_waybill_quoting_v1_ListCarriersRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Requests rates for a shipment that is being dispatched and supersedes its earlier quotes. Idempotent by quote_id.
   */
  QuoteForDispatch: grpc.handleUnaryCall<_waybill_quoting_v1_QuoteForDispatchRequest__Output, _waybill_quoting_v1_Quote>;
  
}

export interface QuotingServiceDefinition extends grpc.ServiceDefinition {
  Accept: MethodDefinition<_waybill_quoting_v1_AcceptRequest, _waybill_quoting_v1_AcceptReply, _waybill_quoting_v1_AcceptRequest__Output, _waybill_quoting_v1_AcceptReply__Output>
  Create: MethodDefinition<_waybill_quoting_v1_CreateRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_Answer__Output>
  FindOption: MethodDefinition<_waybill_quoting_v1_FindOptionRequest, _waybill_quoting_v1_FindOptionReply, _waybill_quoting_v1_FindOptionRequest__Output, _waybill_quoting_v1_FindOptionReply__Output>
  Get: MethodDefinition<_waybill_quoting_v1_GetRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  List: MethodDefinition<_waybill_quoting_v1_ListRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListCarriers: MethodDefinition<_waybill_quoting_v1_ListCarriersRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListCarriersRequest__Output, _waybill_common_v1_Answer__Output>
  QuoteForDispatch: MethodDefinition<_waybill_quoting_v1_QuoteForDispatchRequest, _waybill_quoting_v1_Quote, _waybill_quoting_v1_QuoteForDispatchRequest__Output, _waybill_quoting_v1_Quote__Output>
}
