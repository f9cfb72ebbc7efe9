import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallBatch as _waybill_common_v1_CallBatch, CallBatch__Output as _waybill_common_v1_CallBatch__Output } from './waybill/common/v1/CallBatch.ts';
import type { GatheredCall as _waybill_common_v1_GatheredCall, GatheredCall__Output as _waybill_common_v1_GatheredCall__Output } from './waybill/common/v1/GatheredCall.ts';
import type { GatheredCallsClient as _waybill_common_v1_GatheredCallsClient, GatheredCallsDefinition as _waybill_common_v1_GatheredCallsDefinition } from './waybill/common/v1/GatheredCalls.ts';
import type { GatheredReply as _waybill_common_v1_GatheredReply, GatheredReply__Output as _waybill_common_v1_GatheredReply__Output } from './waybill/common/v1/GatheredReply.ts';
import type { ReplyBatch as _waybill_common_v1_ReplyBatch, ReplyBatch__Output as _waybill_common_v1_ReplyBatch__Output } from './waybill/common/v1/ReplyBatch.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  waybill: {
    common: {
      v1: {
        CallBatch: MessageTypeDefinition<_waybill_common_v1_CallBatch, _waybill_common_v1_CallBatch__Output>
        GatheredCall: MessageTypeDefinition<_waybill_common_v1_GatheredCall, _waybill_common_v1_GatheredCall__Output>
        /**
         * Sends calls that wait at the same time in one message, which pays the overhead of a call only once. Every server
         * offers this service. Replies and errors are those of the individual calls.
         */
        GatheredCalls: SubtypeConstructor<typeof grpc.Client, _waybill_common_v1_GatheredCallsClient> & { service: _waybill_common_v1_GatheredCallsDefinition }
        GatheredReply: MessageTypeDefinition<_waybill_common_v1_GatheredReply, _waybill_common_v1_GatheredReply__Output>
        ReplyBatch: MessageTypeDefinition<_waybill_common_v1_ReplyBatch, _waybill_common_v1_ReplyBatch__Output>
      }
    }
  }
}

