// Original file: protos/waybill/booking/v1/booking.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AdvanceRequest as _waybill_booking_v1_AdvanceRequest, AdvanceRequest__Output as _waybill_booking_v1_AdvanceRequest__Output } from '../../../waybill/booking/v1/AdvanceRequest.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { BookRequest as _waybill_booking_v1_BookRequest, BookRequest__Output as _waybill_booking_v1_BookRequest__Output } from '../../../waybill/booking/v1/BookRequest.ts';
import type { CancelShipmentRequest as _waybill_booking_v1_CancelShipmentRequest, CancelShipmentRequest__Output as _waybill_booking_v1_CancelShipmentRequest__Output } from '../../../waybill/booking/v1/CancelShipmentRequest.ts';
import type { DoubtfulDetails as _waybill_booking_v1_DoubtfulDetails, DoubtfulDetails__Output as _waybill_booking_v1_DoubtfulDetails__Output } from '../../../waybill/booking/v1/DoubtfulDetails.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from '../../../waybill/common/v1/FilePart.ts';
import type { GetDoubtfulRequest as _waybill_booking_v1_GetDoubtfulRequest, GetDoubtfulRequest__Output as _waybill_booking_v1_GetDoubtfulRequest__Output } from '../../../waybill/booking/v1/GetDoubtfulRequest.ts';
import type { GetDriverLocationRequest as _waybill_booking_v1_GetDriverLocationRequest, GetDriverLocationRequest__Output as _waybill_booking_v1_GetDriverLocationRequest__Output } from '../../../waybill/booking/v1/GetDriverLocationRequest.ts';
import type { GetLabelRequest as _waybill_booking_v1_GetLabelRequest, GetLabelRequest__Output as _waybill_booking_v1_GetLabelRequest__Output } from '../../../waybill/booking/v1/GetLabelRequest.ts';
import type { GetOfShipmentRequest as _waybill_booking_v1_GetOfShipmentRequest, GetOfShipmentRequest__Output as _waybill_booking_v1_GetOfShipmentRequest__Output } from '../../../waybill/booking/v1/GetOfShipmentRequest.ts';
import type { GetProofMediaRequest as _waybill_booking_v1_GetProofMediaRequest, GetProofMediaRequest__Output as _waybill_booking_v1_GetProofMediaRequest__Output } from '../../../waybill/booking/v1/GetProofMediaRequest.ts';
import type { GetRequest as _waybill_booking_v1_GetRequest, GetRequest__Output as _waybill_booking_v1_GetRequest__Output } from '../../../waybill/booking/v1/GetRequest.ts';
import type { ListDoubtfulReply as _waybill_booking_v1_ListDoubtfulReply, ListDoubtfulReply__Output as _waybill_booking_v1_ListDoubtfulReply__Output } from '../../../waybill/booking/v1/ListDoubtfulReply.ts';
import type { ListDoubtfulRequest as _waybill_booking_v1_ListDoubtfulRequest, ListDoubtfulRequest__Output as _waybill_booking_v1_ListDoubtfulRequest__Output } from '../../../waybill/booking/v1/ListDoubtfulRequest.ts';
import type { ListRequest as _waybill_booking_v1_ListRequest, ListRequest__Output as _waybill_booking_v1_ListRequest__Output } from '../../../waybill/booking/v1/ListRequest.ts';
import type { ReceiveCallbackReply as _waybill_booking_v1_ReceiveCallbackReply, ReceiveCallbackReply__Output as _waybill_booking_v1_ReceiveCallbackReply__Output } from '../../../waybill/booking/v1/ReceiveCallbackReply.ts';
import type { ReceiveCallbackRequest as _waybill_booking_v1_ReceiveCallbackRequest, ReceiveCallbackRequest__Output as _waybill_booking_v1_ReceiveCallbackRequest__Output } from '../../../waybill/booking/v1/ReceiveCallbackRequest.ts';
import type { Resolution as _waybill_booking_v1_Resolution, Resolution__Output as _waybill_booking_v1_Resolution__Output } from '../../../waybill/booking/v1/Resolution.ts';
import type { ResolveDoubtfulRequest as _waybill_booking_v1_ResolveDoubtfulRequest, ResolveDoubtfulRequest__Output as _waybill_booking_v1_ResolveDoubtfulRequest__Output } from '../../../waybill/booking/v1/ResolveDoubtfulRequest.ts';
import type { UpdateShipmentRequest as _waybill_booking_v1_UpdateShipmentRequest, UpdateShipmentRequest__Output as _waybill_booking_v1_UpdateShipmentRequest__Output } from '../../../waybill/booking/v1/UpdateShipmentRequest.ts';

