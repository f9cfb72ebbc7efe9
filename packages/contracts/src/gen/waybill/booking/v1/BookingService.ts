// Original file: protos/waybill/booking/v1/booking.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AdvanceRequest as _waybill_booking_v1_AdvanceRequest, AdvanceRequest__Output as _waybill_booking_v1_AdvanceRequest__Output } from '../../../waybill/booking/v1/AdvanceRequest.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { AssignDriverRequest as _waybill_booking_v1_AssignDriverRequest, AssignDriverRequest__Output as _waybill_booking_v1_AssignDriverRequest__Output } from '../../../waybill/booking/v1/AssignDriverRequest.ts';
import type { BatchRequest as _waybill_booking_v1_BatchRequest, BatchRequest__Output as _waybill_booking_v1_BatchRequest__Output } from '../../../waybill/booking/v1/BatchRequest.ts';
import type { BookRequest as _waybill_booking_v1_BookRequest, BookRequest__Output as _waybill_booking_v1_BookRequest__Output } from '../../../waybill/booking/v1/BookRequest.ts';
import type { CancelBookingRequest as _waybill_booking_v1_CancelBookingRequest, CancelBookingRequest__Output as _waybill_booking_v1_CancelBookingRequest__Output } from '../../../waybill/booking/v1/CancelBookingRequest.ts';
import type { CancelShipmentRequest as _waybill_booking_v1_CancelShipmentRequest, CancelShipmentRequest__Output as _waybill_booking_v1_CancelShipmentRequest__Output } from '../../../waybill/booking/v1/CancelShipmentRequest.ts';
import type { CreateBatchRequest as _waybill_booking_v1_CreateBatchRequest, CreateBatchRequest__Output as _waybill_booking_v1_CreateBatchRequest__Output } from '../../../waybill/booking/v1/CreateBatchRequest.ts';
import type { CreateDriverRequest as _waybill_booking_v1_CreateDriverRequest, CreateDriverRequest__Output as _waybill_booking_v1_CreateDriverRequest__Output } from '../../../waybill/booking/v1/CreateDriverRequest.ts';
import type { CreateLabelBatchRequest as _waybill_booking_v1_CreateLabelBatchRequest, CreateLabelBatchRequest__Output as _waybill_booking_v1_CreateLabelBatchRequest__Output } from '../../../waybill/booking/v1/CreateLabelBatchRequest.ts';
import type { CreateManifestRequest as _waybill_booking_v1_CreateManifestRequest, CreateManifestRequest__Output as _waybill_booking_v1_CreateManifestRequest__Output } from '../../../waybill/booking/v1/CreateManifestRequest.ts';
import type { CreatePickupRequest as _waybill_booking_v1_CreatePickupRequest, CreatePickupRequest__Output as _waybill_booking_v1_CreatePickupRequest__Output } from '../../../waybill/booking/v1/CreatePickupRequest.ts';
import type { DoubtfulDetails as _waybill_booking_v1_DoubtfulDetails, DoubtfulDetails__Output as _waybill_booking_v1_DoubtfulDetails__Output } from '../../../waybill/booking/v1/DoubtfulDetails.ts';
import type { DriverJobRequest as _waybill_booking_v1_DriverJobRequest, DriverJobRequest__Output as _waybill_booking_v1_DriverJobRequest__Output } from '../../../waybill/booking/v1/DriverJobRequest.ts';
import type { DriverRequest as _waybill_booking_v1_DriverRequest, DriverRequest__Output as _waybill_booking_v1_DriverRequest__Output } from '../../../waybill/booking/v1/DriverRequest.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from '../../../waybill/common/v1/FilePart.ts';
import type { FindDriverByTokenReply as _waybill_booking_v1_FindDriverByTokenReply, FindDriverByTokenReply__Output as _waybill_booking_v1_FindDriverByTokenReply__Output } from '../../../waybill/booking/v1/FindDriverByTokenReply.ts';
import type { FindDriverByTokenRequest as _waybill_booking_v1_FindDriverByTokenRequest, FindDriverByTokenRequest__Output as _waybill_booking_v1_FindDriverByTokenRequest__Output } from '../../../waybill/booking/v1/FindDriverByTokenRequest.ts';
import type { GetCostsRequest as _waybill_booking_v1_GetCostsRequest, GetCostsRequest__Output as _waybill_booking_v1_GetCostsRequest__Output } from '../../../waybill/booking/v1/GetCostsRequest.ts';
import type { GetDoubtfulRequest as _waybill_booking_v1_GetDoubtfulRequest, GetDoubtfulRequest__Output as _waybill_booking_v1_GetDoubtfulRequest__Output } from '../../../waybill/booking/v1/GetDoubtfulRequest.ts';
import type { GetDriverLocationRequest as _waybill_booking_v1_GetDriverLocationRequest, GetDriverLocationRequest__Output as _waybill_booking_v1_GetDriverLocationRequest__Output } from '../../../waybill/booking/v1/GetDriverLocationRequest.ts';
import type { GetLabelRequest as _waybill_booking_v1_GetLabelRequest, GetLabelRequest__Output as _waybill_booking_v1_GetLabelRequest__Output } from '../../../waybill/booking/v1/GetLabelRequest.ts';
import type { GetOfShipmentRequest as _waybill_booking_v1_GetOfShipmentRequest, GetOfShipmentRequest__Output as _waybill_booking_v1_GetOfShipmentRequest__Output } from '../../../waybill/booking/v1/GetOfShipmentRequest.ts';
import type { GetProofMediaRequest as _waybill_booking_v1_GetProofMediaRequest, GetProofMediaRequest__Output as _waybill_booking_v1_GetProofMediaRequest__Output } from '../../../waybill/booking/v1/GetProofMediaRequest.ts';
import type { GetRequest as _waybill_booking_v1_GetRequest, GetRequest__Output as _waybill_booking_v1_GetRequest__Output } from '../../../waybill/booking/v1/GetRequest.ts';
import type { JobMediaRequest as _waybill_booking_v1_JobMediaRequest, JobMediaRequest__Output as _waybill_booking_v1_JobMediaRequest__Output } from '../../../waybill/booking/v1/JobMediaRequest.ts';
import type { LabelBatchRequest as _waybill_booking_v1_LabelBatchRequest, LabelBatchRequest__Output as _waybill_booking_v1_LabelBatchRequest__Output } from '../../../waybill/booking/v1/LabelBatchRequest.ts';
import type { ListBatchItemsRequest as _waybill_booking_v1_ListBatchItemsRequest, ListBatchItemsRequest__Output as _waybill_booking_v1_ListBatchItemsRequest__Output } from '../../../waybill/booking/v1/ListBatchItemsRequest.ts';
import type { ListDoubtfulReply as _waybill_booking_v1_ListDoubtfulReply, ListDoubtfulReply__Output as _waybill_booking_v1_ListDoubtfulReply__Output } from '../../../waybill/booking/v1/ListDoubtfulReply.ts';
import type { ListDoubtfulRequest as _waybill_booking_v1_ListDoubtfulRequest, ListDoubtfulRequest__Output as _waybill_booking_v1_ListDoubtfulRequest__Output } from '../../../waybill/booking/v1/ListDoubtfulRequest.ts';
import type { ListDriversRequest as _waybill_booking_v1_ListDriversRequest, ListDriversRequest__Output as _waybill_booking_v1_ListDriversRequest__Output } from '../../../waybill/booking/v1/ListDriversRequest.ts';
import type { ListExchangesRequest as _waybill_booking_v1_ListExchangesRequest, ListExchangesRequest__Output as _waybill_booking_v1_ListExchangesRequest__Output } from '../../../waybill/booking/v1/ListExchangesRequest.ts';
import type { ListFaultsRequest as _waybill_booking_v1_ListFaultsRequest, ListFaultsRequest__Output as _waybill_booking_v1_ListFaultsRequest__Output } from '../../../waybill/booking/v1/ListFaultsRequest.ts';
import type { ListManifestsRequest as _waybill_booking_v1_ListManifestsRequest, ListManifestsRequest__Output as _waybill_booking_v1_ListManifestsRequest__Output } from '../../../waybill/booking/v1/ListManifestsRequest.ts';
import type { ListOfShipmentsRequest as _waybill_booking_v1_ListOfShipmentsRequest, ListOfShipmentsRequest__Output as _waybill_booking_v1_ListOfShipmentsRequest__Output } from '../../../waybill/booking/v1/ListOfShipmentsRequest.ts';
import type { ListOpenLabelsRequest as _waybill_booking_v1_ListOpenLabelsRequest, ListOpenLabelsRequest__Output as _waybill_booking_v1_ListOpenLabelsRequest__Output } from '../../../waybill/booking/v1/ListOpenLabelsRequest.ts';
import type { ListPickupsRequest as _waybill_booking_v1_ListPickupsRequest, ListPickupsRequest__Output as _waybill_booking_v1_ListPickupsRequest__Output } from '../../../waybill/booking/v1/ListPickupsRequest.ts';
import type { ListRequest as _waybill_booking_v1_ListRequest, ListRequest__Output as _waybill_booking_v1_ListRequest__Output } from '../../../waybill/booking/v1/ListRequest.ts';
import type { ManifestRequest as _waybill_booking_v1_ManifestRequest, ManifestRequest__Output as _waybill_booking_v1_ManifestRequest__Output } from '../../../waybill/booking/v1/ManifestRequest.ts';
import type { MarkLabelPrintedRequest as _waybill_booking_v1_MarkLabelPrintedRequest, MarkLabelPrintedRequest__Output as _waybill_booking_v1_MarkLabelPrintedRequest__Output } from '../../../waybill/booking/v1/MarkLabelPrintedRequest.ts';
import type { PickupRequest as _waybill_booking_v1_PickupRequest, PickupRequest__Output as _waybill_booking_v1_PickupRequest__Output } from '../../../waybill/booking/v1/PickupRequest.ts';
import type { PlanFaultRequest as _waybill_booking_v1_PlanFaultRequest, PlanFaultRequest__Output as _waybill_booking_v1_PlanFaultRequest__Output } from '../../../waybill/booking/v1/PlanFaultRequest.ts';
import type { ReceiveCallbackReply as _waybill_booking_v1_ReceiveCallbackReply, ReceiveCallbackReply__Output as _waybill_booking_v1_ReceiveCallbackReply__Output } from '../../../waybill/booking/v1/ReceiveCallbackReply.ts';
import type { ReceiveCallbackRequest as _waybill_booking_v1_ReceiveCallbackRequest, ReceiveCallbackRequest__Output as _waybill_booking_v1_ReceiveCallbackRequest__Output } from '../../../waybill/booking/v1/ReceiveCallbackRequest.ts';
import type { RemoveFaultRequest as _waybill_booking_v1_RemoveFaultRequest, RemoveFaultRequest__Output as _waybill_booking_v1_RemoveFaultRequest__Output } from '../../../waybill/booking/v1/RemoveFaultRequest.ts';
import type { Resolution as _waybill_booking_v1_Resolution, Resolution__Output as _waybill_booking_v1_Resolution__Output } from '../../../waybill/booking/v1/Resolution.ts';
import type { ResolveDoubtfulRequest as _waybill_booking_v1_ResolveDoubtfulRequest, ResolveDoubtfulRequest__Output as _waybill_booking_v1_ResolveDoubtfulRequest__Output } from '../../../waybill/booking/v1/ResolveDoubtfulRequest.ts';
import type { RevokeDocumentLinksRequest as _waybill_booking_v1_RevokeDocumentLinksRequest, RevokeDocumentLinksRequest__Output as _waybill_booking_v1_RevokeDocumentLinksRequest__Output } from '../../../waybill/booking/v1/RevokeDocumentLinksRequest.ts';
import type { UpdateShipmentRequest as _waybill_booking_v1_UpdateShipmentRequest, UpdateShipmentRequest__Output as _waybill_booking_v1_UpdateShipmentRequest__Output } from '../../../waybill/booking/v1/UpdateShipmentRequest.ts';

