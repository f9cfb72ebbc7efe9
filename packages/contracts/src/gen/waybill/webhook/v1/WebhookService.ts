// Original file: protos/waybill/webhook/v1/webhook.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { CreateSubscriptionRequest as _waybill_webhook_v1_CreateSubscriptionRequest, CreateSubscriptionRequest__Output as _waybill_webhook_v1_CreateSubscriptionRequest__Output } from '../../../waybill/webhook/v1/CreateSubscriptionRequest.ts';
import type { ListSubscriptionsRequest as _waybill_webhook_v1_ListSubscriptionsRequest, ListSubscriptionsRequest__Output as _waybill_webhook_v1_ListSubscriptionsRequest__Output } from '../../../waybill/webhook/v1/ListSubscriptionsRequest.ts';
import type { TestSubscriptionRequest as _waybill_webhook_v1_TestSubscriptionRequest, TestSubscriptionRequest__Output as _waybill_webhook_v1_TestSubscriptionRequest__Output } from '../../../waybill/webhook/v1/TestSubscriptionRequest.ts';

export interface WebhookServiceClient extends grpc.Client {
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
}

export interface WebhookServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_CreateSubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  ListSubscriptions: grpc.handleUnaryCall<_waybill_webhook_v1_ListSubscriptionsRequest__Output, _waybill_common_v1_Answer>;
  
  TestSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_TestSubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface WebhookServiceDefinition extends grpc.ServiceDefinition {
  CreateSubscription: MethodDefinition<_waybill_webhook_v1_CreateSubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_CreateSubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  ListSubscriptions: MethodDefinition<_waybill_webhook_v1_ListSubscriptionsRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ListSubscriptionsRequest__Output, _waybill_common_v1_Answer__Output>
  TestSubscription: MethodDefinition<_waybill_webhook_v1_TestSubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_TestSubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
}