export interface BookingServiceClient extends grpc.Client {
  /**
   * Advances the simulated courier. Test environments only.
   */
  Advance(argument: _waybill_booking_v1_AdvanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Advance(argument: _waybill_booking_v1_AdvanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Advance(argument: _waybill_booking_v1_AdvanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Advance(argument: _waybill_booking_v1_AdvanceRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Advances the simulated courier. Test environments only.
   */
  advance(argument: _waybill_booking_v1_AdvanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  advance(argument: _waybill_booking_v1_AdvanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  advance(argument: _waybill_booking_v1_AdvanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  advance(argument: _waybill_booking_v1_AdvanceRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * For merchants, through the gateway. Every operation that changes a booked shipment enters here.
   */
  Book(argument: _waybill_booking_v1_BookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Book(argument: _waybill_booking_v1_BookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Book(argument: _waybill_booking_v1_BookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Book(argument: _waybill_booking_v1_BookRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * For merchants, through the gateway. Every operation that changes a booked shipment enters here.
   */
  book(argument: _waybill_booking_v1_BookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  book(argument: _waybill_booking_v1_BookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  book(argument: _waybill_booking_v1_BookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  book(argument: _waybill_booking_v1_BookRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  Get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * One of them with its requests to the carrier and the responses.
   */
  GetDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  GetDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  GetDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  GetDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  /**
   * One of them with its requests to the carrier and the responses.
   */
  getDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  getDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  getDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  getDoubtful(argument: _waybill_booking_v1_GetDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_DoubtfulDetails__Output>): grpc.ClientUnaryCall;
  
  GetDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriverLocation(argument: _waybill_booking_v1_GetDriverLocationRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetLabel(argument: _waybill_booking_v1_GetLabelRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  GetLabel(argument: _waybill_booking_v1_GetLabelRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getLabel(argument: _waybill_booking_v1_GetLabelRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getLabel(argument: _waybill_booking_v1_GetLabelRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  
  /**
   * The active booking of a shipment, or the latest one.
   */
  GetOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * The active booking of a shipment, or the latest one.
   */
  getOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getOfShipment(argument: _waybill_booking_v1_GetOfShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetProofMedia(argument: _waybill_booking_v1_GetProofMediaRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  GetProofMedia(argument: _waybill_booking_v1_GetProofMediaRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getProofMedia(argument: _waybill_booking_v1_GetProofMediaRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getProofMedia(argument: _waybill_booking_v1_GetProofMediaRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  
  List(argument: _waybill_booking_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_booking_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_booking_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  List(argument: _waybill_booking_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_booking_v1_ListRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_booking_v1_ListRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_booking_v1_ListRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  list(argument: _waybill_booking_v1_ListRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * For operators, through the gateway's admin port.
   * Bookings of all environments whose outcome at the carrier is unknown, oldest first.
   */
  ListDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  ListDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  ListDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  ListDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  /**
   * For operators, through the gateway's admin port.
   * Bookings of all environments whose outcome at the carrier is unknown, oldest first.
   */
  listDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  listDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  listDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  listDoubtful(argument: _waybill_booking_v1_ListDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_ListDoubtfulReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * For carriers, through the gateway. Replies after the commit.
   */
  ReceiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  ReceiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  ReceiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  ReceiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  /**
   * For carriers, through the gateway. Replies after the commit.
   */
  receiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  receiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  receiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  receiveCallback(argument: _waybill_booking_v1_ReceiveCallbackRequest, callback: grpc.requestCallback<_waybill_booking_v1_ReceiveCallbackReply__Output>): grpc.ClientUnaryCall;
  
  /**
   * Records the outcome that an operator has learned.
   */
  ResolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  ResolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  ResolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  ResolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  /**
   * Records the outcome that an operator has learned.
   */
  resolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  resolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  resolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  resolveDoubtful(argument: _waybill_booking_v1_ResolveDoubtfulRequest, callback: grpc.requestCallback<_waybill_booking_v1_Resolution__Output>): grpc.ClientUnaryCall;
  
  UpdateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateShipment(argument: _waybill_booking_v1_UpdateShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
}

export interface BookingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Advances the simulated courier. Test environments only.
   */
  Advance: grpc.handleUnaryCall<_waybill_booking_v1_AdvanceRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For merchants, through the gateway. Every operation that changes a booked shipment enters here.
   */
  Book: grpc.handleUnaryCall<_waybill_booking_v1_BookRequest__Output, _waybill_common_v1_Answer>;
  
  CancelShipment: grpc.handleUnaryCall<_waybill_booking_v1_CancelShipmentRequest__Output, _waybill_common_v1_Answer>;
  
  Get: grpc.handleUnaryCall<_waybill_booking_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * One of them with its requests to the carrier and the responses.
   */
  GetDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_GetDoubtfulRequest__Output, _waybill_booking_v1_DoubtfulDetails>;
  
  GetDriverLocation: grpc.handleUnaryCall<_waybill_booking_v1_GetDriverLocationRequest__Output, _waybill_common_v1_Answer>;
  
  GetLabel: grpc.handleServerStreamingCall<_waybill_booking_v1_GetLabelRequest__Output, _waybill_common_v1_FilePart>;
  
  /**
   * The active booking of a shipment, or the latest one.
   */
  GetOfShipment: grpc.handleUnaryCall<_waybill_booking_v1_GetOfShipmentRequest__Output, _waybill_common_v1_Answer>;
  
  GetProofMedia: grpc.handleServerStreamingCall<_waybill_booking_v1_GetProofMediaRequest__Output, _waybill_common_v1_FilePart>;
  
  List: grpc.handleUnaryCall<_waybill_booking_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For operators, through the gateway's admin port.
   * Bookings of all environments whose outcome at the carrier is unknown, oldest first.
   */
  ListDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_ListDoubtfulRequest__Output, _waybill_booking_v1_ListDoubtfulReply>;
  
  /**
   * For carriers, through the gateway. Replies after the commit.
   */
  ReceiveCallback: grpc.handleUnaryCall<_waybill_booking_v1_ReceiveCallbackRequest__Output, _waybill_booking_v1_ReceiveCallbackReply>;
  
  /**
   * Records the outcome that an operator has learned.
   */
  ResolveDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_ResolveDoubtfulRequest__Output, _waybill_booking_v1_Resolution>;
  
  UpdateShipment: grpc.handleUnaryCall<_waybill_booking_v1_UpdateShipmentRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface BookingServiceDefinition extends grpc.ServiceDefinition {
  Advance: MethodDefinition<_waybill_booking_v1_AdvanceRequest, _waybill_common_v1_Answer, _waybill_booking_v1_AdvanceRequest__Output, _waybill_common_v1_Answer__Output>
  Book: MethodDefinition<_waybill_booking_v1_BookRequest, _waybill_common_v1_Answer, _waybill_booking_v1_BookRequest__Output, _waybill_common_v1_Answer__Output>
  CancelShipment: MethodDefinition<_waybill_booking_v1_CancelShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CancelShipmentRequest__Output, _waybill_common_v1_Answer__Output>
  Get: MethodDefinition<_waybill_booking_v1_GetRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  GetDoubtful: MethodDefinition<_waybill_booking_v1_GetDoubtfulRequest, _waybill_booking_v1_DoubtfulDetails, _waybill_booking_v1_GetDoubtfulRequest__Output, _waybill_booking_v1_DoubtfulDetails__Output>
  GetDriverLocation: MethodDefinition<_waybill_booking_v1_GetDriverLocationRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetDriverLocationRequest__Output, _waybill_common_v1_Answer__Output>
  GetLabel: MethodDefinition<_waybill_booking_v1_GetLabelRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_GetLabelRequest__Output, _waybill_common_v1_FilePart__Output>
  GetOfShipment: MethodDefinition<_waybill_booking_v1_GetOfShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetOfShipmentRequest__Output, _waybill_common_v1_Answer__Output>
  GetProofMedia: MethodDefinition<_waybill_booking_v1_GetProofMediaRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_GetProofMediaRequest__Output, _waybill_common_v1_FilePart__Output>
  List: MethodDefinition<_waybill_booking_v1_ListRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListDoubtful: MethodDefinition<_waybill_booking_v1_ListDoubtfulRequest, _waybill_booking_v1_ListDoubtfulReply, _waybill_booking_v1_ListDoubtfulRequest__Output, _waybill_booking_v1_ListDoubtfulReply__Output>
  ReceiveCallback: MethodDefinition<_waybill_booking_v1_ReceiveCallbackRequest, _waybill_booking_v1_ReceiveCallbackReply, _waybill_booking_v1_ReceiveCallbackRequest__Output, _waybill_booking_v1_ReceiveCallbackReply__Output>
  ResolveDoubtful: MethodDefinition<_waybill_booking_v1_ResolveDoubtfulRequest, _waybill_booking_v1_Resolution, _waybill_booking_v1_ResolveDoubtfulRequest__Output, _waybill_booking_v1_Resolution__Output>
  UpdateShipment: MethodDefinition<_waybill_booking_v1_UpdateShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_UpdateShipmentRequest__Output, _waybill_common_v1_Answer__Output>
}
