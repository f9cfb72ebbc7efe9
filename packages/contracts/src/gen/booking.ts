import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AdvanceRequest as _waybill_booking_v1_AdvanceRequest, AdvanceRequest__Output as _waybill_booking_v1_AdvanceRequest__Output } from './waybill/booking/v1/AdvanceRequest.ts';
import type { AssignDriverRequest as _waybill_booking_v1_AssignDriverRequest, AssignDriverRequest__Output as _waybill_booking_v1_AssignDriverRequest__Output } from './waybill/booking/v1/AssignDriverRequest.ts';
import type { BatchRequest as _waybill_booking_v1_BatchRequest, BatchRequest__Output as _waybill_booking_v1_BatchRequest__Output } from './waybill/booking/v1/BatchRequest.ts';
import type { BookRequest as _waybill_booking_v1_BookRequest, BookRequest__Output as _waybill_booking_v1_BookRequest__Output } from './waybill/booking/v1/BookRequest.ts';
import type { BookingServiceClient as _waybill_booking_v1_BookingServiceClient, BookingServiceDefinition as _waybill_booking_v1_BookingServiceDefinition } from './waybill/booking/v1/BookingService.ts';
import type { CancelBookingRequest as _waybill_booking_v1_CancelBookingRequest, CancelBookingRequest__Output as _waybill_booking_v1_CancelBookingRequest__Output } from './waybill/booking/v1/CancelBookingRequest.ts';
import type { CancelShipmentRequest as _waybill_booking_v1_CancelShipmentRequest, CancelShipmentRequest__Output as _waybill_booking_v1_CancelShipmentRequest__Output } from './waybill/booking/v1/CancelShipmentRequest.ts';
import type { CreateBatchRequest as _waybill_booking_v1_CreateBatchRequest, CreateBatchRequest__Output as _waybill_booking_v1_CreateBatchRequest__Output } from './waybill/booking/v1/CreateBatchRequest.ts';
import type { CreateDriverRequest as _waybill_booking_v1_CreateDriverRequest, CreateDriverRequest__Output as _waybill_booking_v1_CreateDriverRequest__Output } from './waybill/booking/v1/CreateDriverRequest.ts';
import type { CreateLabelBatchRequest as _waybill_booking_v1_CreateLabelBatchRequest, CreateLabelBatchRequest__Output as _waybill_booking_v1_CreateLabelBatchRequest__Output } from './waybill/booking/v1/CreateLabelBatchRequest.ts';
import type { CreateManifestRequest as _waybill_booking_v1_CreateManifestRequest, CreateManifestRequest__Output as _waybill_booking_v1_CreateManifestRequest__Output } from './waybill/booking/v1/CreateManifestRequest.ts';
import type { CreatePickupRequest as _waybill_booking_v1_CreatePickupRequest, CreatePickupRequest__Output as _waybill_booking_v1_CreatePickupRequest__Output } from './waybill/booking/v1/CreatePickupRequest.ts';
import type { DoubtfulBooking as _waybill_booking_v1_DoubtfulBooking, DoubtfulBooking__Output as _waybill_booking_v1_DoubtfulBooking__Output } from './waybill/booking/v1/DoubtfulBooking.ts';
import type { DoubtfulDetails as _waybill_booking_v1_DoubtfulDetails, DoubtfulDetails__Output as _waybill_booking_v1_DoubtfulDetails__Output } from './waybill/booking/v1/DoubtfulDetails.ts';
import type { DriverJobRequest as _waybill_booking_v1_DriverJobRequest, DriverJobRequest__Output as _waybill_booking_v1_DriverJobRequest__Output } from './waybill/booking/v1/DriverJobRequest.ts';
import type { DriverRequest as _waybill_booking_v1_DriverRequest, DriverRequest__Output as _waybill_booking_v1_DriverRequest__Output } from './waybill/booking/v1/DriverRequest.ts';
import type { Exchange as _waybill_booking_v1_Exchange, Exchange__Output as _waybill_booking_v1_Exchange__Output } from './waybill/booking/v1/Exchange.ts';
import type { FindDriverByTokenReply as _waybill_booking_v1_FindDriverByTokenReply, FindDriverByTokenReply__Output as _waybill_booking_v1_FindDriverByTokenReply__Output } from './waybill/booking/v1/FindDriverByTokenReply.ts';
import type { FindDriverByTokenRequest as _waybill_booking_v1_FindDriverByTokenRequest, FindDriverByTokenRequest__Output as _waybill_booking_v1_FindDriverByTokenRequest__Output } from './waybill/booking/v1/FindDriverByTokenRequest.ts';
import type { GetCostsRequest as _waybill_booking_v1_GetCostsRequest, GetCostsRequest__Output as _waybill_booking_v1_GetCostsRequest__Output } from './waybill/booking/v1/GetCostsRequest.ts';
import type { GetDoubtfulRequest as _waybill_booking_v1_GetDoubtfulRequest, GetDoubtfulRequest__Output as _waybill_booking_v1_GetDoubtfulRequest__Output } from './waybill/booking/v1/GetDoubtfulRequest.ts';
import type { GetDriverLocationRequest as _waybill_booking_v1_GetDriverLocationRequest, GetDriverLocationRequest__Output as _waybill_booking_v1_GetDriverLocationRequest__Output } from './waybill/booking/v1/GetDriverLocationRequest.ts';
import type { GetLabelRequest as _waybill_booking_v1_GetLabelRequest, GetLabelRequest__Output as _waybill_booking_v1_GetLabelRequest__Output } from './waybill/booking/v1/GetLabelRequest.ts';
import type { GetOfShipmentRequest as _waybill_booking_v1_GetOfShipmentRequest, GetOfShipmentRequest__Output as _waybill_booking_v1_GetOfShipmentRequest__Output } from './waybill/booking/v1/GetOfShipmentRequest.ts';
import type { GetProofMediaRequest as _waybill_booking_v1_GetProofMediaRequest, GetProofMediaRequest__Output as _waybill_booking_v1_GetProofMediaRequest__Output } from './waybill/booking/v1/GetProofMediaRequest.ts';
import type { GetRequest as _waybill_booking_v1_GetRequest, GetRequest__Output as _waybill_booking_v1_GetRequest__Output } from './waybill/booking/v1/GetRequest.ts';
import type { JobMediaRequest as _waybill_booking_v1_JobMediaRequest, JobMediaRequest__Output as _waybill_booking_v1_JobMediaRequest__Output } from './waybill/booking/v1/JobMediaRequest.ts';
import type { LabelBatchRequest as _waybill_booking_v1_LabelBatchRequest, LabelBatchRequest__Output as _waybill_booking_v1_LabelBatchRequest__Output } from './waybill/booking/v1/LabelBatchRequest.ts';
import type { ListBatchItemsRequest as _waybill_booking_v1_ListBatchItemsRequest, ListBatchItemsRequest__Output as _waybill_booking_v1_ListBatchItemsRequest__Output } from './waybill/booking/v1/ListBatchItemsRequest.ts';
import type { ListDoubtfulReply as _waybill_booking_v1_ListDoubtfulReply, ListDoubtfulReply__Output as _waybill_booking_v1_ListDoubtfulReply__Output } from './waybill/booking/v1/ListDoubtfulReply.ts';
import type { ListDoubtfulRequest as _waybill_booking_v1_ListDoubtfulRequest, ListDoubtfulRequest__Output as _waybill_booking_v1_ListDoubtfulRequest__Output } from './waybill/booking/v1/ListDoubtfulRequest.ts';
import type { ListDriversRequest as _waybill_booking_v1_ListDriversRequest, ListDriversRequest__Output as _waybill_booking_v1_ListDriversRequest__Output } from './waybill/booking/v1/ListDriversRequest.ts';
import type { ListExchangesRequest as _waybill_booking_v1_ListExchangesRequest, ListExchangesRequest__Output as _waybill_booking_v1_ListExchangesRequest__Output } from './waybill/booking/v1/ListExchangesRequest.ts';
import type { ListFaultsRequest as _waybill_booking_v1_ListFaultsRequest, ListFaultsRequest__Output as _waybill_booking_v1_ListFaultsRequest__Output } from './waybill/booking/v1/ListFaultsRequest.ts';
import type { ListManifestsRequest as _waybill_booking_v1_ListManifestsRequest, ListManifestsRequest__Output as _waybill_booking_v1_ListManifestsRequest__Output } from './waybill/booking/v1/ListManifestsRequest.ts';
import type { ListOfShipmentsRequest as _waybill_booking_v1_ListOfShipmentsRequest, ListOfShipmentsRequest__Output as _waybill_booking_v1_ListOfShipmentsRequest__Output } from './waybill/booking/v1/ListOfShipmentsRequest.ts';
import type { ListOpenLabelsRequest as _waybill_booking_v1_ListOpenLabelsRequest, ListOpenLabelsRequest__Output as _waybill_booking_v1_ListOpenLabelsRequest__Output } from './waybill/booking/v1/ListOpenLabelsRequest.ts';
import type { ListPickupsRequest as _waybill_booking_v1_ListPickupsRequest, ListPickupsRequest__Output as _waybill_booking_v1_ListPickupsRequest__Output } from './waybill/booking/v1/ListPickupsRequest.ts';
import type { ListRequest as _waybill_booking_v1_ListRequest, ListRequest__Output as _waybill_booking_v1_ListRequest__Output } from './waybill/booking/v1/ListRequest.ts';
import type { ManifestRequest as _waybill_booking_v1_ManifestRequest, ManifestRequest__Output as _waybill_booking_v1_ManifestRequest__Output } from './waybill/booking/v1/ManifestRequest.ts';
import type { MarkLabelPrintedRequest as _waybill_booking_v1_MarkLabelPrintedRequest, MarkLabelPrintedRequest__Output as _waybill_booking_v1_MarkLabelPrintedRequest__Output } from './waybill/booking/v1/MarkLabelPrintedRequest.ts';
import type { PickupRequest as _waybill_booking_v1_PickupRequest, PickupRequest__Output as _waybill_booking_v1_PickupRequest__Output } from './waybill/booking/v1/PickupRequest.ts';
import type { PlanFaultRequest as _waybill_booking_v1_PlanFaultRequest, PlanFaultRequest__Output as _waybill_booking_v1_PlanFaultRequest__Output } from './waybill/booking/v1/PlanFaultRequest.ts';
import type { ReceiveCallbackReply as _waybill_booking_v1_ReceiveCallbackReply, ReceiveCallbackReply__Output as _waybill_booking_v1_ReceiveCallbackReply__Output } from './waybill/booking/v1/ReceiveCallbackReply.ts';
import type { ReceiveCallbackRequest as _waybill_booking_v1_ReceiveCallbackRequest, ReceiveCallbackRequest__Output as _waybill_booking_v1_ReceiveCallbackRequest__Output } from './waybill/booking/v1/ReceiveCallbackRequest.ts';
import type { RemoveFaultRequest as _waybill_booking_v1_RemoveFaultRequest, RemoveFaultRequest__Output as _waybill_booking_v1_RemoveFaultRequest__Output } from './waybill/booking/v1/RemoveFaultRequest.ts';
import type { Resolution as _waybill_booking_v1_Resolution, Resolution__Output as _waybill_booking_v1_Resolution__Output } from './waybill/booking/v1/Resolution.ts';
import type { ResolveDoubtfulRequest as _waybill_booking_v1_ResolveDoubtfulRequest, ResolveDoubtfulRequest__Output as _waybill_booking_v1_ResolveDoubtfulRequest__Output } from './waybill/booking/v1/ResolveDoubtfulRequest.ts';
import type { RevokeDocumentLinksRequest as _waybill_booking_v1_RevokeDocumentLinksRequest, RevokeDocumentLinksRequest__Output as _waybill_booking_v1_RevokeDocumentLinksRequest__Output } from './waybill/booking/v1/RevokeDocumentLinksRequest.ts';
import type { UpdateShipmentRequest as _waybill_booking_v1_UpdateShipmentRequest, UpdateShipmentRequest__Output as _waybill_booking_v1_UpdateShipmentRequest__Output } from './waybill/booking/v1/UpdateShipmentRequest.ts';
import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from './waybill/common/v1/FilePart.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from './waybill/common/v1/ListFilters.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  waybill: {
    booking: {
      v1: {
        AdvanceRequest: MessageTypeDefinition<_waybill_booking_v1_AdvanceRequest, _waybill_booking_v1_AdvanceRequest__Output>
        AssignDriverRequest: MessageTypeDefinition<_waybill_booking_v1_AssignDriverRequest, _waybill_booking_v1_AssignDriverRequest__Output>
        BatchRequest: MessageTypeDefinition<_waybill_booking_v1_BatchRequest, _waybill_booking_v1_BatchRequest__Output>
        BookRequest: MessageTypeDefinition<_waybill_booking_v1_BookRequest, _waybill_booking_v1_BookRequest__Output>
        BookingService: SubtypeConstructor<typeof grpc.Client, _waybill_booking_v1_BookingServiceClient> & { service: _waybill_booking_v1_BookingServiceDefinition }
        CancelBookingRequest: MessageTypeDefinition<_waybill_booking_v1_CancelBookingRequest, _waybill_booking_v1_CancelBookingRequest__Output>
        CancelShipmentRequest: MessageTypeDefinition<_waybill_booking_v1_CancelShipmentRequest, _waybill_booking_v1_CancelShipmentRequest__Output>
        CreateBatchRequest: MessageTypeDefinition<_waybill_booking_v1_CreateBatchRequest, _waybill_booking_v1_CreateBatchRequest__Output>
        CreateDriverRequest: MessageTypeDefinition<_waybill_booking_v1_CreateDriverRequest, _waybill_booking_v1_CreateDriverRequest__Output>
        CreateLabelBatchRequest: MessageTypeDefinition<_waybill_booking_v1_CreateLabelBatchRequest, _waybill_booking_v1_CreateLabelBatchRequest__Output>
        CreateManifestRequest: MessageTypeDefinition<_waybill_booking_v1_CreateManifestRequest, _waybill_booking_v1_CreateManifestRequest__Output>
        CreatePickupRequest: MessageTypeDefinition<_waybill_booking_v1_CreatePickupRequest, _waybill_booking_v1_CreatePickupRequest__Output>
        DoubtfulBooking: MessageTypeDefinition<_waybill_booking_v1_DoubtfulBooking, _waybill_booking_v1_DoubtfulBooking__Output>
        DoubtfulDetails: MessageTypeDefinition<_waybill_booking_v1_DoubtfulDetails, _waybill_booking_v1_DoubtfulDetails__Output>
        DriverJobRequest: MessageTypeDefinition<_waybill_booking_v1_DriverJobRequest, _waybill_booking_v1_DriverJobRequest__Output>
        DriverRequest: MessageTypeDefinition<_waybill_booking_v1_DriverRequest, _waybill_booking_v1_DriverRequest__Output>
        Exchange: MessageTypeDefinition<_waybill_booking_v1_Exchange, _waybill_booking_v1_Exchange__Output>
        FindDriverByTokenReply: MessageTypeDefinition<_waybill_booking_v1_FindDriverByTokenReply, _waybill_booking_v1_FindDriverByTokenReply__Output>
        FindDriverByTokenRequest: MessageTypeDefinition<_waybill_booking_v1_FindDriverByTokenRequest, _waybill_booking_v1_FindDriverByTokenRequest__Output>
        GetCostsRequest: MessageTypeDefinition<_waybill_booking_v1_GetCostsRequest, _waybill_booking_v1_GetCostsRequest__Output>
        GetDoubtfulRequest: MessageTypeDefinition<_waybill_booking_v1_GetDoubtfulRequest, _waybill_booking_v1_GetDoubtfulRequest__Output>
        GetDriverLocationRequest: MessageTypeDefinition<_waybill_booking_v1_GetDriverLocationRequest, _waybill_booking_v1_GetDriverLocationRequest__Output>
        GetLabelRequest: MessageTypeDefinition<_waybill_booking_v1_GetLabelRequest, _waybill_booking_v1_GetLabelRequest__Output>
        GetOfShipmentRequest: MessageTypeDefinition<_waybill_booking_v1_GetOfShipmentRequest, _waybill_booking_v1_GetOfShipmentRequest__Output>
        GetProofMediaRequest: MessageTypeDefinition<_waybill_booking_v1_GetProofMediaRequest, _waybill_booking_v1_GetProofMediaRequest__Output>
        GetRequest: MessageTypeDefinition<_waybill_booking_v1_GetRequest, _waybill_booking_v1_GetRequest__Output>
        JobMediaRequest: MessageTypeDefinition<_waybill_booking_v1_JobMediaRequest, _waybill_booking_v1_JobMediaRequest__Output>
        LabelBatchRequest: MessageTypeDefinition<_waybill_booking_v1_LabelBatchRequest, _waybill_booking_v1_LabelBatchRequest__Output>
        ListBatchItemsRequest: MessageTypeDefinition<_waybill_booking_v1_ListBatchItemsRequest, _waybill_booking_v1_ListBatchItemsRequest__Output>
        ListDoubtfulReply: MessageTypeDefinition<_waybill_booking_v1_ListDoubtfulReply, _waybill_booking_v1_ListDoubtfulReply__Output>
        ListDoubtfulRequest: MessageTypeDefinition<_waybill_booking_v1_ListDoubtfulRequest, _waybill_booking_v1_ListDoubtfulRequest__Output>
        ListDriversRequest: MessageTypeDefinition<_waybill_booking_v1_ListDriversRequest, _waybill_booking_v1_ListDriversRequest__Output>
        ListExchangesRequest: MessageTypeDefinition<_waybill_booking_v1_ListExchangesRequest, _waybill_booking_v1_ListExchangesRequest__Output>
        ListFaultsRequest: MessageTypeDefinition<_waybill_booking_v1_ListFaultsRequest, _waybill_booking_v1_ListFaultsRequest__Output>
        ListManifestsRequest: MessageTypeDefinition<_waybill_booking_v1_ListManifestsRequest, _waybill_booking_v1_ListManifestsRequest__Output>
        ListOfShipmentsRequest: MessageTypeDefinition<_waybill_booking_v1_ListOfShipmentsRequest, _waybill_booking_v1_ListOfShipmentsRequest__Output>
        ListOpenLabelsRequest: MessageTypeDefinition<_waybill_booking_v1_ListOpenLabelsRequest, _waybill_booking_v1_ListOpenLabelsRequest__Output>
        ListPickupsRequest: MessageTypeDefinition<_waybill_booking_v1_ListPickupsRequest, _waybill_booking_v1_ListPickupsRequest__Output>
        ListRequest: MessageTypeDefinition<_waybill_booking_v1_ListRequest, _waybill_booking_v1_ListRequest__Output>
        ManifestRequest: MessageTypeDefinition<_waybill_booking_v1_ManifestRequest, _waybill_booking_v1_ManifestRequest__Output>
        MarkLabelPrintedRequest: MessageTypeDefinition<_waybill_booking_v1_MarkLabelPrintedRequest, _waybill_booking_v1_MarkLabelPrintedRequest__Output>
        PickupRequest: MessageTypeDefinition<_waybill_booking_v1_PickupRequest, _waybill_booking_v1_PickupRequest__Output>
        PlanFaultRequest: MessageTypeDefinition<_waybill_booking_v1_PlanFaultRequest, _waybill_booking_v1_PlanFaultRequest__Output>
        ReceiveCallbackReply: MessageTypeDefinition<_waybill_booking_v1_ReceiveCallbackReply, _waybill_booking_v1_ReceiveCallbackReply__Output>
        ReceiveCallbackRequest: MessageTypeDefinition<_waybill_booking_v1_ReceiveCallbackRequest, _waybill_booking_v1_ReceiveCallbackRequest__Output>
        RemoveFaultRequest: MessageTypeDefinition<_waybill_booking_v1_RemoveFaultRequest, _waybill_booking_v1_RemoveFaultRequest__Output>
        Resolution: MessageTypeDefinition<_waybill_booking_v1_Resolution, _waybill_booking_v1_Resolution__Output>
        ResolveDoubtfulRequest: MessageTypeDefinition<_waybill_booking_v1_ResolveDoubtfulRequest, _waybill_booking_v1_ResolveDoubtfulRequest__Output>
        RevokeDocumentLinksRequest: MessageTypeDefinition<_waybill_booking_v1_RevokeDocumentLinksRequest, _waybill_booking_v1_RevokeDocumentLinksRequest__Output>
        UpdateShipmentRequest: MessageTypeDefinition<_waybill_booking_v1_UpdateShipmentRequest, _waybill_booking_v1_UpdateShipmentRequest__Output>
      }
    }
    common: {
      v1: {
        Address: MessageTypeDefinition<_waybill_common_v1_Address, _waybill_common_v1_Address__Output>
        Answer: MessageTypeDefinition<_waybill_common_v1_Answer, _waybill_common_v1_Answer__Output>
        Context: MessageTypeDefinition<_waybill_common_v1_Context, _waybill_common_v1_Context__Output>
        FilePart: MessageTypeDefinition<_waybill_common_v1_FilePart, _waybill_common_v1_FilePart__Output>
        ListFilters: MessageTypeDefinition<_waybill_common_v1_ListFilters, _waybill_common_v1_ListFilters__Output>
        Page: MessageTypeDefinition<_waybill_common_v1_Page, _waybill_common_v1_Page__Output>
        Parcel: MessageTypeDefinition<_waybill_common_v1_Parcel, _waybill_common_v1_Parcel__Output>
      }
    }
  }
}

