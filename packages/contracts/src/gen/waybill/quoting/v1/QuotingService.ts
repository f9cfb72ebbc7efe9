// Original file: protos/waybill/quoting/v1/quoting.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptReply as _waybill_quoting_v1_AcceptReply, AcceptReply__Output as _waybill_quoting_v1_AcceptReply__Output } from '../../../waybill/quoting/v1/AcceptReply.ts';
import type { AcceptRequest as _waybill_quoting_v1_AcceptRequest, AcceptRequest__Output as _waybill_quoting_v1_AcceptRequest__Output } from '../../../waybill/quoting/v1/AcceptRequest.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { CarrierAccountRequest as _waybill_quoting_v1_CarrierAccountRequest, CarrierAccountRequest__Output as _waybill_quoting_v1_CarrierAccountRequest__Output } from '../../../waybill/quoting/v1/CarrierAccountRequest.ts';
import type { CheckAddressRequest as _waybill_quoting_v1_CheckAddressRequest, CheckAddressRequest__Output as _waybill_quoting_v1_CheckAddressRequest__Output } from '../../../waybill/quoting/v1/CheckAddressRequest.ts';
import type { CheckShipmentRequest as _waybill_quoting_v1_CheckShipmentRequest, CheckShipmentRequest__Output as _waybill_quoting_v1_CheckShipmentRequest__Output } from '../../../waybill/quoting/v1/CheckShipmentRequest.ts';
import type { CreateCarrierAccountRequest as _waybill_quoting_v1_CreateCarrierAccountRequest, CreateCarrierAccountRequest__Output as _waybill_quoting_v1_CreateCarrierAccountRequest__Output } from '../../../waybill/quoting/v1/CreateCarrierAccountRequest.ts';
import type { CreateRateCardRequest as _waybill_quoting_v1_CreateRateCardRequest, CreateRateCardRequest__Output as _waybill_quoting_v1_CreateRateCardRequest__Output } from '../../../waybill/quoting/v1/CreateRateCardRequest.ts';
import type { CreateRequest as _waybill_quoting_v1_CreateRequest, CreateRequest__Output as _waybill_quoting_v1_CreateRequest__Output } from '../../../waybill/quoting/v1/CreateRequest.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from '../../../waybill/common/v1/FilePart.ts';
import type { FindOptionReply as _waybill_quoting_v1_FindOptionReply, FindOptionReply__Output as _waybill_quoting_v1_FindOptionReply__Output } from '../../../waybill/quoting/v1/FindOptionReply.ts';
import type { FindOptionRequest as _waybill_quoting_v1_FindOptionRequest, FindOptionRequest__Output as _waybill_quoting_v1_FindOptionRequest__Output } from '../../../waybill/quoting/v1/FindOptionRequest.ts';
import type { GetRequest as _waybill_quoting_v1_GetRequest, GetRequest__Output as _waybill_quoting_v1_GetRequest__Output } from '../../../waybill/quoting/v1/GetRequest.ts';
import type { ListCarrierAccountsRequest as _waybill_quoting_v1_ListCarrierAccountsRequest, ListCarrierAccountsRequest__Output as _waybill_quoting_v1_ListCarrierAccountsRequest__Output } from '../../../waybill/quoting/v1/ListCarrierAccountsRequest.ts';
import type { ListCarriersRequest as _waybill_quoting_v1_ListCarriersRequest, ListCarriersRequest__Output as _waybill_quoting_v1_ListCarriersRequest__Output } from '../../../waybill/quoting/v1/ListCarriersRequest.ts';
import type { ListExchangesRequest as _waybill_quoting_v1_ListExchangesRequest, ListExchangesRequest__Output as _waybill_quoting_v1_ListExchangesRequest__Output } from '../../../waybill/quoting/v1/ListExchangesRequest.ts';
import type { ListRateCardsRequest as _waybill_quoting_v1_ListRateCardsRequest, ListRateCardsRequest__Output as _waybill_quoting_v1_ListRateCardsRequest__Output } from '../../../waybill/quoting/v1/ListRateCardsRequest.ts';
import type { ListRequest as _waybill_quoting_v1_ListRequest, ListRequest__Output as _waybill_quoting_v1_ListRequest__Output } from '../../../waybill/quoting/v1/ListRequest.ts';
import type { LocateAddressRequest as _waybill_quoting_v1_LocateAddressRequest, LocateAddressRequest__Output as _waybill_quoting_v1_LocateAddressRequest__Output } from '../../../waybill/quoting/v1/LocateAddressRequest.ts';
import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from '../../../waybill/quoting/v1/Quote.ts';
import type { QuoteForDispatchRequest as _waybill_quoting_v1_QuoteForDispatchRequest, QuoteForDispatchRequest__Output as _waybill_quoting_v1_QuoteForDispatchRequest__Output } from '../../../waybill/quoting/v1/QuoteForDispatchRequest.ts';
import type { RateCardRequest as _waybill_quoting_v1_RateCardRequest, RateCardRequest__Output as _waybill_quoting_v1_RateCardRequest__Output } from '../../../waybill/quoting/v1/RateCardRequest.ts';

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
   * Compares an address with what a carrier knows, or with the form of its country.
   */
  CheckAddress(argument: _waybill_quoting_v1_CheckAddressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckAddress(argument: _waybill_quoting_v1_CheckAddressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckAddress(argument: _waybill_quoting_v1_CheckAddressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckAddress(argument: _waybill_quoting_v1_CheckAddressRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Compares an address with what a carrier knows, or with the form of its country.
   */
  checkAddress(argument: _waybill_quoting_v1_CheckAddressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkAddress(argument: _waybill_quoting_v1_CheckAddressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkAddress(argument: _waybill_quoting_v1_CheckAddressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkAddress(argument: _waybill_quoting_v1_CheckAddressRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Names the texts of a shipment that carriers or labels cannot take whole, before it is registered.
   */
  CheckShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CheckShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Names the texts of a shipment that carriers or labels cannot take whole, before it is registered.
   */
  checkShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  checkShipment(argument: _waybill_quoting_v1_CheckShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  CreateCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createCarrierAccount(argument: _waybill_quoting_v1_CreateCarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Like Create, with the same idempotency keys, but answers with lines of text, each `<event> <JSON>`: `begin {}` once the
   * carriers are asked, `option` and `message` when one answers, and at the end `quote`, or `error` with the error envelope.
   * Fails only before the first line. A stored answer is the only line.
   */
  CreateLive(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  CreateLive(argument: _waybill_quoting_v1_CreateRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  /**
   * Like Create, with the same idempotency keys, but answers with lines of text, each `<event> <JSON>`: `begin {}` once the
   * carriers are asked, `option` and `message` when one answers, and at the end `quote`, or `error` with the error envelope.
   * Fails only before the first line. A stored answer is the only line.
   */
  createLive(argument: _waybill_quoting_v1_CreateRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  createLive(argument: _waybill_quoting_v1_CreateRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  
  /**
   * Prices of the merchant's own drivers.
   */
  CreateRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Prices of the merchant's own drivers.
   */
  createRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createRateCard(argument: _waybill_quoting_v1_CreateRateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Stops quoting with the account.
   */
  DeleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Stops quoting with the account.
   */
  deleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  GetCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  List(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_quoting_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_quoting_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listCarrierAccounts(argument: _waybill_quoting_v1_ListCarrierAccountsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
   * Redacted exchanges with the carriers that were asked for a quote.
   */
  ListExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Redacted exchanges with the carriers that were asked for a quote.
   */
  listExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_quoting_v1_ListExchangesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listRateCards(argument: _waybill_quoting_v1_ListRateCardsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Finds the coordinates of an address with the geocoder of the installation.
   */
  LocateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  LocateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  LocateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  LocateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Finds the coordinates of an address with the geocoder of the installation.
   */
  locateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  locateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  locateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  locateAddress(argument: _waybill_quoting_v1_LocateAddressRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  UpdateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  UpdateRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateRateCard(argument: _waybill_quoting_v1_RateCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateRateCard(argument: _waybill_quoting_v1_RateCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateRateCard(argument: _waybill_quoting_v1_RateCardRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Proves the credentials with one call to the carrier.
   */
  VerifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  VerifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  VerifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  VerifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Proves the credentials with one call to the carrier.
   */
  verifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  verifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  verifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  verifyCarrierAccount(argument: _waybill_quoting_v1_CarrierAccountRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
}

export interface QuotingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Marks the quote as accepted, after its carrier accepted the booking. Idempotent by booking_id.
   */
  Accept: grpc.handleUnaryCall<_waybill_quoting_v1_AcceptRequest__Output, _waybill_quoting_v1_AcceptReply>;
  
  /**
   * Compares an address with what a carrier knows, or with the form of its country.
   */
  CheckAddress: grpc.handleUnaryCall<_waybill_quoting_v1_CheckAddressRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Names the texts of a shipment that carriers or labels cannot take whole, before it is registered.
   */
  CheckShipment: grpc.handleUnaryCall<_waybill_quoting_v1_CheckShipmentRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For merchants, through the gateway.
   */
  Create: grpc.handleUnaryCall<_waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_Answer>;
  
  CreateCarrierAccount: grpc.handleUnaryCall<_waybill_quoting_v1_CreateCarrierAccountRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Like Create, with the same idempotency keys, but answers with lines of text, each `<event> <JSON>`: `begin {}` once the
   * carriers are asked, `option` and `message` when one answers, and at the end `quote`, or `error` with the error envelope.
   * Fails only before the first line. A stored answer is the only line.
   */
  CreateLive: grpc.handleServerStreamingCall<_waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_FilePart>;
  
  /**
   * Prices of the merchant's own drivers.
   */
  CreateRateCard: grpc.handleUnaryCall<_waybill_quoting_v1_CreateRateCardRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Stops quoting with the account.
   */
  DeleteCarrierAccount: grpc.handleUnaryCall<_waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer>;
  
  DeleteRateCard: grpc.handleUnaryCall<_waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For the booking service.
   */
  FindOption: grpc.handleUnaryCall<_waybill_quoting_v1_FindOptionRequest__Output, _waybill_quoting_v1_FindOptionReply>;
  
  Get: grpc.handleUnaryCall<_waybill_quoting_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  GetCarrierAccount: grpc.handleUnaryCall<_waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer>;
  
  GetRateCard: grpc.handleUnaryCall<_waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer>;
  
  List: grpc.handleUnaryCall<_waybill_quoting_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  ListCarrierAccounts: grpc.handleUnaryCall<_waybill_quoting_v1_ListCarrierAccountsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Carriers and services available to the environment.
   */
  ListCarriers: grpc.handleUnaryCall<_waybill_quoting_v1_ListCarriersRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Redacted exchanges with the carriers that were asked for a quote.
   */
  ListExchanges: grpc.handleUnaryCall<_waybill_quoting_v1_ListExchangesRequest__Output, _waybill_common_v1_Answer>;
  
  ListRateCards: grpc.handleUnaryCall<_waybill_quoting_v1_ListRateCardsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Finds the coordinates of an address with the geocoder of the installation.
   */
  LocateAddress: grpc.handleUnaryCall<_waybill_quoting_v1_LocateAddressRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Requests rates for a shipment that is being dispatched and supersedes its earlier quotes. Idempotent by quote_id.
   */
  QuoteForDispatch: grpc.handleUnaryCall<_waybill_quoting_v1_QuoteForDispatchRequest__Output, _waybill_quoting_v1_Quote>;
  
  UpdateCarrierAccount: grpc.handleUnaryCall<_waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer>;
  
  UpdateRateCard: grpc.handleUnaryCall<_waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Proves the credentials with one call to the carrier.
   */
  VerifyCarrierAccount: grpc.handleUnaryCall<_waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface QuotingServiceDefinition extends grpc.ServiceDefinition {
  Accept: MethodDefinition<_waybill_quoting_v1_AcceptRequest, _waybill_quoting_v1_AcceptReply, _waybill_quoting_v1_AcceptRequest__Output, _waybill_quoting_v1_AcceptReply__Output>
  CheckAddress: MethodDefinition<_waybill_quoting_v1_CheckAddressRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CheckAddressRequest__Output, _waybill_common_v1_Answer__Output>
  CheckShipment: MethodDefinition<_waybill_quoting_v1_CheckShipmentRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CheckShipmentRequest__Output, _waybill_common_v1_Answer__Output>
  Create: MethodDefinition<_waybill_quoting_v1_CreateRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_Answer__Output>
  CreateCarrierAccount: MethodDefinition<_waybill_quoting_v1_CreateCarrierAccountRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CreateCarrierAccountRequest__Output, _waybill_common_v1_Answer__Output>
  CreateLive: MethodDefinition<_waybill_quoting_v1_CreateRequest, _waybill_common_v1_FilePart, _waybill_quoting_v1_CreateRequest__Output, _waybill_common_v1_FilePart__Output>
  CreateRateCard: MethodDefinition<_waybill_quoting_v1_CreateRateCardRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CreateRateCardRequest__Output, _waybill_common_v1_Answer__Output>
  DeleteCarrierAccount: MethodDefinition<_waybill_quoting_v1_CarrierAccountRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer__Output>
  DeleteRateCard: MethodDefinition<_waybill_quoting_v1_RateCardRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer__Output>
  FindOption: MethodDefinition<_waybill_quoting_v1_FindOptionRequest, _waybill_quoting_v1_FindOptionReply, _waybill_quoting_v1_FindOptionRequest__Output, _waybill_quoting_v1_FindOptionReply__Output>
  Get: MethodDefinition<_waybill_quoting_v1_GetRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  GetCarrierAccount: MethodDefinition<_waybill_quoting_v1_CarrierAccountRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer__Output>
  GetRateCard: MethodDefinition<_waybill_quoting_v1_RateCardRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer__Output>
  List: MethodDefinition<_waybill_quoting_v1_ListRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListCarrierAccounts: MethodDefinition<_waybill_quoting_v1_ListCarrierAccountsRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListCarrierAccountsRequest__Output, _waybill_common_v1_Answer__Output>
  ListCarriers: MethodDefinition<_waybill_quoting_v1_ListCarriersRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListCarriersRequest__Output, _waybill_common_v1_Answer__Output>
  ListExchanges: MethodDefinition<_waybill_quoting_v1_ListExchangesRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListExchangesRequest__Output, _waybill_common_v1_Answer__Output>
  ListRateCards: MethodDefinition<_waybill_quoting_v1_ListRateCardsRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_ListRateCardsRequest__Output, _waybill_common_v1_Answer__Output>
  LocateAddress: MethodDefinition<_waybill_quoting_v1_LocateAddressRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_LocateAddressRequest__Output, _waybill_common_v1_Answer__Output>
  QuoteForDispatch: MethodDefinition<_waybill_quoting_v1_QuoteForDispatchRequest, _waybill_quoting_v1_Quote, _waybill_quoting_v1_QuoteForDispatchRequest__Output, _waybill_quoting_v1_Quote__Output>
  UpdateCarrierAccount: MethodDefinition<_waybill_quoting_v1_CarrierAccountRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer__Output>
  UpdateRateCard: MethodDefinition<_waybill_quoting_v1_RateCardRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_RateCardRequest__Output, _waybill_common_v1_Answer__Output>
  VerifyCarrierAccount: MethodDefinition<_waybill_quoting_v1_CarrierAccountRequest, _waybill_common_v1_Answer, _waybill_quoting_v1_CarrierAccountRequest__Output, _waybill_common_v1_Answer__Output>
}
