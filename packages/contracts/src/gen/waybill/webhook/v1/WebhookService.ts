// Original file: protos/waybill/webhook/v1/webhook.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from '../../../waybill/common/v1/Answer.ts';
import type { CreateReplayRequest as _waybill_webhook_v1_CreateReplayRequest, CreateReplayRequest__Output as _waybill_webhook_v1_CreateReplayRequest__Output } from '../../../waybill/webhook/v1/CreateReplayRequest.ts';
import type { CreateSubscriptionRequest as _waybill_webhook_v1_CreateSubscriptionRequest, CreateSubscriptionRequest__Output as _waybill_webhook_v1_CreateSubscriptionRequest__Output } from '../../../waybill/webhook/v1/CreateSubscriptionRequest.ts';
import type { DeliveryRequest as _waybill_webhook_v1_DeliveryRequest, DeliveryRequest__Output as _waybill_webhook_v1_DeliveryRequest__Output } from '../../../waybill/webhook/v1/DeliveryRequest.ts';
import type { FindLogPlaceRequest as _waybill_webhook_v1_FindLogPlaceRequest, FindLogPlaceRequest__Output as _waybill_webhook_v1_FindLogPlaceRequest__Output } from '../../../waybill/webhook/v1/FindLogPlaceRequest.ts';
import type { GetEventRequest as _waybill_webhook_v1_GetEventRequest, GetEventRequest__Output as _waybill_webhook_v1_GetEventRequest__Output } from '../../../waybill/webhook/v1/GetEventRequest.ts';
import type { ListDeliveriesRequest as _waybill_webhook_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _waybill_webhook_v1_ListDeliveriesRequest__Output } from '../../../waybill/webhook/v1/ListDeliveriesRequest.ts';
import type { ListEventsRequest as _waybill_webhook_v1_ListEventsRequest, ListEventsRequest__Output as _waybill_webhook_v1_ListEventsRequest__Output } from '../../../waybill/webhook/v1/ListEventsRequest.ts';
import type { ListLogEndsReply as _waybill_webhook_v1_ListLogEndsReply, ListLogEndsReply__Output as _waybill_webhook_v1_ListLogEndsReply__Output } from '../../../waybill/webhook/v1/ListLogEndsReply.ts';
import type { ListLogEndsRequest as _waybill_webhook_v1_ListLogEndsRequest, ListLogEndsRequest__Output as _waybill_webhook_v1_ListLogEndsRequest__Output } from '../../../waybill/webhook/v1/ListLogEndsRequest.ts';
import type { ListReplaysRequest as _waybill_webhook_v1_ListReplaysRequest, ListReplaysRequest__Output as _waybill_webhook_v1_ListReplaysRequest__Output } from '../../../waybill/webhook/v1/ListReplaysRequest.ts';
import type { ListSubscriptionsRequest as _waybill_webhook_v1_ListSubscriptionsRequest, ListSubscriptionsRequest__Output as _waybill_webhook_v1_ListSubscriptionsRequest__Output } from '../../../waybill/webhook/v1/ListSubscriptionsRequest.ts';
import type { LogPlace as _waybill_webhook_v1_LogPlace, LogPlace__Output as _waybill_webhook_v1_LogPlace__Output } from '../../../waybill/webhook/v1/LogPlace.ts';
import type { PreviewReplayRequest as _waybill_webhook_v1_PreviewReplayRequest, PreviewReplayRequest__Output as _waybill_webhook_v1_PreviewReplayRequest__Output } from '../../../waybill/webhook/v1/PreviewReplayRequest.ts';
import type { ReadLogReply as _waybill_webhook_v1_ReadLogReply, ReadLogReply__Output as _waybill_webhook_v1_ReadLogReply__Output } from '../../../waybill/webhook/v1/ReadLogReply.ts';
import type { ReadLogRequest as _waybill_webhook_v1_ReadLogRequest, ReadLogRequest__Output as _waybill_webhook_v1_ReadLogRequest__Output } from '../../../waybill/webhook/v1/ReadLogRequest.ts';
import type { ReplayRequest as _waybill_webhook_v1_ReplayRequest, ReplayRequest__Output as _waybill_webhook_v1_ReplayRequest__Output } from '../../../waybill/webhook/v1/ReplayRequest.ts';
import type { SubscriptionRequest as _waybill_webhook_v1_SubscriptionRequest, SubscriptionRequest__Output as _waybill_webhook_v1_SubscriptionRequest__Output } from '../../../waybill/webhook/v1/SubscriptionRequest.ts';
import type { TestSubscriptionRequest as _waybill_webhook_v1_TestSubscriptionRequest, TestSubscriptionRequest__Output as _waybill_webhook_v1_TestSubscriptionRequest__Output } from '../../../waybill/webhook/v1/TestSubscriptionRequest.ts';
import type { UpdateSubscriptionRequest as _waybill_webhook_v1_UpdateSubscriptionRequest, UpdateSubscriptionRequest__Output as _waybill_webhook_v1_UpdateSubscriptionRequest__Output } from '../../../waybill/webhook/v1/UpdateSubscriptionRequest.ts';

