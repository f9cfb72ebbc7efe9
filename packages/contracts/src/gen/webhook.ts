import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from './waybill/common/v1/FilePart.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from './waybill/common/v1/ListFilters.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';
import type { CreateReplayRequest as _waybill_webhook_v1_CreateReplayRequest, CreateReplayRequest__Output as _waybill_webhook_v1_CreateReplayRequest__Output } from './waybill/webhook/v1/CreateReplayRequest.ts';
import type { CreateSubscriptionRequest as _waybill_webhook_v1_CreateSubscriptionRequest, CreateSubscriptionRequest__Output as _waybill_webhook_v1_CreateSubscriptionRequest__Output } from './waybill/webhook/v1/CreateSubscriptionRequest.ts';
import type { DeliveryRequest as _waybill_webhook_v1_DeliveryRequest, DeliveryRequest__Output as _waybill_webhook_v1_DeliveryRequest__Output } from './waybill/webhook/v1/DeliveryRequest.ts';
import type { FindLogPlaceRequest as _waybill_webhook_v1_FindLogPlaceRequest, FindLogPlaceRequest__Output as _waybill_webhook_v1_FindLogPlaceRequest__Output } from './waybill/webhook/v1/FindLogPlaceRequest.ts';
import type { GetEventRequest as _waybill_webhook_v1_GetEventRequest, GetEventRequest__Output as _waybill_webhook_v1_GetEventRequest__Output } from './waybill/webhook/v1/GetEventRequest.ts';
import type { ListDeliveriesRequest as _waybill_webhook_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _waybill_webhook_v1_ListDeliveriesRequest__Output } from './waybill/webhook/v1/ListDeliveriesRequest.ts';
import type { ListEventsRequest as _waybill_webhook_v1_ListEventsRequest, ListEventsRequest__Output as _waybill_webhook_v1_ListEventsRequest__Output } from './waybill/webhook/v1/ListEventsRequest.ts';
import type { ListLogEndsReply as _waybill_webhook_v1_ListLogEndsReply, ListLogEndsReply__Output as _waybill_webhook_v1_ListLogEndsReply__Output } from './waybill/webhook/v1/ListLogEndsReply.ts';
import type { ListLogEndsRequest as _waybill_webhook_v1_ListLogEndsRequest, ListLogEndsRequest__Output as _waybill_webhook_v1_ListLogEndsRequest__Output } from './waybill/webhook/v1/ListLogEndsRequest.ts';
import type { ListReplaysRequest as _waybill_webhook_v1_ListReplaysRequest, ListReplaysRequest__Output as _waybill_webhook_v1_ListReplaysRequest__Output } from './waybill/webhook/v1/ListReplaysRequest.ts';
import type { ListSubscriptionsRequest as _waybill_webhook_v1_ListSubscriptionsRequest, ListSubscriptionsRequest__Output as _waybill_webhook_v1_ListSubscriptionsRequest__Output } from './waybill/webhook/v1/ListSubscriptionsRequest.ts';
import type { LogPlace as _waybill_webhook_v1_LogPlace, LogPlace__Output as _waybill_webhook_v1_LogPlace__Output } from './waybill/webhook/v1/LogPlace.ts';
import type { PreviewReplayRequest as _waybill_webhook_v1_PreviewReplayRequest, PreviewReplayRequest__Output as _waybill_webhook_v1_PreviewReplayRequest__Output } from './waybill/webhook/v1/PreviewReplayRequest.ts';
import type { ReadLogReply as _waybill_webhook_v1_ReadLogReply, ReadLogReply__Output as _waybill_webhook_v1_ReadLogReply__Output } from './waybill/webhook/v1/ReadLogReply.ts';
import type { ReadLogRequest as _waybill_webhook_v1_ReadLogRequest, ReadLogRequest__Output as _waybill_webhook_v1_ReadLogRequest__Output } from './waybill/webhook/v1/ReadLogRequest.ts';
import type { ReplayRequest as _waybill_webhook_v1_ReplayRequest, ReplayRequest__Output as _waybill_webhook_v1_ReplayRequest__Output } from './waybill/webhook/v1/ReplayRequest.ts';
import type { SubscriptionRequest as _waybill_webhook_v1_SubscriptionRequest, SubscriptionRequest__Output as _waybill_webhook_v1_SubscriptionRequest__Output } from './waybill/webhook/v1/SubscriptionRequest.ts';
import type { TestSubscriptionRequest as _waybill_webhook_v1_TestSubscriptionRequest, TestSubscriptionRequest__Output as _waybill_webhook_v1_TestSubscriptionRequest__Output } from './waybill/webhook/v1/TestSubscriptionRequest.ts';
import type { UpdateSubscriptionRequest as _waybill_webhook_v1_UpdateSubscriptionRequest, UpdateSubscriptionRequest__Output as _waybill_webhook_v1_UpdateSubscriptionRequest__Output } from './waybill/webhook/v1/UpdateSubscriptionRequest.ts';
import type { WebhookServiceClient as _waybill_webhook_v1_WebhookServiceClient, WebhookServiceDefinition as _waybill_webhook_v1_WebhookServiceDefinition } from './waybill/webhook/v1/WebhookService.ts';

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
    webhook: {
      v1: {
        CreateReplayRequest: MessageTypeDefinition<_waybill_webhook_v1_CreateReplayRequest, _waybill_webhook_v1_CreateReplayRequest__Output>
        CreateSubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_CreateSubscriptionRequest, _waybill_webhook_v1_CreateSubscriptionRequest__Output>
        DeliveryRequest: MessageTypeDefinition<_waybill_webhook_v1_DeliveryRequest, _waybill_webhook_v1_DeliveryRequest__Output>
        FindLogPlaceRequest: MessageTypeDefinition<_waybill_webhook_v1_FindLogPlaceRequest, _waybill_webhook_v1_FindLogPlaceRequest__Output>
        GetEventRequest: MessageTypeDefinition<_waybill_webhook_v1_GetEventRequest, _waybill_webhook_v1_GetEventRequest__Output>
        ListDeliveriesRequest: MessageTypeDefinition<_waybill_webhook_v1_ListDeliveriesRequest, _waybill_webhook_v1_ListDeliveriesRequest__Output>
        ListEventsRequest: MessageTypeDefinition<_waybill_webhook_v1_ListEventsRequest, _waybill_webhook_v1_ListEventsRequest__Output>
        ListLogEndsReply: MessageTypeDefinition<_waybill_webhook_v1_ListLogEndsReply, _waybill_webhook_v1_ListLogEndsReply__Output>
        ListLogEndsRequest: MessageTypeDefinition<_waybill_webhook_v1_ListLogEndsRequest, _waybill_webhook_v1_ListLogEndsRequest__Output>
        ListReplaysRequest: MessageTypeDefinition<_waybill_webhook_v1_ListReplaysRequest, _waybill_webhook_v1_ListReplaysRequest__Output>
        ListSubscriptionsRequest: MessageTypeDefinition<_waybill_webhook_v1_ListSubscriptionsRequest, _waybill_webhook_v1_ListSubscriptionsRequest__Output>
        LogPlace: MessageTypeDefinition<_waybill_webhook_v1_LogPlace, _waybill_webhook_v1_LogPlace__Output>
        PreviewReplayRequest: MessageTypeDefinition<_waybill_webhook_v1_PreviewReplayRequest, _waybill_webhook_v1_PreviewReplayRequest__Output>
        ReadLogReply: MessageTypeDefinition<_waybill_webhook_v1_ReadLogReply, _waybill_webhook_v1_ReadLogReply__Output>
        ReadLogRequest: MessageTypeDefinition<_waybill_webhook_v1_ReadLogRequest, _waybill_webhook_v1_ReadLogRequest__Output>
        ReplayRequest: MessageTypeDefinition<_waybill_webhook_v1_ReplayRequest, _waybill_webhook_v1_ReplayRequest__Output>
        SubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_SubscriptionRequest, _waybill_webhook_v1_SubscriptionRequest__Output>
        TestSubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_TestSubscriptionRequest, _waybill_webhook_v1_TestSubscriptionRequest__Output>
        UpdateSubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_UpdateSubscriptionRequest, _waybill_webhook_v1_UpdateSubscriptionRequest__Output>
        WebhookService: SubtypeConstructor<typeof grpc.Client, _waybill_webhook_v1_WebhookServiceClient> & { service: _waybill_webhook_v1_WebhookServiceDefinition }
      }
    }
  }
}