export interface BookingServiceClient extends grpc.Client {
  AcceptOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AcceptOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AcceptOffer(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AcceptOffer(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  acceptOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  acceptOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  acceptOffer(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  acceptOffer(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  AddJobMedia(argument: _waybill_booking_v1_JobMediaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddJobMedia(argument: _waybill_booking_v1_JobMediaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddJobMedia(argument: _waybill_booking_v1_JobMediaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AddJobMedia(argument: _waybill_booking_v1_JobMediaRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addJobMedia(argument: _waybill_booking_v1_JobMediaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addJobMedia(argument: _waybill_booking_v1_JobMediaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addJobMedia(argument: _waybill_booking_v1_JobMediaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  addJobMedia(argument: _waybill_booking_v1_JobMediaRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
   * Gives the booking's job to a driver by hand.
   */
  AssignDriver(argument: _waybill_booking_v1_AssignDriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AssignDriver(argument: _waybill_booking_v1_AssignDriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AssignDriver(argument: _waybill_booking_v1_AssignDriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  AssignDriver(argument: _waybill_booking_v1_AssignDriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Gives the booking's job to a driver by hand.
   */
  assignDriver(argument: _waybill_booking_v1_AssignDriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  assignDriver(argument: _waybill_booking_v1_AssignDriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  assignDriver(argument: _waybill_booking_v1_AssignDriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  assignDriver(argument: _waybill_booking_v1_AssignDriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  /**
   * Cancels the booking alone. The shipment can be booked again.
   */
  CancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Cancels the booking alone. The shipment can be booked again.
   */
  cancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelBooking(argument: _waybill_booking_v1_CancelBookingRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  CancelPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelPickup(argument: _waybill_booking_v1_PickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelPickup(argument: _waybill_booking_v1_PickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelPickup(argument: _waybill_booking_v1_PickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelPickup(argument: _waybill_booking_v1_PickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelShipment(argument: _waybill_booking_v1_CancelShipmentRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Batches of bookings, which continue after the reply.
   */
  CreateBatch(argument: _waybill_booking_v1_CreateBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateBatch(argument: _waybill_booking_v1_CreateBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateBatch(argument: _waybill_booking_v1_CreateBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateBatch(argument: _waybill_booking_v1_CreateBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Batches of bookings, which continue after the reply.
   */
  createBatch(argument: _waybill_booking_v1_CreateBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createBatch(argument: _waybill_booking_v1_CreateBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createBatch(argument: _waybill_booking_v1_CreateBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createBatch(argument: _waybill_booking_v1_CreateBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Drivers of the merchant's own fleet.
   */
  CreateDriver(argument: _waybill_booking_v1_CreateDriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateDriver(argument: _waybill_booking_v1_CreateDriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateDriver(argument: _waybill_booking_v1_CreateDriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateDriver(argument: _waybill_booking_v1_CreateDriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Drivers of the merchant's own fleet.
   */
  createDriver(argument: _waybill_booking_v1_CreateDriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createDriver(argument: _waybill_booking_v1_CreateDriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createDriver(argument: _waybill_booking_v1_CreateDriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createDriver(argument: _waybill_booking_v1_CreateDriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Labels of many bookings in one document.
   */
  CreateLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Labels of many bookings in one document.
   */
  createLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createLabelBatch(argument: _waybill_booking_v1_CreateLabelBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Manifests of labels, which continue after the reply.
   */
  CreateManifest(argument: _waybill_booking_v1_CreateManifestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateManifest(argument: _waybill_booking_v1_CreateManifestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateManifest(argument: _waybill_booking_v1_CreateManifestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateManifest(argument: _waybill_booking_v1_CreateManifestRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Manifests of labels, which continue after the reply.
   */
  createManifest(argument: _waybill_booking_v1_CreateManifestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createManifest(argument: _waybill_booking_v1_CreateManifestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createManifest(argument: _waybill_booking_v1_CreateManifestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createManifest(argument: _waybill_booking_v1_CreateManifestRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Pickups of parcels at the merchant, which continue after the reply.
   */
  CreatePickup(argument: _waybill_booking_v1_CreatePickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickup(argument: _waybill_booking_v1_CreatePickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickup(argument: _waybill_booking_v1_CreatePickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreatePickup(argument: _waybill_booking_v1_CreatePickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Pickups of parcels at the merchant, which continue after the reply.
   */
  createPickup(argument: _waybill_booking_v1_CreatePickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickup(argument: _waybill_booking_v1_CreatePickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickup(argument: _waybill_booking_v1_CreatePickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createPickup(argument: _waybill_booking_v1_CreatePickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeclineOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeclineOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeclineOffer(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeclineOffer(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  declineOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  declineOffer(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  declineOffer(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  declineOffer(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeleteDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * For drivers, through the gateway, which has asked whose token it is.
   */
  FindDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  FindDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  FindDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  FindDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  /**
   * For drivers, through the gateway, which has asked whose token it is.
   */
  findDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  findDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  findDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  findDriverByToken(argument: _waybill_booking_v1_FindDriverByTokenRequest, callback: grpc.requestCallback<_waybill_booking_v1_FindDriverByTokenReply__Output>): grpc.ClientUnaryCall;
  
  Get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Get(argument: _waybill_booking_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  get(argument: _waybill_booking_v1_GetRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetBatch(argument: _waybill_booking_v1_BatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _waybill_booking_v1_BatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _waybill_booking_v1_BatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetBatch(argument: _waybill_booking_v1_BatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _waybill_booking_v1_BatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _waybill_booking_v1_BatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _waybill_booking_v1_BatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getBatch(argument: _waybill_booking_v1_BatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Costs by week, carrier, service and currency.
   */
  GetCosts(argument: _waybill_booking_v1_GetCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCosts(argument: _waybill_booking_v1_GetCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCosts(argument: _waybill_booking_v1_GetCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetCosts(argument: _waybill_booking_v1_GetCostsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Costs by week, carrier, service and currency.
   */
  getCosts(argument: _waybill_booking_v1_GetCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCosts(argument: _waybill_booking_v1_GetCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCosts(argument: _waybill_booking_v1_GetCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getCosts(argument: _waybill_booking_v1_GetCostsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  GetDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  GetLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getLabelBatch(argument: _waybill_booking_v1_LabelBatchRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetLabelBatchDocument(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  GetLabelBatchDocument(argument: _waybill_booking_v1_LabelBatchRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getLabelBatchDocument(argument: _waybill_booking_v1_LabelBatchRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getLabelBatchDocument(argument: _waybill_booking_v1_LabelBatchRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  
  GetManifest(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetManifest(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetManifest(argument: _waybill_booking_v1_ManifestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetManifest(argument: _waybill_booking_v1_ManifestRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getManifest(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getManifest(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getManifest(argument: _waybill_booking_v1_ManifestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getManifest(argument: _waybill_booking_v1_ManifestRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetManifestDocument(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  GetManifestDocument(argument: _waybill_booking_v1_ManifestRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getManifestDocument(argument: _waybill_booking_v1_ManifestRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  getManifestDocument(argument: _waybill_booking_v1_ManifestRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_waybill_common_v1_FilePart__Output>;
  
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
  
  GetPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickup(argument: _waybill_booking_v1_PickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetPickup(argument: _waybill_booking_v1_PickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickup(argument: _waybill_booking_v1_PickupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickup(argument: _waybill_booking_v1_PickupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getPickup(argument: _waybill_booking_v1_PickupRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  ListBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listBatchItems(argument: _waybill_booking_v1_ListBatchItemsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  ListDriverJobs(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDriverJobs(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDriverJobs(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDriverJobs(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDriverJobs(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDriverJobs(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDriverJobs(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDriverJobs(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListDrivers(argument: _waybill_booking_v1_ListDriversRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDrivers(argument: _waybill_booking_v1_ListDriversRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDrivers(argument: _waybill_booking_v1_ListDriversRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDrivers(argument: _waybill_booking_v1_ListDriversRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDrivers(argument: _waybill_booking_v1_ListDriversRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDrivers(argument: _waybill_booking_v1_ListDriversRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDrivers(argument: _waybill_booking_v1_ListDriversRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDrivers(argument: _waybill_booking_v1_ListDriversRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Redacted exchanges with the carrier about a booking.
   */
  ListExchanges(argument: _waybill_booking_v1_ListExchangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_booking_v1_ListExchangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_booking_v1_ListExchangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListExchanges(argument: _waybill_booking_v1_ListExchangesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Redacted exchanges with the carrier about a booking.
   */
  listExchanges(argument: _waybill_booking_v1_ListExchangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_booking_v1_ListExchangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_booking_v1_ListExchangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listExchanges(argument: _waybill_booking_v1_ListExchangesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListFaults(argument: _waybill_booking_v1_ListFaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListFaults(argument: _waybill_booking_v1_ListFaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListFaults(argument: _waybill_booking_v1_ListFaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListFaults(argument: _waybill_booking_v1_ListFaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listFaults(argument: _waybill_booking_v1_ListFaultsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listFaults(argument: _waybill_booking_v1_ListFaultsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listFaults(argument: _waybill_booking_v1_ListFaultsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listFaults(argument: _waybill_booking_v1_ListFaultsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListManifests(argument: _waybill_booking_v1_ListManifestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListManifests(argument: _waybill_booking_v1_ListManifestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListManifests(argument: _waybill_booking_v1_ListManifestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListManifests(argument: _waybill_booking_v1_ListManifestsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listManifests(argument: _waybill_booking_v1_ListManifestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listManifests(argument: _waybill_booking_v1_ListManifestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listManifests(argument: _waybill_booking_v1_ListManifestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listManifests(argument: _waybill_booking_v1_ListManifestsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * The same for several shipments, without those that have no booking.
   */
  ListOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * The same for several shipments, without those that have no booking.
   */
  listOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOfShipments(argument: _waybill_booking_v1_ListOfShipmentsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listOpenLabels(argument: _waybill_booking_v1_ListOpenLabelsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListPickups(argument: _waybill_booking_v1_ListPickupsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickups(argument: _waybill_booking_v1_ListPickupsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickups(argument: _waybill_booking_v1_ListPickupsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListPickups(argument: _waybill_booking_v1_ListPickupsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickups(argument: _waybill_booking_v1_ListPickupsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickups(argument: _waybill_booking_v1_ListPickupsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickups(argument: _waybill_booking_v1_ListPickupsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listPickups(argument: _waybill_booking_v1_ListPickupsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Notes that the label was printed.
   */
  MarkLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MarkLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MarkLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MarkLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Notes that the label was printed.
   */
  markLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  markLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  markLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  markLabelPrinted(argument: _waybill_booking_v1_MarkLabelPrintedRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  MoveDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MoveDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MoveDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  MoveDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  moveDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  moveDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  moveDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  moveDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Faults that the simulated carriers are to have. Test environments only.
   */
  PlanFault(argument: _waybill_booking_v1_PlanFaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PlanFault(argument: _waybill_booking_v1_PlanFaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PlanFault(argument: _waybill_booking_v1_PlanFaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PlanFault(argument: _waybill_booking_v1_PlanFaultRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Faults that the simulated carriers are to have. Test environments only.
   */
  planFault(argument: _waybill_booking_v1_PlanFaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  planFault(argument: _waybill_booking_v1_PlanFaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  planFault(argument: _waybill_booking_v1_PlanFaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  planFault(argument: _waybill_booking_v1_PlanFaultRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  RemoveFault(argument: _waybill_booking_v1_RemoveFaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RemoveFault(argument: _waybill_booking_v1_RemoveFaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RemoveFault(argument: _waybill_booking_v1_RemoveFaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RemoveFault(argument: _waybill_booking_v1_RemoveFaultRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  removeFault(argument: _waybill_booking_v1_RemoveFaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  removeFault(argument: _waybill_booking_v1_RemoveFaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  removeFault(argument: _waybill_booking_v1_RemoveFaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  removeFault(argument: _waybill_booking_v1_RemoveFaultRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ReportJob(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ReportJob(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ReportJob(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ReportJob(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  reportJob(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  reportJob(argument: _waybill_booking_v1_DriverJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  reportJob(argument: _waybill_booking_v1_DriverJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  reportJob(argument: _waybill_booking_v1_DriverJobRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  
  /**
   * Revokes the signed URLs of the label and the proof that were issued before.
   */
  RevokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RevokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RevokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RevokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Revokes the signed URLs of the label and the proof that were issued before.
   */
  revokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  revokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  revokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  revokeDocumentLinks(argument: _waybill_booking_v1_RevokeDocumentLinksRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * Replaces the driver's token.
   */
  RotateDriverToken(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateDriverToken(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateDriverToken(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateDriverToken(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  /**
   * Replaces the driver's token.
   */
  rotateDriverToken(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateDriverToken(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateDriverToken(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateDriverToken(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  UpdateDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateDriver(argument: _waybill_booking_v1_DriverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateDriver(argument: _waybill_booking_v1_DriverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateDriver(argument: _waybill_booking_v1_DriverRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
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
  AcceptOffer: grpc.handleUnaryCall<_waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer>;
  
  AddJobMedia: grpc.handleUnaryCall<_waybill_booking_v1_JobMediaRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Advances the simulated courier. Test environments only.
   */
  Advance: grpc.handleUnaryCall<_waybill_booking_v1_AdvanceRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Gives the booking's job to a driver by hand.
   */
  AssignDriver: grpc.handleUnaryCall<_waybill_booking_v1_AssignDriverRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For merchants, through the gateway. Every operation that changes a booked shipment enters here.
   */
  Book: grpc.handleUnaryCall<_waybill_booking_v1_BookRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Cancels the booking alone. The shipment can be booked again.
   */
  CancelBooking: grpc.handleUnaryCall<_waybill_booking_v1_CancelBookingRequest__Output, _waybill_common_v1_Answer>;
  
  CancelPickup: grpc.handleUnaryCall<_waybill_booking_v1_PickupRequest__Output, _waybill_common_v1_Answer>;
  
  CancelShipment: grpc.handleUnaryCall<_waybill_booking_v1_CancelShipmentRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Batches of bookings, which continue after the reply.
   */
  CreateBatch: grpc.handleUnaryCall<_waybill_booking_v1_CreateBatchRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Drivers of the merchant's own fleet.
   */
  CreateDriver: grpc.handleUnaryCall<_waybill_booking_v1_CreateDriverRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Labels of many bookings in one document.
   */
  CreateLabelBatch: grpc.handleUnaryCall<_waybill_booking_v1_CreateLabelBatchRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Manifests of labels, which continue after the reply.
   */
  CreateManifest: grpc.handleUnaryCall<_waybill_booking_v1_CreateManifestRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Pickups of parcels at the merchant, which continue after the reply.
   */
  CreatePickup: grpc.handleUnaryCall<_waybill_booking_v1_CreatePickupRequest__Output, _waybill_common_v1_Answer>;
  
  DeclineOffer: grpc.handleUnaryCall<_waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer>;
  
  DeleteDriver: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For drivers, through the gateway, which has asked whose token it is.
   */
  FindDriverByToken: grpc.handleUnaryCall<_waybill_booking_v1_FindDriverByTokenRequest__Output, _waybill_booking_v1_FindDriverByTokenReply>;
  
  Get: grpc.handleUnaryCall<_waybill_booking_v1_GetRequest__Output, _waybill_common_v1_Answer>;
  
  GetBatch: grpc.handleUnaryCall<_waybill_booking_v1_BatchRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Costs by week, carrier, service and currency.
   */
  GetCosts: grpc.handleUnaryCall<_waybill_booking_v1_GetCostsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * One of them with its requests to the carrier and the responses.
   */
  GetDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_GetDoubtfulRequest__Output, _waybill_booking_v1_DoubtfulDetails>;
  
  GetDriver: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  GetDriverLocation: grpc.handleUnaryCall<_waybill_booking_v1_GetDriverLocationRequest__Output, _waybill_common_v1_Answer>;
  
  GetLabel: grpc.handleServerStreamingCall<_waybill_booking_v1_GetLabelRequest__Output, _waybill_common_v1_FilePart>;
  
  GetLabelBatch: grpc.handleUnaryCall<_waybill_booking_v1_LabelBatchRequest__Output, _waybill_common_v1_Answer>;
  
  GetLabelBatchDocument: grpc.handleServerStreamingCall<_waybill_booking_v1_LabelBatchRequest__Output, _waybill_common_v1_FilePart>;
  
  GetManifest: grpc.handleUnaryCall<_waybill_booking_v1_ManifestRequest__Output, _waybill_common_v1_Answer>;
  
  GetManifestDocument: grpc.handleServerStreamingCall<_waybill_booking_v1_ManifestRequest__Output, _waybill_common_v1_FilePart>;
  
  /**
   * The active booking of a shipment, or the latest one.
   */
  GetOfShipment: grpc.handleUnaryCall<_waybill_booking_v1_GetOfShipmentRequest__Output, _waybill_common_v1_Answer>;
  
  GetPickup: grpc.handleUnaryCall<_waybill_booking_v1_PickupRequest__Output, _waybill_common_v1_Answer>;
  
  GetProofMedia: grpc.handleServerStreamingCall<_waybill_booking_v1_GetProofMediaRequest__Output, _waybill_common_v1_FilePart>;
  
  List: grpc.handleUnaryCall<_waybill_booking_v1_ListRequest__Output, _waybill_common_v1_Answer>;
  
  ListBatchItems: grpc.handleUnaryCall<_waybill_booking_v1_ListBatchItemsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For operators, through the gateway's admin port.
   * Bookings of all environments whose outcome at the carrier is unknown, oldest first.
   */
  ListDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_ListDoubtfulRequest__Output, _waybill_booking_v1_ListDoubtfulReply>;
  
  ListDriverJobs: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  ListDrivers: grpc.handleUnaryCall<_waybill_booking_v1_ListDriversRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Redacted exchanges with the carrier about a booking.
   */
  ListExchanges: grpc.handleUnaryCall<_waybill_booking_v1_ListExchangesRequest__Output, _waybill_common_v1_Answer>;
  
  ListFaults: grpc.handleUnaryCall<_waybill_booking_v1_ListFaultsRequest__Output, _waybill_common_v1_Answer>;
  
  ListManifests: grpc.handleUnaryCall<_waybill_booking_v1_ListManifestsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * The same for several shipments, without those that have no booking.
   */
  ListOfShipments: grpc.handleUnaryCall<_waybill_booking_v1_ListOfShipmentsRequest__Output, _waybill_common_v1_Answer>;
  
  ListOpenLabels: grpc.handleUnaryCall<_waybill_booking_v1_ListOpenLabelsRequest__Output, _waybill_common_v1_Answer>;
  
  ListPickups: grpc.handleUnaryCall<_waybill_booking_v1_ListPickupsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Notes that the label was printed.
   */
  MarkLabelPrinted: grpc.handleUnaryCall<_waybill_booking_v1_MarkLabelPrintedRequest__Output, _waybill_common_v1_Answer>;
  
  MoveDriver: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Faults that the simulated carriers are to have. Test environments only.
   */
  PlanFault: grpc.handleUnaryCall<_waybill_booking_v1_PlanFaultRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For carriers, through the gateway. Replies after the commit.
   */
  ReceiveCallback: grpc.handleUnaryCall<_waybill_booking_v1_ReceiveCallbackRequest__Output, _waybill_booking_v1_ReceiveCallbackReply>;
  
  RemoveFault: grpc.handleUnaryCall<_waybill_booking_v1_RemoveFaultRequest__Output, _waybill_common_v1_Answer>;
  
  ReportJob: grpc.handleUnaryCall<_waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Records the outcome that an operator has learned.
   */
  ResolveDoubtful: grpc.handleUnaryCall<_waybill_booking_v1_ResolveDoubtfulRequest__Output, _waybill_booking_v1_Resolution>;
  
  /**
   * Revokes the signed URLs of the label and the proof that were issued before.
   */
  RevokeDocumentLinks: grpc.handleUnaryCall<_waybill_booking_v1_RevokeDocumentLinksRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * Replaces the driver's token.
   */
  RotateDriverToken: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  UpdateDriver: grpc.handleUnaryCall<_waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer>;
  
  UpdateShipment: grpc.handleUnaryCall<_waybill_booking_v1_UpdateShipmentRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface BookingServiceDefinition extends grpc.ServiceDefinition {
  AcceptOffer: MethodDefinition<_waybill_booking_v1_DriverJobRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer__Output>
  AddJobMedia: MethodDefinition<_waybill_booking_v1_JobMediaRequest, _waybill_common_v1_Answer, _waybill_booking_v1_JobMediaRequest__Output, _waybill_common_v1_Answer__Output>
  Advance: MethodDefinition<_waybill_booking_v1_AdvanceRequest, _waybill_common_v1_Answer, _waybill_booking_v1_AdvanceRequest__Output, _waybill_common_v1_Answer__Output>
  AssignDriver: MethodDefinition<_waybill_booking_v1_AssignDriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_AssignDriverRequest__Output, _waybill_common_v1_Answer__Output>
  Book: MethodDefinition<_waybill_booking_v1_BookRequest, _waybill_common_v1_Answer, _waybill_booking_v1_BookRequest__Output, _waybill_common_v1_Answer__Output>
  CancelBooking: MethodDefinition<_waybill_booking_v1_CancelBookingRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CancelBookingRequest__Output, _waybill_common_v1_Answer__Output>
  CancelPickup: MethodDefinition<_waybill_booking_v1_PickupRequest, _waybill_common_v1_Answer, _waybill_booking_v1_PickupRequest__Output, _waybill_common_v1_Answer__Output>
  CancelShipment: MethodDefinition<_waybill_booking_v1_CancelShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CancelShipmentRequest__Output, _waybill_common_v1_Answer__Output>
  CreateBatch: MethodDefinition<_waybill_booking_v1_CreateBatchRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CreateBatchRequest__Output, _waybill_common_v1_Answer__Output>
  CreateDriver: MethodDefinition<_waybill_booking_v1_CreateDriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CreateDriverRequest__Output, _waybill_common_v1_Answer__Output>
  CreateLabelBatch: MethodDefinition<_waybill_booking_v1_CreateLabelBatchRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CreateLabelBatchRequest__Output, _waybill_common_v1_Answer__Output>
  CreateManifest: MethodDefinition<_waybill_booking_v1_CreateManifestRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CreateManifestRequest__Output, _waybill_common_v1_Answer__Output>
  CreatePickup: MethodDefinition<_waybill_booking_v1_CreatePickupRequest, _waybill_common_v1_Answer, _waybill_booking_v1_CreatePickupRequest__Output, _waybill_common_v1_Answer__Output>
  DeclineOffer: MethodDefinition<_waybill_booking_v1_DriverJobRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer__Output>
  DeleteDriver: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  FindDriverByToken: MethodDefinition<_waybill_booking_v1_FindDriverByTokenRequest, _waybill_booking_v1_FindDriverByTokenReply, _waybill_booking_v1_FindDriverByTokenRequest__Output, _waybill_booking_v1_FindDriverByTokenReply__Output>
  Get: MethodDefinition<_waybill_booking_v1_GetRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetRequest__Output, _waybill_common_v1_Answer__Output>
  GetBatch: MethodDefinition<_waybill_booking_v1_BatchRequest, _waybill_common_v1_Answer, _waybill_booking_v1_BatchRequest__Output, _waybill_common_v1_Answer__Output>
  GetCosts: MethodDefinition<_waybill_booking_v1_GetCostsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetCostsRequest__Output, _waybill_common_v1_Answer__Output>
  GetDoubtful: MethodDefinition<_waybill_booking_v1_GetDoubtfulRequest, _waybill_booking_v1_DoubtfulDetails, _waybill_booking_v1_GetDoubtfulRequest__Output, _waybill_booking_v1_DoubtfulDetails__Output>
  GetDriver: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  GetDriverLocation: MethodDefinition<_waybill_booking_v1_GetDriverLocationRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetDriverLocationRequest__Output, _waybill_common_v1_Answer__Output>
  GetLabel: MethodDefinition<_waybill_booking_v1_GetLabelRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_GetLabelRequest__Output, _waybill_common_v1_FilePart__Output>
  GetLabelBatch: MethodDefinition<_waybill_booking_v1_LabelBatchRequest, _waybill_common_v1_Answer, _waybill_booking_v1_LabelBatchRequest__Output, _waybill_common_v1_Answer__Output>
  GetLabelBatchDocument: MethodDefinition<_waybill_booking_v1_LabelBatchRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_LabelBatchRequest__Output, _waybill_common_v1_FilePart__Output>
  GetManifest: MethodDefinition<_waybill_booking_v1_ManifestRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ManifestRequest__Output, _waybill_common_v1_Answer__Output>
  GetManifestDocument: MethodDefinition<_waybill_booking_v1_ManifestRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_ManifestRequest__Output, _waybill_common_v1_FilePart__Output>
  GetOfShipment: MethodDefinition<_waybill_booking_v1_GetOfShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_GetOfShipmentRequest__Output, _waybill_common_v1_Answer__Output>
  GetPickup: MethodDefinition<_waybill_booking_v1_PickupRequest, _waybill_common_v1_Answer, _waybill_booking_v1_PickupRequest__Output, _waybill_common_v1_Answer__Output>
  GetProofMedia: MethodDefinition<_waybill_booking_v1_GetProofMediaRequest, _waybill_common_v1_FilePart, _waybill_booking_v1_GetProofMediaRequest__Output, _waybill_common_v1_FilePart__Output>
  List: MethodDefinition<_waybill_booking_v1_ListRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListRequest__Output, _waybill_common_v1_Answer__Output>
  ListBatchItems: MethodDefinition<_waybill_booking_v1_ListBatchItemsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListBatchItemsRequest__Output, _waybill_common_v1_Answer__Output>
  ListDoubtful: MethodDefinition<_waybill_booking_v1_ListDoubtfulRequest, _waybill_booking_v1_ListDoubtfulReply, _waybill_booking_v1_ListDoubtfulRequest__Output, _waybill_booking_v1_ListDoubtfulReply__Output>
  ListDriverJobs: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  ListDrivers: MethodDefinition<_waybill_booking_v1_ListDriversRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListDriversRequest__Output, _waybill_common_v1_Answer__Output>
  ListExchanges: MethodDefinition<_waybill_booking_v1_ListExchangesRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListExchangesRequest__Output, _waybill_common_v1_Answer__Output>
  ListFaults: MethodDefinition<_waybill_booking_v1_ListFaultsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListFaultsRequest__Output, _waybill_common_v1_Answer__Output>
  ListManifests: MethodDefinition<_waybill_booking_v1_ListManifestsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListManifestsRequest__Output, _waybill_common_v1_Answer__Output>
  ListOfShipments: MethodDefinition<_waybill_booking_v1_ListOfShipmentsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListOfShipmentsRequest__Output, _waybill_common_v1_Answer__Output>
  ListOpenLabels: MethodDefinition<_waybill_booking_v1_ListOpenLabelsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListOpenLabelsRequest__Output, _waybill_common_v1_Answer__Output>
  ListPickups: MethodDefinition<_waybill_booking_v1_ListPickupsRequest, _waybill_common_v1_Answer, _waybill_booking_v1_ListPickupsRequest__Output, _waybill_common_v1_Answer__Output>
  MarkLabelPrinted: MethodDefinition<_waybill_booking_v1_MarkLabelPrintedRequest, _waybill_common_v1_Answer, _waybill_booking_v1_MarkLabelPrintedRequest__Output, _waybill_common_v1_Answer__Output>
  MoveDriver: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  PlanFault: MethodDefinition<_waybill_booking_v1_PlanFaultRequest, _waybill_common_v1_Answer, _waybill_booking_v1_PlanFaultRequest__Output, _waybill_common_v1_Answer__Output>
  ReceiveCallback: MethodDefinition<_waybill_booking_v1_ReceiveCallbackRequest, _waybill_booking_v1_ReceiveCallbackReply, _waybill_booking_v1_ReceiveCallbackRequest__Output, _waybill_booking_v1_ReceiveCallbackReply__Output>
  RemoveFault: MethodDefinition<_waybill_booking_v1_RemoveFaultRequest, _waybill_common_v1_Answer, _waybill_booking_v1_RemoveFaultRequest__Output, _waybill_common_v1_Answer__Output>
  ReportJob: MethodDefinition<_waybill_booking_v1_DriverJobRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverJobRequest__Output, _waybill_common_v1_Answer__Output>
  ResolveDoubtful: MethodDefinition<_waybill_booking_v1_ResolveDoubtfulRequest, _waybill_booking_v1_Resolution, _waybill_booking_v1_ResolveDoubtfulRequest__Output, _waybill_booking_v1_Resolution__Output>
  RevokeDocumentLinks: MethodDefinition<_waybill_booking_v1_RevokeDocumentLinksRequest, _waybill_common_v1_Answer, _waybill_booking_v1_RevokeDocumentLinksRequest__Output, _waybill_common_v1_Answer__Output>
  RotateDriverToken: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  UpdateDriver: MethodDefinition<_waybill_booking_v1_DriverRequest, _waybill_common_v1_Answer, _waybill_booking_v1_DriverRequest__Output, _waybill_common_v1_Answer__Output>
  UpdateShipment: MethodDefinition<_waybill_booking_v1_UpdateShipmentRequest, _waybill_common_v1_Answer, _waybill_booking_v1_UpdateShipmentRequest__Output, _waybill_common_v1_Answer__Output>
}