export interface WebhookServiceClient extends grpc.Client {
  CancelReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelReplay(argument: _waybill_webhook_v1_ReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CancelReplay(argument: _waybill_webhook_v1_ReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelReplay(argument: _waybill_webhook_v1_ReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  cancelReplay(argument: _waybill_webhook_v1_ReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  CreateReplay(argument: _waybill_webhook_v1_CreateReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateReplay(argument: _waybill_webhook_v1_CreateReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateReplay(argument: _waybill_webhook_v1_CreateReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateReplay(argument: _waybill_webhook_v1_CreateReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createReplay(argument: _waybill_webhook_v1_CreateReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createReplay(argument: _waybill_webhook_v1_CreateReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createReplay(argument: _waybill_webhook_v1_CreateReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createReplay(argument: _waybill_webhook_v1_CreateReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  CreateSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  createSubscription(argument: _waybill_webhook_v1_CreateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  DeleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  DeleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  deleteSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * For streams of events.
   * Where a reader of the log goes on. Fails if events after it may have been deleted.
   */
  FindLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  FindLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  FindLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  FindLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  /**
   * For streams of events.
   * Where a reader of the log goes on. Fails if events after it may have been deleted.
   */
  findLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  findLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  findLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  findLogPlace(argument: _waybill_webhook_v1_FindLogPlaceRequest, callback: grpc.requestCallback<_waybill_webhook_v1_LogPlace__Output>): grpc.ClientUnaryCall;
  
  GetDelivery(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _waybill_webhook_v1_DeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _waybill_webhook_v1_DeliveryRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _waybill_webhook_v1_DeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _waybill_webhook_v1_DeliveryRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetEvent(argument: _waybill_webhook_v1_GetEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetEvent(argument: _waybill_webhook_v1_GetEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetEvent(argument: _waybill_webhook_v1_GetEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetEvent(argument: _waybill_webhook_v1_GetEventRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getEvent(argument: _waybill_webhook_v1_GetEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getEvent(argument: _waybill_webhook_v1_GetEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getEvent(argument: _waybill_webhook_v1_GetEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getEvent(argument: _waybill_webhook_v1_GetEventRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReplay(argument: _waybill_webhook_v1_ReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetReplay(argument: _waybill_webhook_v1_ReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReplay(argument: _waybill_webhook_v1_ReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReplay(argument: _waybill_webhook_v1_ReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getReplay(argument: _waybill_webhook_v1_ReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  GetSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _waybill_webhook_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _waybill_webhook_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_webhook_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_webhook_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _waybill_webhook_v1_ListEventsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_webhook_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_webhook_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_webhook_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _waybill_webhook_v1_ListEventsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * How far the logs of many environments go, in one call.
   */
  ListLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  ListLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  ListLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  ListLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  /**
   * How far the logs of many environments go, in one call.
   */
  listLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  listLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  listLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  listLogEnds(argument: _waybill_webhook_v1_ListLogEndsRequest, callback: grpc.requestCallback<_waybill_webhook_v1_ListLogEndsReply__Output>): grpc.ClientUnaryCall;
  
  ListReplays(argument: _waybill_webhook_v1_ListReplaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListReplays(argument: _waybill_webhook_v1_ListReplaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListReplays(argument: _waybill_webhook_v1_ListReplaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListReplays(argument: _waybill_webhook_v1_ListReplaysRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listReplays(argument: _waybill_webhook_v1_ListReplaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listReplays(argument: _waybill_webhook_v1_ListReplaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listReplays(argument: _waybill_webhook_v1_ListReplaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listReplays(argument: _waybill_webhook_v1_ListReplaysRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  ListSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  listSubscriptions(argument: _waybill_webhook_v1_ListSubscriptionsRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  PreviewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PreviewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PreviewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  PreviewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  previewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  previewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  previewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  previewReplay(argument: _waybill_webhook_v1_PreviewReplayRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  /**
   * The next events of a log.
   */
  ReadLog(argument: _waybill_webhook_v1_ReadLogRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  ReadLog(argument: _waybill_webhook_v1_ReadLogRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  ReadLog(argument: _waybill_webhook_v1_ReadLogRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  ReadLog(argument: _waybill_webhook_v1_ReadLogRequest, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  /**
   * The next events of a log.
   */
  readLog(argument: _waybill_webhook_v1_ReadLogRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  readLog(argument: _waybill_webhook_v1_ReadLogRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  readLog(argument: _waybill_webhook_v1_ReadLogRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  readLog(argument: _waybill_webhook_v1_ReadLogRequest, callback: grpc.requestCallback<_waybill_webhook_v1_ReadLogReply__Output>): grpc.ClientUnaryCall;
  
  Redeliver(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _waybill_webhook_v1_DeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _waybill_webhook_v1_DeliveryRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _waybill_webhook_v1_DeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _waybill_webhook_v1_DeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _waybill_webhook_v1_DeliveryRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  RotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _waybill_webhook_v1_SubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  TestSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  testSubscription(argument: _waybill_webhook_v1_TestSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
  UpdateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  UpdateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  updateSubscription(argument: _waybill_webhook_v1_UpdateSubscriptionRequest, callback: grpc.requestCallback<_waybill_common_v1_Answer__Output>): grpc.ClientUnaryCall;
  
}

export interface WebhookServiceHandlers extends grpc.UntypedServiceImplementation {
  CancelReplay: grpc.handleUnaryCall<_waybill_webhook_v1_ReplayRequest__Output, _waybill_common_v1_Answer>;
  
  CreateReplay: grpc.handleUnaryCall<_waybill_webhook_v1_CreateReplayRequest__Output, _waybill_common_v1_Answer>;
  
  CreateSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_CreateSubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  DeleteSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * For streams of events.
   * Where a reader of the log goes on. Fails if events after it may have been deleted.
   */
  FindLogPlace: grpc.handleUnaryCall<_waybill_webhook_v1_FindLogPlaceRequest__Output, _waybill_webhook_v1_LogPlace>;
  
  GetDelivery: grpc.handleUnaryCall<_waybill_webhook_v1_DeliveryRequest__Output, _waybill_common_v1_Answer>;
  
  GetEvent: grpc.handleUnaryCall<_waybill_webhook_v1_GetEventRequest__Output, _waybill_common_v1_Answer>;
  
  GetReplay: grpc.handleUnaryCall<_waybill_webhook_v1_ReplayRequest__Output, _waybill_common_v1_Answer>;
  
  GetSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  ListDeliveries: grpc.handleUnaryCall<_waybill_webhook_v1_ListDeliveriesRequest__Output, _waybill_common_v1_Answer>;
  
  ListEvents: grpc.handleUnaryCall<_waybill_webhook_v1_ListEventsRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * How far the logs of many environments go, in one call.
   */
  ListLogEnds: grpc.handleUnaryCall<_waybill_webhook_v1_ListLogEndsRequest__Output, _waybill_webhook_v1_ListLogEndsReply>;
  
  ListReplays: grpc.handleUnaryCall<_waybill_webhook_v1_ListReplaysRequest__Output, _waybill_common_v1_Answer>;
  
  ListSubscriptions: grpc.handleUnaryCall<_waybill_webhook_v1_ListSubscriptionsRequest__Output, _waybill_common_v1_Answer>;
  
  PreviewReplay: grpc.handleUnaryCall<_waybill_webhook_v1_PreviewReplayRequest__Output, _waybill_common_v1_Answer>;
  
  /**
   * The next events of a log.
   */
  ReadLog: grpc.handleUnaryCall<_waybill_webhook_v1_ReadLogRequest__Output, _waybill_webhook_v1_ReadLogReply>;
  
  Redeliver: grpc.handleUnaryCall<_waybill_webhook_v1_DeliveryRequest__Output, _waybill_common_v1_Answer>;
  
  RotateSecret: grpc.handleUnaryCall<_waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  TestSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_TestSubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
  UpdateSubscription: grpc.handleUnaryCall<_waybill_webhook_v1_UpdateSubscriptionRequest__Output, _waybill_common_v1_Answer>;
  
}

export interface WebhookServiceDefinition extends grpc.ServiceDefinition {
  CancelReplay: MethodDefinition<_waybill_webhook_v1_ReplayRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ReplayRequest__Output, _waybill_common_v1_Answer__Output>
  CreateReplay: MethodDefinition<_waybill_webhook_v1_CreateReplayRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_CreateReplayRequest__Output, _waybill_common_v1_Answer__Output>
  CreateSubscription: MethodDefinition<_waybill_webhook_v1_CreateSubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_CreateSubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  DeleteSubscription: MethodDefinition<_waybill_webhook_v1_SubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  FindLogPlace: MethodDefinition<_waybill_webhook_v1_FindLogPlaceRequest, _waybill_webhook_v1_LogPlace, _waybill_webhook_v1_FindLogPlaceRequest__Output, _waybill_webhook_v1_LogPlace__Output>
  GetDelivery: MethodDefinition<_waybill_webhook_v1_DeliveryRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_DeliveryRequest__Output, _waybill_common_v1_Answer__Output>
  GetEvent: MethodDefinition<_waybill_webhook_v1_GetEventRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_GetEventRequest__Output, _waybill_common_v1_Answer__Output>
  GetReplay: MethodDefinition<_waybill_webhook_v1_ReplayRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ReplayRequest__Output, _waybill_common_v1_Answer__Output>
  GetSubscription: MethodDefinition<_waybill_webhook_v1_SubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  ListDeliveries: MethodDefinition<_waybill_webhook_v1_ListDeliveriesRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ListDeliveriesRequest__Output, _waybill_common_v1_Answer__Output>
  ListEvents: MethodDefinition<_waybill_webhook_v1_ListEventsRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ListEventsRequest__Output, _waybill_common_v1_Answer__Output>
  ListLogEnds: MethodDefinition<_waybill_webhook_v1_ListLogEndsRequest, _waybill_webhook_v1_ListLogEndsReply, _waybill_webhook_v1_ListLogEndsRequest__Output, _waybill_webhook_v1_ListLogEndsReply__Output>
  ListReplays: MethodDefinition<_waybill_webhook_v1_ListReplaysRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ListReplaysRequest__Output, _waybill_common_v1_Answer__Output>
  ListSubscriptions: MethodDefinition<_waybill_webhook_v1_ListSubscriptionsRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_ListSubscriptionsRequest__Output, _waybill_common_v1_Answer__Output>
  PreviewReplay: MethodDefinition<_waybill_webhook_v1_PreviewReplayRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_PreviewReplayRequest__Output, _waybill_common_v1_Answer__Output>
  ReadLog: MethodDefinition<_waybill_webhook_v1_ReadLogRequest, _waybill_webhook_v1_ReadLogReply, _waybill_webhook_v1_ReadLogRequest__Output, _waybill_webhook_v1_ReadLogReply__Output>
  Redeliver: MethodDefinition<_waybill_webhook_v1_DeliveryRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_DeliveryRequest__Output, _waybill_common_v1_Answer__Output>
  RotateSecret: MethodDefinition<_waybill_webhook_v1_SubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_SubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  TestSubscription: MethodDefinition<_waybill_webhook_v1_TestSubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_TestSubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
  UpdateSubscription: MethodDefinition<_waybill_webhook_v1_UpdateSubscriptionRequest, _waybill_common_v1_Answer, _waybill_webhook_v1_UpdateSubscriptionRequest__Output, _waybill_common_v1_Answer__Output>
}
