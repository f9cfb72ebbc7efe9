import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';
import type { CreateSubscriptionRequest as _waybill_webhook_v1_CreateSubscriptionRequest, CreateSubscriptionRequest__Output as _waybill_webhook_v1_CreateSubscriptionRequest__Output } from './waybill/webhook/v1/CreateSubscriptionRequest.ts';
import type { ListSubscriptionsRequest as _waybill_webhook_v1_ListSubscriptionsRequest, ListSubscriptionsRequest__Output as _waybill_webhook_v1_ListSubscriptionsRequest__Output } from './waybill/webhook/v1/ListSubscriptionsRequest.ts';
import type { TestSubscriptionRequest as _waybill_webhook_v1_TestSubscriptionRequest, TestSubscriptionRequest__Output as _waybill_webhook_v1_TestSubscriptionRequest__Output } from './waybill/webhook/v1/TestSubscriptionRequest.ts';
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
        Page: MessageTypeDefinition<_waybill_common_v1_Page, _waybill_common_v1_Page__Output>
        Parcel: MessageTypeDefinition<_waybill_common_v1_Parcel, _waybill_common_v1_Parcel__Output>
      }
    }
    webhook: {
      v1: {
        CreateSubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_CreateSubscriptionRequest, _waybill_webhook_v1_CreateSubscriptionRequest__Output>
        ListSubscriptionsRequest: MessageTypeDefinition<_waybill_webhook_v1_ListSubscriptionsRequest, _waybill_webhook_v1_ListSubscriptionsRequest__Output>
        TestSubscriptionRequest: MessageTypeDefinition<_waybill_webhook_v1_TestSubscriptionRequest, _waybill_webhook_v1_TestSubscriptionRequest__Output>
        WebhookService: SubtypeConstructor<typeof grpc.Client, _waybill_webhook_v1_WebhookServiceClient> & { service: _waybill_webhook_v1_WebhookServiceDefinition }
      }
    }
  }
}

