// Original file: protos/waybill/shipment/v1/shipment.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { ClaimReply as _waybill_shipment_v1_ClaimReply, ClaimReply__Output as _waybill_shipment_v1_ClaimReply__Output } from '../../../waybill/shipment/v1/ClaimReply.ts';
import type { ClaimRequest as _waybill_shipment_v1_ClaimRequest, ClaimRequest__Output as _waybill_shipment_v1_ClaimRequest__Output } from '../../../waybill/shipment/v1/ClaimRequest.ts';
import type { CreateRequest as _waybill_shipment_v1_CreateRequest, CreateRequest__Output as _waybill_shipment_v1_CreateRequest__Output } from '../../../waybill/shipment/v1/CreateRequest.ts';
import type { EraseReply as _waybill_shipment_v1_EraseReply, EraseReply__Output as _waybill_shipment_v1_EraseReply__Output } from '../../../waybill/shipment/v1/EraseReply.ts';
import type { EraseRequest as _waybill_shipment_v1_EraseRequest, EraseRequest__Output as _waybill_shipment_v1_EraseRequest__Output } from '../../../waybill/shipment/v1/EraseRequest.ts';
import type { FindOrRegisterRequest as _waybill_shipment_v1_FindOrRegisterRequest, FindOrRegisterRequest__Output as _waybill_shipment_v1_FindOrRegisterRequest__Output } from '../../../waybill/shipment/v1/FindOrRegisterRequest.ts';
import type { FindRequest as _waybill_shipment_v1_FindRequest, FindRequest__Output as _waybill_shipment_v1_FindRequest__Output } from '../../../waybill/shipment/v1/FindRequest.ts';
import type { FindToEraseReply as _waybill_shipment_v1_FindToEraseReply, FindToEraseReply__Output as _waybill_shipment_v1_FindToEraseReply__Output } from '../../../waybill/shipment/v1/FindToEraseReply.ts';
import type { FindToEraseRequest as _waybill_shipment_v1_FindToEraseRequest, FindToEraseRequest__Output as _waybill_shipment_v1_FindToEraseRequest__Output } from '../../../waybill/shipment/v1/FindToEraseRequest.ts';
import type { FollowReply as _waybill_shipment_v1_FollowReply, FollowReply__Output as _waybill_shipment_v1_FollowReply__Output } from '../../../waybill/shipment/v1/FollowReply.ts';
import type { FollowRequest as _waybill_shipment_v1_FollowRequest, FollowRequest__Output as _waybill_shipment_v1_FollowRequest__Output } from '../../../waybill/shipment/v1/FollowRequest.ts';
import type { GetRequest as _waybill_shipment_v1_GetRequest, GetRequest__Output as _waybill_shipment_v1_GetRequest__Output } from '../../../waybill/shipment/v1/GetRequest.ts';
import type { ListEventsRequest as _waybill_shipment_v1_ListEventsRequest, ListEventsRequest__Output as _waybill_shipment_v1_ListEventsRequest__Output } from '../../../waybill/shipment/v1/ListEventsRequest.ts';
import type { ListNewsReply as _waybill_shipment_v1_ListNewsReply, ListNewsReply__Output as _waybill_shipment_v1_ListNewsReply__Output } from '../../../waybill/shipment/v1/ListNewsReply.ts';
import type { ListNewsRequest as _waybill_shipment_v1_ListNewsRequest, ListNewsRequest__Output as _waybill_shipment_v1_ListNewsRequest__Output } from '../../../waybill/shipment/v1/ListNewsRequest.ts';
import type { ListRequest as _waybill_shipment_v1_ListRequest, ListRequest__Output as _waybill_shipment_v1_ListRequest__Output } from '../../../waybill/shipment/v1/ListRequest.ts';
import type { SettleReply as _waybill_shipment_v1_SettleReply, SettleReply__Output as _waybill_shipment_v1_SettleReply__Output } from '../../../waybill/shipment/v1/SettleReply.ts';
import type { SettleRequest as _waybill_shipment_v1_SettleRequest, SettleRequest__Output as _waybill_shipment_v1_SettleRequest__Output } from '../../../waybill/shipment/v1/SettleRequest.ts';
import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from '../../../waybill/shipment/v1/Shipment.ts';

