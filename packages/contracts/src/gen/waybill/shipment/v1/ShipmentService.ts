// Original file: protos/waybill/shipment/v1/shipment.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { CheckUpdateReply as _waybill_shipment_v1_CheckUpdateReply, CheckUpdateReply__Output as _waybill_shipment_v1_CheckUpdateReply__Output } from '../../../waybill/shipment/v1/CheckUpdateReply.ts';
import type { CheckUpdateRequest as _waybill_shipment_v1_CheckUpdateRequest, CheckUpdateRequest__Output as _waybill_shipment_v1_CheckUpdateRequest__Output } from '../../../waybill/shipment/v1/CheckUpdateRequest.ts';
import type { ClaimReply as _waybill_shipment_v1_ClaimReply, ClaimReply__Output as _waybill_shipment_v1_ClaimReply__Output } from '../../../waybill/shipment/v1/ClaimReply.ts';
import type { ClaimRequest as _waybill_shipment_v1_ClaimRequest, ClaimRequest__Output as _waybill_shipment_v1_ClaimRequest__Output } from '../../../waybill/shipment/v1/ClaimRequest.ts';
import type { CountRequest as _waybill_shipment_v1_CountRequest, CountRequest__Output as _waybill_shipment_v1_CountRequest__Output } from '../../../waybill/shipment/v1/CountRequest.ts';
import type { CreatePickupLocationRequest as _waybill_shipment_v1_CreatePickupLocationRequest, CreatePickupLocationRequest__Output as _waybill_shipment_v1_CreatePickupLocationRequest__Output } from '../../../waybill/shipment/v1/CreatePickupLocationRequest.ts';
import type { CreateRequest as _waybill_shipment_v1_CreateRequest, CreateRequest__Output as _waybill_shipment_v1_CreateRequest__Output } from '../../../waybill/shipment/v1/CreateRequest.ts';
import type { CustomsDefaultsRequest as _waybill_shipment_v1_CustomsDefaultsRequest, CustomsDefaultsRequest__Output as _waybill_shipment_v1_CustomsDefaultsRequest__Output } from '../../../waybill/shipment/v1/CustomsDefaultsRequest.ts';
import type { EraseReply as _waybill_shipment_v1_EraseReply, EraseReply__Output as _waybill_shipment_v1_EraseReply__Output } from '../../../waybill/shipment/v1/EraseReply.ts';
import type { EraseRequest as _waybill_shipment_v1_EraseRequest, EraseRequest__Output as _waybill_shipment_v1_EraseRequest__Output } from '../../../waybill/shipment/v1/EraseRequest.ts';
import type { FindByReferencesReply as _waybill_shipment_v1_FindByReferencesReply, FindByReferencesReply__Output as _waybill_shipment_v1_FindByReferencesReply__Output } from '../../../waybill/shipment/v1/FindByReferencesReply.ts';
import type { FindByReferencesRequest as _waybill_shipment_v1_FindByReferencesRequest, FindByReferencesRequest__Output as _waybill_shipment_v1_FindByReferencesRequest__Output } from '../../../waybill/shipment/v1/FindByReferencesRequest.ts';
import type { FindOrRegisterRequest as _waybill_shipment_v1_FindOrRegisterRequest, FindOrRegisterRequest__Output as _waybill_shipment_v1_FindOrRegisterRequest__Output } from '../../../waybill/shipment/v1/FindOrRegisterRequest.ts';
import type { FindRecordedReply as _waybill_shipment_v1_FindRecordedReply, FindRecordedReply__Output as _waybill_shipment_v1_FindRecordedReply__Output } from '../../../waybill/shipment/v1/FindRecordedReply.ts';
import type { FindRecordedRequest as _waybill_shipment_v1_FindRecordedRequest, FindRecordedRequest__Output as _waybill_shipment_v1_FindRecordedRequest__Output } from '../../../waybill/shipment/v1/FindRecordedRequest.ts';
import type { FindRequest as _waybill_shipment_v1_FindRequest, FindRequest__Output as _waybill_shipment_v1_FindRequest__Output } from '../../../waybill/shipment/v1/FindRequest.ts';
import type { FindToEraseReply as _waybill_shipment_v1_FindToEraseReply, FindToEraseReply__Output as _waybill_shipment_v1_FindToEraseReply__Output } from '../../../waybill/shipment/v1/FindToEraseReply.ts';
import type { FindToEraseRequest as _waybill_shipment_v1_FindToEraseRequest, FindToEraseRequest__Output as _waybill_shipment_v1_FindToEraseRequest__Output } from '../../../waybill/shipment/v1/FindToEraseRequest.ts';
import type { FollowReply as _waybill_shipment_v1_FollowReply, FollowReply__Output as _waybill_shipment_v1_FollowReply__Output } from '../../../waybill/shipment/v1/FollowReply.ts';
import type { FollowRequest as _waybill_shipment_v1_FollowRequest, FollowRequest__Output as _waybill_shipment_v1_FollowRequest__Output } from '../../../waybill/shipment/v1/FollowRequest.ts';
import type { GetRequest as _waybill_shipment_v1_GetRequest, GetRequest__Output as _waybill_shipment_v1_GetRequest__Output } from '../../../waybill/shipment/v1/GetRequest.ts';
import type { HandleRequest as _waybill_shipment_v1_HandleRequest, HandleRequest__Output as _waybill_shipment_v1_HandleRequest__Output } from '../../../waybill/shipment/v1/HandleRequest.ts';
import type { ListClaimsReply as _waybill_shipment_v1_ListClaimsReply, ListClaimsReply__Output as _waybill_shipment_v1_ListClaimsReply__Output } from '../../../waybill/shipment/v1/ListClaimsReply.ts';
import type { ListClaimsRequest as _waybill_shipment_v1_ListClaimsRequest, ListClaimsRequest__Output as _waybill_shipment_v1_ListClaimsRequest__Output } from '../../../waybill/shipment/v1/ListClaimsRequest.ts';
import type { ListEventsRequest as _waybill_shipment_v1_ListEventsRequest, ListEventsRequest__Output as _waybill_shipment_v1_ListEventsRequest__Output } from '../../../waybill/shipment/v1/ListEventsRequest.ts';
import type { ListNewsReply as _waybill_shipment_v1_ListNewsReply, ListNewsReply__Output as _waybill_shipment_v1_ListNewsReply__Output } from '../../../waybill/shipment/v1/ListNewsReply.ts';
import type { ListNewsRequest as _waybill_shipment_v1_ListNewsRequest, ListNewsRequest__Output as _waybill_shipment_v1_ListNewsRequest__Output } from '../../../waybill/shipment/v1/ListNewsRequest.ts';
import type { ListNotesRequest as _waybill_shipment_v1_ListNotesRequest, ListNotesRequest__Output as _waybill_shipment_v1_ListNotesRequest__Output } from '../../../waybill/shipment/v1/ListNotesRequest.ts';
import type { ListPickupLocationsRequest as _waybill_shipment_v1_ListPickupLocationsRequest, ListPickupLocationsRequest__Output as _waybill_shipment_v1_ListPickupLocationsRequest__Output } from '../../../waybill/shipment/v1/ListPickupLocationsRequest.ts';
import type { ListRequest as _waybill_shipment_v1_ListRequest, ListRequest__Output as _waybill_shipment_v1_ListRequest__Output } from '../../../waybill/shipment/v1/ListRequest.ts';
import type { ListTagsRequest as _waybill_shipment_v1_ListTagsRequest, ListTagsRequest__Output as _waybill_shipment_v1_ListTagsRequest__Output } from '../../../waybill/shipment/v1/ListTagsRequest.ts';
import type { NoteRequest as _waybill_shipment_v1_NoteRequest, NoteRequest__Output as _waybill_shipment_v1_NoteRequest__Output } from '../../../waybill/shipment/v1/NoteRequest.ts';
import type { PickupLocationRequest as _waybill_shipment_v1_PickupLocationRequest, PickupLocationRequest__Output as _waybill_shipment_v1_PickupLocationRequest__Output } from '../../../waybill/shipment/v1/PickupLocationRequest.ts';
import type { ReturnPageReply as _waybill_shipment_v1_ReturnPageReply, ReturnPageReply__Output as _waybill_shipment_v1_ReturnPageReply__Output } from '../../../waybill/shipment/v1/ReturnPageReply.ts';
import type { ReturnPageRequest as _waybill_shipment_v1_ReturnPageRequest, ReturnPageRequest__Output as _waybill_shipment_v1_ReturnPageRequest__Output } from '../../../waybill/shipment/v1/ReturnPageRequest.ts';
import type { ReturnRequest as _waybill_shipment_v1_ReturnRequest, ReturnRequest__Output as _waybill_shipment_v1_ReturnRequest__Output } from '../../../waybill/shipment/v1/ReturnRequest.ts';
import type { ReturnRulesRequest as _waybill_shipment_v1_ReturnRulesRequest, ReturnRulesRequest__Output as _waybill_shipment_v1_ReturnRulesRequest__Output } from '../../../waybill/shipment/v1/ReturnRulesRequest.ts';
import type { SettleReply as _waybill_shipment_v1_SettleReply, SettleReply__Output as _waybill_shipment_v1_SettleReply__Output } from '../../../waybill/shipment/v1/SettleReply.ts';
import type { SettleRequest as _waybill_shipment_v1_SettleRequest, SettleRequest__Output as _waybill_shipment_v1_SettleRequest__Output } from '../../../waybill/shipment/v1/SettleRequest.ts';
import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from '../../../waybill/shipment/v1/Shipment.ts';

