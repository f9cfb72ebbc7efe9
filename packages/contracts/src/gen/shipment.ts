import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from './waybill/common/v1/FilePart.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from './waybill/common/v1/ListFilters.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';
import type { CheckUpdateReply as _waybill_shipment_v1_CheckUpdateReply, CheckUpdateReply__Output as _waybill_shipment_v1_CheckUpdateReply__Output } from './waybill/shipment/v1/CheckUpdateReply.ts';
import type { CheckUpdateRequest as _waybill_shipment_v1_CheckUpdateRequest, CheckUpdateRequest__Output as _waybill_shipment_v1_CheckUpdateRequest__Output } from './waybill/shipment/v1/CheckUpdateRequest.ts';
import type { ClaimReply as _waybill_shipment_v1_ClaimReply, ClaimReply__Output as _waybill_shipment_v1_ClaimReply__Output } from './waybill/shipment/v1/ClaimReply.ts';
import type { ClaimRequest as _waybill_shipment_v1_ClaimRequest, ClaimRequest__Output as _waybill_shipment_v1_ClaimRequest__Output } from './waybill/shipment/v1/ClaimRequest.ts';
import type { CountRequest as _waybill_shipment_v1_CountRequest, CountRequest__Output as _waybill_shipment_v1_CountRequest__Output } from './waybill/shipment/v1/CountRequest.ts';
import type { CreatePickupLocationRequest as _waybill_shipment_v1_CreatePickupLocationRequest, CreatePickupLocationRequest__Output as _waybill_shipment_v1_CreatePickupLocationRequest__Output } from './waybill/shipment/v1/CreatePickupLocationRequest.ts';
import type { CreateRequest as _waybill_shipment_v1_CreateRequest, CreateRequest__Output as _waybill_shipment_v1_CreateRequest__Output } from './waybill/shipment/v1/CreateRequest.ts';
import type { CustomsDefaultsRequest as _waybill_shipment_v1_CustomsDefaultsRequest, CustomsDefaultsRequest__Output as _waybill_shipment_v1_CustomsDefaultsRequest__Output } from './waybill/shipment/v1/CustomsDefaultsRequest.ts';
import type { Dispatch as _waybill_shipment_v1_Dispatch, Dispatch__Output as _waybill_shipment_v1_Dispatch__Output } from './waybill/shipment/v1/Dispatch.ts';
import type { EraseReply as _waybill_shipment_v1_EraseReply, EraseReply__Output as _waybill_shipment_v1_EraseReply__Output } from './waybill/shipment/v1/EraseReply.ts';
import type { EraseRequest as _waybill_shipment_v1_EraseRequest, EraseRequest__Output as _waybill_shipment_v1_EraseRequest__Output } from './waybill/shipment/v1/EraseRequest.ts';
import type { FindByReferencesReply as _waybill_shipment_v1_FindByReferencesReply, FindByReferencesReply__Output as _waybill_shipment_v1_FindByReferencesReply__Output } from './waybill/shipment/v1/FindByReferencesReply.ts';
import type { FindByReferencesRequest as _waybill_shipment_v1_FindByReferencesRequest, FindByReferencesRequest__Output as _waybill_shipment_v1_FindByReferencesRequest__Output } from './waybill/shipment/v1/FindByReferencesRequest.ts';
import type { FindOrRegisterRequest as _waybill_shipment_v1_FindOrRegisterRequest, FindOrRegisterRequest__Output as _waybill_shipment_v1_FindOrRegisterRequest__Output } from './waybill/shipment/v1/FindOrRegisterRequest.ts';
import type { FindRecordedReply as _waybill_shipment_v1_FindRecordedReply, FindRecordedReply__Output as _waybill_shipment_v1_FindRecordedReply__Output } from './waybill/shipment/v1/FindRecordedReply.ts';
import type { FindRecordedRequest as _waybill_shipment_v1_FindRecordedRequest, FindRecordedRequest__Output as _waybill_shipment_v1_FindRecordedRequest__Output } from './waybill/shipment/v1/FindRecordedRequest.ts';
import type { FindRequest as _waybill_shipment_v1_FindRequest, FindRequest__Output as _waybill_shipment_v1_FindRequest__Output } from './waybill/shipment/v1/FindRequest.ts';
import type { FindToEraseReply as _waybill_shipment_v1_FindToEraseReply, FindToEraseReply__Output as _waybill_shipment_v1_FindToEraseReply__Output } from './waybill/shipment/v1/FindToEraseReply.ts';
import type { FindToEraseRequest as _waybill_shipment_v1_FindToEraseRequest, FindToEraseRequest__Output as _waybill_shipment_v1_FindToEraseRequest__Output } from './waybill/shipment/v1/FindToEraseRequest.ts';
import type { FollowReply as _waybill_shipment_v1_FollowReply, FollowReply__Output as _waybill_shipment_v1_FollowReply__Output } from './waybill/shipment/v1/FollowReply.ts';
import type { FollowRequest as _waybill_shipment_v1_FollowRequest, FollowRequest__Output as _waybill_shipment_v1_FollowRequest__Output } from './waybill/shipment/v1/FollowRequest.ts';
import type { GetRequest as _waybill_shipment_v1_GetRequest, GetRequest__Output as _waybill_shipment_v1_GetRequest__Output } from './waybill/shipment/v1/GetRequest.ts';
import type { HandleRequest as _waybill_shipment_v1_HandleRequest, HandleRequest__Output as _waybill_shipment_v1_HandleRequest__Output } from './waybill/shipment/v1/HandleRequest.ts';
import type { Hold as _waybill_shipment_v1_Hold, Hold__Output as _waybill_shipment_v1_Hold__Output } from './waybill/shipment/v1/Hold.ts';
import type { ListClaimsReply as _waybill_shipment_v1_ListClaimsReply, ListClaimsReply__Output as _waybill_shipment_v1_ListClaimsReply__Output } from './waybill/shipment/v1/ListClaimsReply.ts';
import type { ListClaimsRequest as _waybill_shipment_v1_ListClaimsRequest, ListClaimsRequest__Output as _waybill_shipment_v1_ListClaimsRequest__Output } from './waybill/shipment/v1/ListClaimsRequest.ts';
import type { ListEventsRequest as _waybill_shipment_v1_ListEventsRequest, ListEventsRequest__Output as _waybill_shipment_v1_ListEventsRequest__Output } from './waybill/shipment/v1/ListEventsRequest.ts';
import type { ListNewsReply as _waybill_shipment_v1_ListNewsReply, ListNewsReply__Output as _waybill_shipment_v1_ListNewsReply__Output } from './waybill/shipment/v1/ListNewsReply.ts';
import type { ListNewsRequest as _waybill_shipment_v1_ListNewsRequest, ListNewsRequest__Output as _waybill_shipment_v1_ListNewsRequest__Output } from './waybill/shipment/v1/ListNewsRequest.ts';
import type { ListNotesRequest as _waybill_shipment_v1_ListNotesRequest, ListNotesRequest__Output as _waybill_shipment_v1_ListNotesRequest__Output } from './waybill/shipment/v1/ListNotesRequest.ts';
import type { ListPickupLocationsRequest as _waybill_shipment_v1_ListPickupLocationsRequest, ListPickupLocationsRequest__Output as _waybill_shipment_v1_ListPickupLocationsRequest__Output } from './waybill/shipment/v1/ListPickupLocationsRequest.ts';
import type { ListRequest as _waybill_shipment_v1_ListRequest, ListRequest__Output as _waybill_shipment_v1_ListRequest__Output } from './waybill/shipment/v1/ListRequest.ts';
import type { ListTagsRequest as _waybill_shipment_v1_ListTagsRequest, ListTagsRequest__Output as _waybill_shipment_v1_ListTagsRequest__Output } from './waybill/shipment/v1/ListTagsRequest.ts';
import type { NoteRequest as _waybill_shipment_v1_NoteRequest, NoteRequest__Output as _waybill_shipment_v1_NoteRequest__Output } from './waybill/shipment/v1/NoteRequest.ts';
import type { PickupLocationRequest as _waybill_shipment_v1_PickupLocationRequest, PickupLocationRequest__Output as _waybill_shipment_v1_PickupLocationRequest__Output } from './waybill/shipment/v1/PickupLocationRequest.ts';
import type { ReturnPageReply as _waybill_shipment_v1_ReturnPageReply, ReturnPageReply__Output as _waybill_shipment_v1_ReturnPageReply__Output } from './waybill/shipment/v1/ReturnPageReply.ts';
import type { ReturnPageRequest as _waybill_shipment_v1_ReturnPageRequest, ReturnPageRequest__Output as _waybill_shipment_v1_ReturnPageRequest__Output } from './waybill/shipment/v1/ReturnPageRequest.ts';
import type { ReturnRequest as _waybill_shipment_v1_ReturnRequest, ReturnRequest__Output as _waybill_shipment_v1_ReturnRequest__Output } from './waybill/shipment/v1/ReturnRequest.ts';
import type { ReturnRulesRequest as _waybill_shipment_v1_ReturnRulesRequest, ReturnRulesRequest__Output as _waybill_shipment_v1_ReturnRulesRequest__Output } from './waybill/shipment/v1/ReturnRulesRequest.ts';
import type { SettleReply as _waybill_shipment_v1_SettleReply, SettleReply__Output as _waybill_shipment_v1_SettleReply__Output } from './waybill/shipment/v1/SettleReply.ts';
import type { SettleRequest as _waybill_shipment_v1_SettleRequest, SettleRequest__Output as _waybill_shipment_v1_SettleRequest__Output } from './waybill/shipment/v1/SettleRequest.ts';
import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from './waybill/shipment/v1/Shipment.ts';
import type { ShipmentNews as _waybill_shipment_v1_ShipmentNews, ShipmentNews__Output as _waybill_shipment_v1_ShipmentNews__Output } from './waybill/shipment/v1/ShipmentNews.ts';
import type { ShipmentServiceClient as _waybill_shipment_v1_ShipmentServiceClient, ShipmentServiceDefinition as _waybill_shipment_v1_ShipmentServiceDefinition } from './waybill/shipment/v1/ShipmentService.ts';
import type { ShipmentToErase as _waybill_shipment_v1_ShipmentToErase, ShipmentToErase__Output as _waybill_shipment_v1_ShipmentToErase__Output } from './waybill/shipment/v1/ShipmentToErase.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  waybill: {
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
    shipment: {
      v1: {
        CheckUpdateReply: MessageTypeDefinition<_waybill_shipment_v1_CheckUpdateReply, _waybill_shipment_v1_CheckUpdateReply__Output>
        CheckUpdateRequest: MessageTypeDefinition<_waybill_shipment_v1_CheckUpdateRequest, _waybill_shipment_v1_CheckUpdateRequest__Output>
        ClaimKind: EnumTypeDefinition
        ClaimOutcome: EnumTypeDefinition
        ClaimReply: MessageTypeDefinition<_waybill_shipment_v1_ClaimReply, _waybill_shipment_v1_ClaimReply__Output>
        ClaimRequest: MessageTypeDefinition<_waybill_shipment_v1_ClaimRequest, _waybill_shipment_v1_ClaimRequest__Output>
        CountRequest: MessageTypeDefinition<_waybill_shipment_v1_CountRequest, _waybill_shipment_v1_CountRequest__Output>
        CreatePickupLocationRequest: MessageTypeDefinition<_waybill_shipment_v1_CreatePickupLocationRequest, _waybill_shipment_v1_CreatePickupLocationRequest__Output>
        CreateRequest: MessageTypeDefinition<_waybill_shipment_v1_CreateRequest, _waybill_shipment_v1_CreateRequest__Output>
        CustomsDefaultsRequest: MessageTypeDefinition<_waybill_shipment_v1_CustomsDefaultsRequest, _waybill_shipment_v1_CustomsDefaultsRequest__Output>
        Dispatch: MessageTypeDefinition<_waybill_shipment_v1_Dispatch, _waybill_shipment_v1_Dispatch__Output>
        EraseReply: MessageTypeDefinition<_waybill_shipment_v1_EraseReply, _waybill_shipment_v1_EraseReply__Output>
        EraseRequest: MessageTypeDefinition<_waybill_shipment_v1_EraseRequest, _waybill_shipment_v1_EraseRequest__Output>
        FindByReferencesReply: MessageTypeDefinition<_waybill_shipment_v1_FindByReferencesReply, _waybill_shipment_v1_FindByReferencesReply__Output>
        FindByReferencesRequest: MessageTypeDefinition<_waybill_shipment_v1_FindByReferencesRequest, _waybill_shipment_v1_FindByReferencesRequest__Output>
        FindOrRegisterRequest: MessageTypeDefinition<_waybill_shipment_v1_FindOrRegisterRequest, _waybill_shipment_v1_FindOrRegisterRequest__Output>
        FindRecordedReply: MessageTypeDefinition<_waybill_shipment_v1_FindRecordedReply, _waybill_shipment_v1_FindRecordedReply__Output>
        FindRecordedRequest: MessageTypeDefinition<_waybill_shipment_v1_FindRecordedRequest, _waybill_shipment_v1_FindRecordedRequest__Output>
        FindRequest: MessageTypeDefinition<_waybill_shipment_v1_FindRequest, _waybill_shipment_v1_FindRequest__Output>
        FindToEraseReply: MessageTypeDefinition<_waybill_shipment_v1_FindToEraseReply, _waybill_shipment_v1_FindToEraseReply__Output>
        FindToEraseRequest: MessageTypeDefinition<_waybill_shipment_v1_FindToEraseRequest, _waybill_shipment_v1_FindToEraseRequest__Output>
        FollowReply: MessageTypeDefinition<_waybill_shipment_v1_FollowReply, _waybill_shipment_v1_FollowReply__Output>
        FollowRequest: MessageTypeDefinition<_waybill_shipment_v1_FollowRequest, _waybill_shipment_v1_FollowRequest__Output>
        GetRequest: MessageTypeDefinition<_waybill_shipment_v1_GetRequest, _waybill_shipment_v1_GetRequest__Output>
        HandleRequest: MessageTypeDefinition<_waybill_shipment_v1_HandleRequest, _waybill_shipment_v1_HandleRequest__Output>
        Hold: MessageTypeDefinition<_waybill_shipment_v1_Hold, _waybill_shipment_v1_Hold__Output>
        ListClaimsReply: MessageTypeDefinition<_waybill_shipment_v1_ListClaimsReply, _waybill_shipment_v1_ListClaimsReply__Output>
        ListClaimsRequest: MessageTypeDefinition<_waybill_shipment_v1_ListClaimsRequest, _waybill_shipment_v1_ListClaimsRequest__Output>
        ListEventsRequest: MessageTypeDefinition<_waybill_shipment_v1_ListEventsRequest, _waybill_shipment_v1_ListEventsRequest__Output>
        ListNewsReply: MessageTypeDefinition<_waybill_shipment_v1_ListNewsReply, _waybill_shipment_v1_ListNewsReply__Output>
        ListNewsRequest: MessageTypeDefinition<_waybill_shipment_v1_ListNewsRequest, _waybill_shipment_v1_ListNewsRequest__Output>
        ListNotesRequest: MessageTypeDefinition<_waybill_shipment_v1_ListNotesRequest, _waybill_shipment_v1_ListNotesRequest__Output>
        ListPickupLocationsRequest: MessageTypeDefinition<_waybill_shipment_v1_ListPickupLocationsRequest, _waybill_shipment_v1_ListPickupLocationsRequest__Output>
        ListRequest: MessageTypeDefinition<_waybill_shipment_v1_ListRequest, _waybill_shipment_v1_ListRequest__Output>
        ListTagsRequest: MessageTypeDefinition<_waybill_shipment_v1_ListTagsRequest, _waybill_shipment_v1_ListTagsRequest__Output>
        NoteRequest: MessageTypeDefinition<_waybill_shipment_v1_NoteRequest, _waybill_shipment_v1_NoteRequest__Output>
        PickupLocationRequest: MessageTypeDefinition<_waybill_shipment_v1_PickupLocationRequest, _waybill_shipment_v1_PickupLocationRequest__Output>
        ReturnPageReply: MessageTypeDefinition<_waybill_shipment_v1_ReturnPageReply, _waybill_shipment_v1_ReturnPageReply__Output>
        ReturnPageRequest: MessageTypeDefinition<_waybill_shipment_v1_ReturnPageRequest, _waybill_shipment_v1_ReturnPageRequest__Output>
        ReturnRequest: MessageTypeDefinition<_waybill_shipment_v1_ReturnRequest, _waybill_shipment_v1_ReturnRequest__Output>
        ReturnRulesRequest: MessageTypeDefinition<_waybill_shipment_v1_ReturnRulesRequest, _waybill_shipment_v1_ReturnRulesRequest__Output>
        SettleReply: MessageTypeDefinition<_waybill_shipment_v1_SettleReply, _waybill_shipment_v1_SettleReply__Output>
        SettleRequest: MessageTypeDefinition<_waybill_shipment_v1_SettleRequest, _waybill_shipment_v1_SettleRequest__Output>
        Shipment: MessageTypeDefinition<_waybill_shipment_v1_Shipment, _waybill_shipment_v1_Shipment__Output>
        ShipmentNews: MessageTypeDefinition<_waybill_shipment_v1_ShipmentNews, _waybill_shipment_v1_ShipmentNews__Output>
        ShipmentService: SubtypeConstructor<typeof grpc.Client, _waybill_shipment_v1_ShipmentServiceClient> & { service: _waybill_shipment_v1_ShipmentServiceDefinition }
        ShipmentToErase: MessageTypeDefinition<_waybill_shipment_v1_ShipmentToErase, _waybill_shipment_v1_ShipmentToErase__Output>
      }
    }
  }
}