export interface ShipmentServiceClient extends grpc.Client {
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id.
   */
  Claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id.
   */
  claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * For merchants, through the gateway.
   */
  Create(argument: _waybill_shipment_v1_CreateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_shipment_v1_CreateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_shipment_v1_CreateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Create(argument: _waybill_shipment_v1_CreateRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * For merchants, through the gateway.
   */
  create(argument: _waybill_shipment_v1_CreateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_shipment_v1_CreateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_shipment_v1_CreateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  create(argument: _waybill_shipment_v1_CreateRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Erases the personal data of a shipment in a final status, here and in the other services. Idempotent.
   */
  Erase(argument: _waybill_shipment_v1_EraseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  Erase(argument: _waybill_shipment_v1_EraseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  Erase(argument: _waybill_shipment_v1_EraseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  Erase(argument: _waybill_shipment_v1_EraseRequest, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  /**
   * Erases the personal data of a shipment in a final status, here and in the other services. Idempotent.
   */
  erase(argument: _waybill_shipment_v1_EraseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  erase(argument: _waybill_shipment_v1_EraseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  erase(argument: _waybill_shipment_v1_EraseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  erase(argument: _waybill_shipment_v1_EraseRequest, callback: grpc.requestCallback<_waybill_shipment_v1_EraseReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * For the other services.
   */
  Find(argument: _waybill_shipment_v1_FindRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  Find(argument: _waybill_shipment_v1_FindRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  Find(argument: _waybill_shipment_v1_FindRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  Find(argument: _waybill_shipment_v1_FindRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  /**
   * For the other services.
   */
  find(argument: _waybill_shipment_v1_FindRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  find(argument: _waybill_shipment_v1_FindRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  find(argument: _waybill_shipment_v1_FindRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  find(argument: _waybill_shipment_v1_FindRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest match or registers a
   * new one. Idempotent by quote_id.
   */
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest match or registers a
   * new one. Idempotent by quote_id.
   */
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  
  /**
   * For operators, through the gateway's admin port.
   * Shipments that contain a person's data, page by page.
   */
  FindToErase(argument: _waybill_shipment_v1_FindToEraseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  FindToErase(argument: _waybill_shipment_v1_FindToEraseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  FindToErase(argument: _waybill_shipment_v1_FindToEraseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  FindToErase(argument: _waybill_shipment_v1_FindToEraseRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  /**
   * For operators, through the gateway's admin port.
   * Shipments that contain a person's data, page by page.
   */
  findToErase(argument: _waybill_shipment_v1_FindToEraseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  findToErase(argument: _waybill_shipment_v1_FindToEraseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  findToErase(argument: _waybill_shipment_v1_FindToEraseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  findToErase(argument: _waybill_shipment_v1_FindToEraseRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindToEraseReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * For streams, through the gateway.
   * Starts to follow a shipment's timeline: returns a place and the entries after the last one seen.
   */
  Follow(argument: _waybill_shipment_v1_FollowRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  Follow(argument: _waybill_shipment_v1_FollowRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  Follow(argument: _waybill_shipment_v1_FollowRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  Follow(argument: _waybill_shipment_v1_FollowRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  /**
   * For streams, through the gateway.
   * Starts to follow a shipment's timeline: returns a place and the entries after the last one seen.
   */
  follow(argument: _waybill_shipment_v1_FollowRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  follow(argument: _waybill_shipment_v1_FollowRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  follow(argument: _waybill_shipment_v1_FollowRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  follow(argument: _waybill_shipment_v1_FollowRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FollowReply__Output>): grpc.ClientUnaryCall;
  
  Get(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_shipment_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_shipment_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_shipment_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_shipment_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  List(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _waybill_shipment_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_shipment_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_shipment_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_shipment_v1_ListEventsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_shipment_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_shipment_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_shipment_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_shipment_v1_ListEventsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * New entries for many followers in one call.
   */
  ListNews(argument: _waybill_shipment_v1_ListNewsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  ListNews(argument: _waybill_shipment_v1_ListNewsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  ListNews(argument: _waybill_shipment_v1_ListNewsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  ListNews(argument: _waybill_shipment_v1_ListNewsRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  /**
   * New entries for many followers in one call.
   */
  listNews(argument: _waybill_shipment_v1_ListNewsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  listNews(argument: _waybill_shipment_v1_ListNewsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  listNews(argument: _waybill_shipment_v1_ListNewsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  listNews(argument: _waybill_shipment_v1_ListNewsRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ListNewsReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends a claim with its outcome. Idempotent by claim_id.
   */
  Settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  /**
   * Ends a claim with its outcome. Idempotent by claim_id.
   */
  settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  
}

export interface ShipmentServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id.
   */
  Claim: grpc.handleUnaryCall<_waybill_shipment_v1_ClaimRequest__Output, _waybill_shipment_v1_ClaimReply>;
  
  /**
   * For merchants, through the gateway.
   */
  Create: grpc.handleUnaryCall<_waybill_shipment_v1_CreateRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Erases the personal data of a shipment in a final status, here and in the other services. Idempotent.
   */
  Erase: grpc.handleUnaryCall<_waybill_shipment_v1_EraseRequest__Output, _waybill_shipment_v1_EraseReply>;
  
  /**
   * For the other services.
   */
  Find: grpc.handleUnaryCall<_waybill_shipment_v1_FindRequest__Output, _waybill_shipment_v1_Shipment>;
  
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest match or registers a
   * new one. Idempotent by quote_id.
   */
  FindOrRegister: grpc.handleUnaryCall<_waybill_shipment_v1_FindOrRegisterRequest__Output, _waybill_shipment_v1_Shipment>;
  
  /**
   * For operators, through the gateway's admin port.
   * Shipments that contain a person's data, page by page.
   */
  FindToErase: grpc.handleUnaryCall<_waybill_shipment_v1_FindToEraseRequest__Output, _waybill_shipment_v1_FindToEraseReply>;
  
  /**
   * For streams, through the gateway.
   * Starts to follow a shipment's timeline: returns a place and the entries after the last one seen.
   */
  Follow: grpc.handleUnaryCall<_waybill_shipment_v1_FollowRequest__Output, _waybill_shipment_v1_FollowReply>;
  
  Get: grpc.handleUnaryCall<_waybill_shipment_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  List: grpc.handleUnaryCall<_waybill_shipment_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  ListEvents: grpc.handleUnaryCall<_waybill_shipment_v1_ListEventsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * New entries for many followers in one call.
   */
  ListNews: grpc.handleUnaryCall<_waybill_shipment_v1_ListNewsRequest__Output, _waybill_shipment_v1_ListNewsReply>;
  
  /**
   * Ends a claim with its outcome. Idempotent by claim_id.
   */
  Settle: grpc.handleUnaryCall<_waybill_shipment_v1_SettleRequest__Output, _waybill_shipment_v1_SettleReply>;
  
}

export interface ShipmentServiceDefinition extends grpc.ServiceDefinition {
  Claim: MethodDefinition<_waybill_shipment_v1_ClaimRequest, _waybill_shipment_v1_ClaimReply, _waybill_shipment_v1_ClaimRequest__Output, _waybill_shipment_v1_ClaimReply__Output>
  Create: MethodDefinition<_waybill_shipment_v1_CreateRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CreateRequest__Output, _waybill_common_v1_Answer__Output>
  Erase: MethodDefinition<_waybill_shipment_v1_EraseRequest, _waybill_shipment_v1_EraseReply, _waybill_shipment_v1_EraseRequest__Output, _waybill_shipment_v1_EraseReply__Output>
  Find: MethodDefinition<_waybill_shipment_v1_FindRequest, _waybill_shipment_v1_Shipment, _waybill_shipment_v1_FindRequest__Output, _waybill_shipment_v1_Shipment__Output>
  FindOrRegister: MethodDefinition<_waybill_shipment_v1_FindOrRegisterRequest, _waybill_shipment_v1_Shipment, _waybill_shipment_v1_FindOrRegisterRequest__Output, _waybill_shipment_v1_Shipment__Output>
  FindToErase: MethodDefinition<_waybill_shipment_v1_FindToEraseRequest, _waybill_shipment_v1_FindToEraseReply, _waybill_shipment_v1_FindToEraseRequest__Output, _waybill_shipment_v1_FindToEraseReply__Output>
  Follow: MethodDefinition<_waybill_shipment_v1_FollowRequest, _waybill_shipment_v1_FollowReply, _waybill_shipment_v1_FollowRequest__Output, _waybill_shipment_v1_FollowReply__Output>
  Get: MethodDefinition<_waybill_shipment_v1_GetRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  List: MethodDefinition<_waybill_shipment_v1_ListRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListEvents: MethodDefinition<_waybill_shipment_v1_ListEventsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListEventsRequest__Output, _waybill_common_v1_Answer__Output>
  ListNews: MethodDefinition<_waybill_shipment_v1_ListNewsRequest, _waybill_shipment_v1_ListNewsReply, _waybill_shipment_v1_ListNewsRequest__Output, _waybill_shipment_v1_ListNewsReply__Output>
  Settle: MethodDefinition<_waybill_shipment_v1_SettleRequest, _waybill_shipment_v1_SettleReply, _waybill_shipment_v1_SettleRequest__Output, _waybill_shipment_v1_SettleReply__Output>
}