export interface ShipmentServiceClient extends grpc.Client {
  AddNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddNote(argument: _waybill_shipment_v1_NoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddNote(argument: _waybill_shipment_v1_NoteRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addNote(argument: _waybill_shipment_v1_NoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addNote(argument: _waybill_shipment_v1_NoteRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Fails with every wrong field of a PATCH document, judged with the stored shipment. Changes nothing.
   */
  CheckUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  CheckUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  CheckUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  CheckUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  /**
   * Fails with every wrong field of a PATCH document, judged with the stored shipment. Changes nothing.
   */
  checkUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  checkUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  checkUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  checkUpdate(argument: _waybill_shipment_v1_CheckUpdateRequest, callback: grpc.requestCallback<_waybill_shipment_v1_CheckUpdateReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id. A claim that has ended is answered with an error.
   */
  Claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  Claim(argument: _waybill_shipment_v1_ClaimRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id. A claim that has ended is answered with an error.
   */
  claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  claim(argument: _waybill_shipment_v1_ClaimRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ClaimReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * How many shipments there are in each status.
   */
  Count(argument: _waybill_shipment_v1_CountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Count(argument: _waybill_shipment_v1_CountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Count(argument: _waybill_shipment_v1_CountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Count(argument: _waybill_shipment_v1_CountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * How many shipments there are in each status.
   */
  count(argument: _waybill_shipment_v1_CountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  count(argument: _waybill_shipment_v1_CountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  count(argument: _waybill_shipment_v1_CountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  count(argument: _waybill_shipment_v1_CountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  CreatePickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickupLocation(argument: _waybill_shipment_v1_CreatePickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeleteNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteNote(argument: _waybill_shipment_v1_NoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteNote(argument: _waybill_shipment_v1_NoteRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteNote(argument: _waybill_shipment_v1_NoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteNote(argument: _waybill_shipment_v1_NoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteNote(argument: _waybill_shipment_v1_NoteRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deletePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
   * The newest shipment of each reference that is neither cancelled nor a return.
   */
  FindByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  FindByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  FindByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  FindByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  /**
   * The newest shipment of each reference that is neither cancelled nor a return.
   */
  findByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  findByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  findByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  findByReferences(argument: _waybill_shipment_v1_FindByReferencesRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindByReferencesReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest unbooked one of which
   * everything in the document is true, or registers a new one. Idempotent by quote_id.
   */
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  FindOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest unbooked one of which
   * everything in the document is true, or registers a new one. Idempotent by quote_id.
   */
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  findOrRegister(argument: _waybill_shipment_v1_FindOrRegisterRequest, callback: grpc.requestCallback<_waybill_shipment_v1_Shipment__Output>): grpc.ClientUnaryCall;
  
  /**
   * Whether the shipment has followed what a carrier reported about a booking.
   */
  FindRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  FindRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  FindRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  FindRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  /**
   * Whether the shipment has followed what a carrier reported about a booking.
   */
  findRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  findRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  findRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  findRecorded(argument: _waybill_shipment_v1_FindRecordedRequest, callback: grpc.requestCallback<_waybill_shipment_v1_FindRecordedReply__Output>): grpc.ClientUnaryCall;
  
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
  
  /**
   * Both addresses with every field.
   */
  GetAddresses(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetAddresses(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetAddresses(argument: _waybill_shipment_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetAddresses(argument: _waybill_shipment_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Both addresses with every field.
   */
  getAddresses(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getAddresses(argument: _waybill_shipment_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getAddresses(argument: _waybill_shipment_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getAddresses(argument: _waybill_shipment_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Registers a shipment that brings goods of another one back.
   */
  GetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Registers a shipment that brings goods of another one back.
   */
  getReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Tags, assignee and hold.
   */
  Handle(argument: _waybill_shipment_v1_HandleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Handle(argument: _waybill_shipment_v1_HandleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Handle(argument: _waybill_shipment_v1_HandleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Handle(argument: _waybill_shipment_v1_HandleRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Tags, assignee and hold.
   */
  handle(argument: _waybill_shipment_v1_HandleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  handle(argument: _waybill_shipment_v1_HandleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  handle(argument: _waybill_shipment_v1_HandleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  handle(argument: _waybill_shipment_v1_HandleRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  List(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_shipment_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_shipment_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Claims of all environments that have been held for long, oldest first, page by page.
   */
  ListClaims(argument: _waybill_shipment_v1_ListClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  ListClaims(argument: _waybill_shipment_v1_ListClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  ListClaims(argument: _waybill_shipment_v1_ListClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  ListClaims(argument: _waybill_shipment_v1_ListClaimsRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  /**
   * Claims of all environments that have been held for long, oldest first, page by page.
   */
  listClaims(argument: _waybill_shipment_v1_ListClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  listClaims(argument: _waybill_shipment_v1_ListClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  listClaims(argument: _waybill_shipment_v1_ListClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  listClaims(argument: _waybill_shipment_v1_ListClaimsRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ListClaimsReply__Output>): grpc.ClientUnaryCall;
  
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
  
  ListNotes(argument: _waybill_shipment_v1_ListNotesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListNotes(argument: _waybill_shipment_v1_ListNotesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListNotes(argument: _waybill_shipment_v1_ListNotesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListNotes(argument: _waybill_shipment_v1_ListNotesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listNotes(argument: _waybill_shipment_v1_ListNotesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listNotes(argument: _waybill_shipment_v1_ListNotesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listNotes(argument: _waybill_shipment_v1_ListNotesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listNotes(argument: _waybill_shipment_v1_ListNotesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickupLocations(argument: _waybill_shipment_v1_ListPickupLocationsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * The tags in use.
   */
  ListTags(argument: _waybill_shipment_v1_ListTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListTags(argument: _waybill_shipment_v1_ListTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListTags(argument: _waybill_shipment_v1_ListTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListTags(argument: _waybill_shipment_v1_ListTagsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * The tags in use.
   */
  listTags(argument: _waybill_shipment_v1_ListTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listTags(argument: _waybill_shipment_v1_ListTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listTags(argument: _waybill_shipment_v1_ListTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listTags(argument: _waybill_shipment_v1_ListTagsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * The tracking token of a delivered shipment is the only credential of its recipient.
   */
  OpenReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  OpenReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  OpenReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  OpenReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  /**
   * The tracking token of a delivered shipment is the only credential of its recipient.
   */
  openReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  openReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  openReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  openReturnPage(argument: _waybill_shipment_v1_ReturnPageRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  
  ResetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ResetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ResetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  resetReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  Return(argument: _waybill_shipment_v1_ReturnRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Return(argument: _waybill_shipment_v1_ReturnRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Return(argument: _waybill_shipment_v1_ReturnRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Return(argument: _waybill_shipment_v1_ReturnRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  return(argument: _waybill_shipment_v1_ReturnRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  return(argument: _waybill_shipment_v1_ReturnRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  return(argument: _waybill_shipment_v1_ReturnRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  return(argument: _waybill_shipment_v1_ReturnRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ReturnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  ReturnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  ReturnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  ReturnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  returnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  returnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  returnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  returnByRecipient(argument: _waybill_shipment_v1_ReturnPageRequest, callback: grpc.requestCallback<_waybill_shipment_v1_ReturnPageReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends a claim with its outcome. Idempotent by claim_id. A claim released before it was taken can never be taken.
   */
  Settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  Settle(argument: _waybill_shipment_v1_SettleRequest, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  /**
   * Ends a claim with its outcome. Idempotent by claim_id. A claim released before it was taken can never be taken.
   */
  settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  settle(argument: _waybill_shipment_v1_SettleRequest, callback: grpc.requestCallback<_waybill_shipment_v1_SettleReply__Output>): grpc.ClientUnaryCall;
  
  UpdateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCustomsDefaults(argument: _waybill_shipment_v1_CustomsDefaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  UpdatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updatePickupLocation(argument: _waybill_shipment_v1_PickupLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  UpdateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateReturnRules(argument: _waybill_shipment_v1_ReturnRulesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
}

export interface ShipmentServiceHandlers extends grpc.UntypedServiceImplementation {
  AddNote: grpc.handleUnaryCall<_waybill_shipment_v1_NoteRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Fails with every wrong field of a PATCH document, judged with the stored shipment. Changes nothing.
   */
  CheckUpdate: grpc.handleUnaryCall<_waybill_shipment_v1_CheckUpdateRequest__Output, _waybill_shipment_v1_CheckUpdateReply>;
  
  /**
   * Reserves the shipment for one operation. Idempotent by claim_id. A claim that has ended is answered with an error.
   */
  Claim: grpc.handleUnaryCall<_waybill_shipment_v1_ClaimRequest__Output, _waybill_shipment_v1_ClaimReply>;
  
  /**
   * How many shipments there are in each status.
   */
  Count: grpc.handleUnaryCall<_waybill_shipment_v1_CountRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For merchants, through the gateway.
   */
  Create: grpc.handleUnaryCall<_waybill_shipment_v1_CreateRequest__Output, _waybill_common_v1_Answer>;
  
  CreatePickupLocation: grpc.handleUnaryCall<_waybill_shipment_v1_CreatePickupLocationRequest__Output, _waybill_common_v1_Answer>;
  
  DeleteNote: grpc.handleUnaryCall<_waybill_shipment_v1_NoteRequest__Output, _waybill_common_v1_Answer>;
  
  DeletePickupLocation: grpc.handleUnaryCall<_waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Erases the personal data of a shipment in a final status, here and in the other services. Idempotent.
   */
  Erase: grpc.handleUnaryCall<_waybill_shipment_v1_EraseRequest__Output, _waybill_shipment_v1_EraseReply>;
  
  /**
   * For the other services.
   */
  Find: grpc.handleUnaryCall<_waybill_shipment_v1_FindRequest__Output, _waybill_shipment_v1_Shipment>;
  
  /**
   * The newest shipment of each reference that is neither cancelled nor a return.
   */
  FindByReferences: grpc.handleUnaryCall<_waybill_shipment_v1_FindByReferencesRequest__Output, _waybill_shipment_v1_FindByReferencesReply>;
  
  /**
   * The shipment of a quote. If the document names a shipment, reads it; otherwise finds the newest unbooked one of which
   * everything in the document is true, or registers a new one. Idempotent by quote_id.
   */
  FindOrRegister: grpc.handleUnaryCall<_waybill_shipment_v1_FindOrRegisterRequest__Output, _waybill_shipment_v1_Shipment>;
  
  /**
   * Whether the shipment has followed what a carrier reported about a booking.
   */
  FindRecorded: grpc.handleUnaryCall<_waybill_shipment_v1_FindRecordedRequest__Output, _waybill_shipment_v1_FindRecordedReply>;
  
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
  
  /**
   * Both addresses with every field.
   */
  GetAddresses: grpc.handleUnaryCall<_waybill_shipment_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  GetCustomsDefaults: grpc.handleUnaryCall<_waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer>;
  
  GetPickupLocation: grpc.handleUnaryCall<_waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Registers a shipment that brings goods of another one back.
   */
  GetReturnRules: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Tags, assignee and hold.
   */
  Handle: grpc.handleUnaryCall<_waybill_shipment_v1_HandleRequest__Output, _waybill_common_v1_Answer>;
  
  List: grpc.handleUnaryCall<_waybill_shipment_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Claims of all environments that have been held for long, oldest first, page by page.
   */
  ListClaims: grpc.handleUnaryCall<_waybill_shipment_v1_ListClaimsRequest__Output, _waybill_shipment_v1_ListClaimsReply>;
  
  ListEvents: grpc.handleUnaryCall<_waybill_shipment_v1_ListEventsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * New entries for many followers in one call.
   */
  ListNews: grpc.handleUnaryCall<_waybill_shipment_v1_ListNewsRequest__Output, _waybill_shipment_v1_ListNewsReply>;
  
  ListNotes: grpc.handleUnaryCall<_waybill_shipment_v1_ListNotesRequest__Output, _waybill_common_v1_Answer>;
  
  ListPickupLocations: grpc.handleUnaryCall<_waybill_shipment_v1_ListPickupLocationsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * The tags in use.
   */
  ListTags: grpc.handleUnaryCall<_waybill_shipment_v1_ListTagsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * The tracking token of a delivered shipment is the only credential of its recipient.
   */
  OpenReturnPage: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnPageRequest__Output, _waybill_shipment_v1_ReturnPageReply>;
  
  ResetCustomsDefaults: grpc.handleUnaryCall<_waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer>;
  
  ResetReturnRules: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer>;
  
  Return: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnRequest__Output, _waybill_common_v1_Answer>;
  
  ReturnByRecipient: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnPageRequest__Output, _waybill_shipment_v1_ReturnPageReply>;
  
  /**
   * Ends a claim with its outcome. Idempotent by claim_id. A claim released before it was taken can never be taken.
   */
  Settle: grpc.handleUnaryCall<_waybill_shipment_v1_SettleRequest__Output, _waybill_shipment_v1_SettleReply>;
  
  UpdateCustomsDefaults: grpc.handleUnaryCall<_waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer>;
  
  UpdatePickupLocation: grpc.handleUnaryCall<_waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer>;
  
  UpdateReturnRules: grpc.handleUnaryCall<_waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface ShipmentServiceDefinition extends grpc.ServiceDefinition {
  AddNote: MethodDefinition<_waybill_shipment_v1_NoteRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_NoteRequest__Output, _waybill_common_v1_Answer__Output>
  CheckUpdate: MethodDefinition<_waybill_shipment_v1_CheckUpdateRequest, _waybill_shipment_v1_CheckUpdateReply, _waybill_shipment_v1_CheckUpdateRequest__Output, _waybill_shipment_v1_CheckUpdateReply__Output>
  Claim: MethodDefinition<_waybill_shipment_v1_ClaimRequest, _waybill_shipment_v1_ClaimReply, _waybill_shipment_v1_ClaimRequest__Output, _waybill_shipment_v1_ClaimReply__Output>
  Count: MethodDefinition<_waybill_shipment_v1_CountRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CountRequest__Output, _waybill_common_v1_Answer__Output>
  Create: MethodDefinition<_waybill_shipment_v1_CreateRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CreateRequest__Output, _waybill_common_v1_Answer__Output>
  CreatePickupLocation: MethodDefinition<_waybill_shipment_v1_CreatePickupLocationRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CreatePickupLocationRequest__Output, _waybill_common_v1_Answer__Output>
  DeleteNote: MethodDefinition<_waybill_shipment_v1_NoteRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_NoteRequest__Output, _waybill_common_v1_Answer__Output>
  DeletePickupLocation: MethodDefinition<_waybill_shipment_v1_PickupLocationRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer__Output>
  Erase: MethodDefinition<_waybill_shipment_v1_EraseRequest, _waybill_shipment_v1_EraseReply, _waybill_shipment_v1_EraseRequest__Output, _waybill_shipment_v1_EraseReply__Output>
  Find: MethodDefinition<_waybill_shipment_v1_FindRequest, _waybill_shipment_v1_Shipment, _waybill_shipment_v1_FindRequest__Output, _waybill_shipment_v1_Shipment__Output>
  FindByReferences: MethodDefinition<_waybill_shipment_v1_FindByReferencesRequest, _waybill_shipment_v1_FindByReferencesReply, _waybill_shipment_v1_FindByReferencesRequest__Output, _waybill_shipment_v1_FindByReferencesReply__Output>
  FindOrRegister: MethodDefinition<_waybill_shipment_v1_FindOrRegisterRequest, _waybill_shipment_v1_Shipment, _waybill_shipment_v1_FindOrRegisterRequest__Output, _waybill_shipment_v1_Shipment__Output>
  FindRecorded: MethodDefinition<_waybill_shipment_v1_FindRecordedRequest, _waybill_shipment_v1_FindRecordedReply, _waybill_shipment_v1_FindRecordedRequest__Output, _waybill_shipment_v1_FindRecordedReply__Output>
  FindToErase: MethodDefinition<_waybill_shipment_v1_FindToEraseRequest, _waybill_shipment_v1_FindToEraseReply, _waybill_shipment_v1_FindToEraseRequest__Output, _waybill_shipment_v1_FindToEraseReply__Output>
  Follow: MethodDefinition<_waybill_shipment_v1_FollowRequest, _waybill_shipment_v1_FollowReply, _waybill_shipment_v1_FollowRequest__Output, _waybill_shipment_v1_FollowReply__Output>
  Get: MethodDefinition<_waybill_shipment_v1_GetRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  GetAddresses: MethodDefinition<_waybill_shipment_v1_GetRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  GetCustomsDefaults: MethodDefinition<_waybill_shipment_v1_CustomsDefaultsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer__Output>
  GetPickupLocation: MethodDefinition<_waybill_shipment_v1_PickupLocationRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer__Output>
  GetReturnRules: MethodDefinition<_waybill_shipment_v1_ReturnRulesRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer__Output>
  Handle: MethodDefinition<_waybill_shipment_v1_HandleRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_HandleRequest__Output, _waybill_common_v1_Answer__Output>
  List: MethodDefinition<_waybill_shipment_v1_ListRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListClaims: MethodDefinition<_waybill_shipment_v1_ListClaimsRequest, _waybill_shipment_v1_ListClaimsReply, _waybill_shipment_v1_ListClaimsRequest__Output, _waybill_shipment_v1_ListClaimsReply__Output>
  ListEvents: MethodDefinition<_waybill_shipment_v1_ListEventsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListEventsRequest__Output, _waybill_common_v1_Answer__Output>
  ListNews: MethodDefinition<_waybill_shipment_v1_ListNewsRequest, _waybill_shipment_v1_ListNewsReply, _waybill_shipment_v1_ListNewsRequest__Output, _waybill_shipment_v1_ListNewsReply__Output>
  ListNotes: MethodDefinition<_waybill_shipment_v1_ListNotesRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListNotesRequest__Output, _waybill_common_v1_Answer__Output>
  ListPickupLocations: MethodDefinition<_waybill_shipment_v1_ListPickupLocationsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListPickupLocationsRequest__Output, _waybill_common_v1_Answer__Output>
  ListTags: MethodDefinition<_waybill_shipment_v1_ListTagsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ListTagsRequest__Output, _waybill_common_v1_Answer__Output>
  OpenReturnPage: MethodDefinition<_waybill_shipment_v1_ReturnPageRequest, _waybill_shipment_v1_ReturnPageReply, _waybill_shipment_v1_ReturnPageRequest__Output, _waybill_shipment_v1_ReturnPageReply__Output>
  ResetCustomsDefaults: MethodDefinition<_waybill_shipment_v1_CustomsDefaultsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer__Output>
  ResetReturnRules: MethodDefinition<_waybill_shipment_v1_ReturnRulesRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer__Output>
  Return: MethodDefinition<_waybill_shipment_v1_ReturnRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ReturnRequest__Output, _waybill_common_v1_Answer__Output>
  ReturnByRecipient: MethodDefinition<_waybill_shipment_v1_ReturnPageRequest, _waybill_shipment_v1_ReturnPageReply, _waybill_shipment_v1_ReturnPageRequest__Output, _waybill_shipment_v1_ReturnPageReply__Output>
  Settle: MethodDefinition<_waybill_shipment_v1_SettleRequest, _waybill_shipment_v1_SettleReply, _waybill_shipment_v1_SettleRequest__Output, _waybill_shipment_v1_SettleReply__Output>
  UpdateCustomsDefaults: MethodDefinition<_waybill_shipment_v1_CustomsDefaultsRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_CustomsDefaultsRequest__Output, _waybill_common_v1_Answer__Output>
  UpdatePickupLocation: MethodDefinition<_waybill_shipment_v1_PickupLocationRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_PickupLocationRequest__Output, _waybill_common_v1_Answer__Output>
  UpdateReturnRules: MethodDefinition<_waybill_shipment_v1_ReturnRulesRequest, _waybill_common_v1_Answer, _waybill_shipment_v1_ReturnRulesRequest__Output, _waybill_common_v1_Answer__Output>
}
