import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from './waybill/common/v1/FilePart.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from './waybill/common/v1/ListFilters.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';
import type { AcceptReply as _waybill_quoting_v1_AcceptReply, AcceptReply__Output as _waybill_quoting_v1_AcceptReply__Output } from './waybill/quoting/v1/AcceptReply.ts';
import type { AcceptRequest as _waybill_quoting_v1_AcceptRequest, AcceptRequest__Output as _waybill_quoting_v1_AcceptRequest__Output } from './waybill/quoting/v1/AcceptRequest.ts';
import type { CarrierAccountRequest as _waybill_quoting_v1_CarrierAccountRequest, CarrierAccountRequest__Output as _waybill_quoting_v1_CarrierAccountRequest__Output } from './waybill/quoting/v1/CarrierAccountRequest.ts';
import type { CarrierAccountRevision as _waybill_quoting_v1_CarrierAccountRevision, CarrierAccountRevision__Output as _waybill_quoting_v1_CarrierAccountRevision__Output } from './waybill/quoting/v1/CarrierAccountRevision.ts';
import type { CarrierMessage as _waybill_quoting_v1_CarrierMessage, CarrierMessage__Output as _waybill_quoting_v1_CarrierMessage__Output } from './waybill/quoting/v1/CarrierMessage.ts';
import type { CheckAddressRequest as _waybill_quoting_v1_CheckAddressRequest, CheckAddressRequest__Output as _waybill_quoting_v1_CheckAddressRequest__Output } from './waybill/quoting/v1/CheckAddressRequest.ts';
import type { CheckShipmentRequest as _waybill_quoting_v1_CheckShipmentRequest, CheckShipmentRequest__Output as _waybill_quoting_v1_CheckShipmentRequest__Output } from './waybill/quoting/v1/CheckShipmentRequest.ts';
import type { CreateCarrierAccountRequest as _waybill_quoting_v1_CreateCarrierAccountRequest, CreateCarrierAccountRequest__Output as _waybill_quoting_v1_CreateCarrierAccountRequest__Output } from './waybill/quoting/v1/CreateCarrierAccountRequest.ts';
import type { CreateRateCardRequest as _waybill_quoting_v1_CreateRateCardRequest, CreateRateCardRequest__Output as _waybill_quoting_v1_CreateRateCardRequest__Output } from './waybill/quoting/v1/CreateRateCardRequest.ts';
import type { CreateRequest as _waybill_quoting_v1_CreateRequest, CreateRequest__Output as _waybill_quoting_v1_CreateRequest__Output } from './waybill/quoting/v1/CreateRequest.ts';
import type { FindOptionReply as _waybill_quoting_v1_FindOptionReply, FindOptionReply__Output as _waybill_quoting_v1_FindOptionReply__Output } from './waybill/quoting/v1/FindOptionReply.ts';
import type { FindOptionRequest as _waybill_quoting_v1_FindOptionRequest, FindOptionRequest__Output as _waybill_quoting_v1_FindOptionRequest__Output } from './waybill/quoting/v1/FindOptionRequest.ts';
import type { GetRequest as _waybill_quoting_v1_GetRequest, GetRequest__Output as _waybill_quoting_v1_GetRequest__Output } from './waybill/quoting/v1/GetRequest.ts';
import type { ListCarrierAccountsRequest as _waybill_quoting_v1_ListCarrierAccountsRequest, ListCarrierAccountsRequest__Output as _waybill_quoting_v1_ListCarrierAccountsRequest__Output } from './waybill/quoting/v1/ListCarrierAccountsRequest.ts';
import type { ListCarriersRequest as _waybill_quoting_v1_ListCarriersRequest, ListCarriersRequest__Output as _waybill_quoting_v1_ListCarriersRequest__Output } from './waybill/quoting/v1/ListCarriersRequest.ts';
import type { ListExchangesRequest as _waybill_quoting_v1_ListExchangesRequest, ListExchangesRequest__Output as _waybill_quoting_v1_ListExchangesRequest__Output } from './waybill/quoting/v1/ListExchangesRequest.ts';
import type { ListRateCardsRequest as _waybill_quoting_v1_ListRateCardsRequest, ListRateCardsRequest__Output as _waybill_quoting_v1_ListRateCardsRequest__Output } from './waybill/quoting/v1/ListRateCardsRequest.ts';
import type { ListRequest as _waybill_quoting_v1_ListRequest, ListRequest__Output as _waybill_quoting_v1_ListRequest__Output } from './waybill/quoting/v1/ListRequest.ts';
import type { LocateAddressRequest as _waybill_quoting_v1_LocateAddressRequest, LocateAddressRequest__Output as _waybill_quoting_v1_LocateAddressRequest__Output } from './waybill/quoting/v1/LocateAddressRequest.ts';
import type { PriceLine as _waybill_quoting_v1_PriceLine, PriceLine__Output as _waybill_quoting_v1_PriceLine__Output } from './waybill/quoting/v1/PriceLine.ts';
import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from './waybill/quoting/v1/Quote.ts';
import type { QuoteForDispatchRequest as _waybill_quoting_v1_QuoteForDispatchRequest, QuoteForDispatchRequest__Output as _waybill_quoting_v1_QuoteForDispatchRequest__Output } from './waybill/quoting/v1/QuoteForDispatchRequest.ts';
import type { QuoteOption as _waybill_quoting_v1_QuoteOption, QuoteOption__Output as _waybill_quoting_v1_QuoteOption__Output } from './waybill/quoting/v1/QuoteOption.ts';
import type { QuotingServiceClient as _waybill_quoting_v1_QuotingServiceClient, QuotingServiceDefinition as _waybill_quoting_v1_QuotingServiceDefinition } from './waybill/quoting/v1/QuotingService.ts';
import type { RateCardRequest as _waybill_quoting_v1_RateCardRequest, RateCardRequest__Output as _waybill_quoting_v1_RateCardRequest__Output } from './waybill/quoting/v1/RateCardRequest.ts';
import type { SealedCredentials as _waybill_quoting_v1_SealedCredentials, SealedCredentials__Output as _waybill_quoting_v1_SealedCredentials__Output } from './waybill/quoting/v1/SealedCredentials.ts';

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
    quoting: {
      v1: {
        AcceptReply: MessageTypeDefinition<_waybill_quoting_v1_AcceptReply, _waybill_quoting_v1_AcceptReply__Output>
        AcceptRequest: MessageTypeDefinition<_waybill_quoting_v1_AcceptRequest, _waybill_quoting_v1_AcceptRequest__Output>
        CarrierAccountRequest: MessageTypeDefinition<_waybill_quoting_v1_CarrierAccountRequest, _waybill_quoting_v1_CarrierAccountRequest__Output>
        CarrierAccountRevision: MessageTypeDefinition<_waybill_quoting_v1_CarrierAccountRevision, _waybill_quoting_v1_CarrierAccountRevision__Output>
        CarrierMessage: MessageTypeDefinition<_waybill_quoting_v1_CarrierMessage, _waybill_quoting_v1_CarrierMessage__Output>
        CheckAddressRequest: MessageTypeDefinition<_waybill_quoting_v1_CheckAddressRequest, _waybill_quoting_v1_CheckAddressRequest__Output>
        CheckShipmentRequest: MessageTypeDefinition<_waybill_quoting_v1_CheckShipmentRequest, _waybill_quoting_v1_CheckShipmentRequest__Output>
        CreateCarrierAccountRequest: MessageTypeDefinition<_waybill_quoting_v1_CreateCarrierAccountRequest, _waybill_quoting_v1_CreateCarrierAccountRequest__Output>
        CreateRateCardRequest: MessageTypeDefinition<_waybill_quoting_v1_CreateRateCardRequest, _waybill_quoting_v1_CreateRateCardRequest__Output>
        CreateRequest: MessageTypeDefinition<_waybill_quoting_v1_CreateRequest, _waybill_quoting_v1_CreateRequest__Output>
        FindOptionReply: MessageTypeDefinition<_waybill_quoting_v1_FindOptionReply, _waybill_quoting_v1_FindOptionReply__Output>
        FindOptionRequest: MessageTypeDefinition<_waybill_quoting_v1_FindOptionRequest, _waybill_quoting_v1_FindOptionRequest__Output>
        GetRequest: MessageTypeDefinition<_waybill_quoting_v1_GetRequest, _waybill_quoting_v1_GetRequest__Output>
        ListCarrierAccountsRequest: MessageTypeDefinition<_waybill_quoting_v1_ListCarrierAccountsRequest, _waybill_quoting_v1_ListCarrierAccountsRequest__Output>
        ListCarriersRequest: MessageTypeDefinition<_waybill_quoting_v1_ListCarriersRequest, _waybill_quoting_v1_ListCarriersRequest__Output>
        ListExchangesRequest: MessageTypeDefinition<_waybill_quoting_v1_ListExchangesRequest, _waybill_quoting_v1_ListExchangesRequest__Output>
        ListRateCardsRequest: MessageTypeDefinition<_waybill_quoting_v1_ListRateCardsRequest, _waybill_quoting_v1_ListRateCardsRequest__Output>
        ListRequest: MessageTypeDefinition<_waybill_quoting_v1_ListRequest, _waybill_quoting_v1_ListRequest__Output>
        LocateAddressRequest: MessageTypeDefinition<_waybill_quoting_v1_LocateAddressRequest, _waybill_quoting_v1_LocateAddressRequest__Output>
        PriceLine: MessageTypeDefinition<_waybill_quoting_v1_PriceLine, _waybill_quoting_v1_PriceLine__Output>
        Quote: MessageTypeDefinition<_waybill_quoting_v1_Quote, _waybill_quoting_v1_Quote__Output>
        QuoteForDispatchRequest: MessageTypeDefinition<_waybill_quoting_v1_QuoteForDispatchRequest, _waybill_quoting_v1_QuoteForDispatchRequest__Output>
        QuoteOption: MessageTypeDefinition<_waybill_quoting_v1_QuoteOption, _waybill_quoting_v1_QuoteOption__Output>
        QuotingService: SubtypeConstructor<typeof grpc.Client, _waybill_quoting_v1_QuotingServiceClient> & { service: _waybill_quoting_v1_QuotingServiceDefinition }
        RateCardRequest: MessageTypeDefinition<_waybill_quoting_v1_RateCardRequest, _waybill_quoting_v1_RateCardRequest__Output>
        SealedCredentials: MessageTypeDefinition<_waybill_quoting_v1_SealedCredentials, _waybill_quoting_v1_SealedCredentials__Output>
      }
    }
  }
}

