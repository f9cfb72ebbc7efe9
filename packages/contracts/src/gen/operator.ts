import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from './waybill/common/v1/Address.ts';
import type { Answer as _waybill_common_v1_Answer, Answer__Output as _waybill_common_v1_Answer__Output } from './waybill/common/v1/Answer.ts';
import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from './waybill/common/v1/Context.ts';
import type { FilePart as _waybill_common_v1_FilePart, FilePart__Output as _waybill_common_v1_FilePart__Output } from './waybill/common/v1/FilePart.ts';
import type { ListFilters as _waybill_common_v1_ListFilters, ListFilters__Output as _waybill_common_v1_ListFilters__Output } from './waybill/common/v1/ListFilters.ts';
import type { Page as _waybill_common_v1_Page, Page__Output as _waybill_common_v1_Page__Output } from './waybill/common/v1/Page.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from './waybill/common/v1/Parcel.ts';
import type { CountReply as _waybill_operator_v1_CountReply, CountReply__Output as _waybill_operator_v1_CountReply__Output } from './waybill/operator/v1/CountReply.ts';
import type { DescribeErasureRequest as _waybill_operator_v1_DescribeErasureRequest, DescribeErasureRequest__Output as _waybill_operator_v1_DescribeErasureRequest__Output } from './waybill/operator/v1/DescribeErasureRequest.ts';
import type { ErasureDescription as _waybill_operator_v1_ErasureDescription, ErasureDescription__Output as _waybill_operator_v1_ErasureDescription__Output } from './waybill/operator/v1/ErasureDescription.ts';
import type { HeldRows as _waybill_operator_v1_HeldRows, HeldRows__Output as _waybill_operator_v1_HeldRows__Output } from './waybill/operator/v1/HeldRows.ts';
import type { ListOutboxReply as _waybill_operator_v1_ListOutboxReply, ListOutboxReply__Output as _waybill_operator_v1_ListOutboxReply__Output } from './waybill/operator/v1/ListOutboxReply.ts';
import type { ListOutboxRequest as _waybill_operator_v1_ListOutboxRequest, ListOutboxRequest__Output as _waybill_operator_v1_ListOutboxRequest__Output } from './waybill/operator/v1/ListOutboxRequest.ts';
import type { ListParkedReply as _waybill_operator_v1_ListParkedReply, ListParkedReply__Output as _waybill_operator_v1_ListParkedReply__Output } from './waybill/operator/v1/ListParkedReply.ts';
import type { ListParkedRequest as _waybill_operator_v1_ListParkedRequest, ListParkedRequest__Output as _waybill_operator_v1_ListParkedRequest__Output } from './waybill/operator/v1/ListParkedRequest.ts';
import type { ListStuckReply as _waybill_operator_v1_ListStuckReply, ListStuckReply__Output as _waybill_operator_v1_ListStuckReply__Output } from './waybill/operator/v1/ListStuckReply.ts';
import type { ListStuckRequest as _waybill_operator_v1_ListStuckRequest, ListStuckRequest__Output as _waybill_operator_v1_ListStuckRequest__Output } from './waybill/operator/v1/ListStuckRequest.ts';
import type { OperatorServiceClient as _waybill_operator_v1_OperatorServiceClient, OperatorServiceDefinition as _waybill_operator_v1_OperatorServiceDefinition } from './waybill/operator/v1/OperatorService.ts';
import type { OutboxEvent as _waybill_operator_v1_OutboxEvent, OutboxEvent__Output as _waybill_operator_v1_OutboxEvent__Output } from './waybill/operator/v1/OutboxEvent.ts';
import type { ParkedEvent as _waybill_operator_v1_ParkedEvent, ParkedEvent__Output as _waybill_operator_v1_ParkedEvent__Output } from './waybill/operator/v1/ParkedEvent.ts';
import type { ParkedRequest as _waybill_operator_v1_ParkedRequest, ParkedRequest__Output as _waybill_operator_v1_ParkedRequest__Output } from './waybill/operator/v1/ParkedRequest.ts';
import type { ReplayOutboxRequest as _waybill_operator_v1_ReplayOutboxRequest, ReplayOutboxRequest__Output as _waybill_operator_v1_ReplayOutboxRequest__Output } from './waybill/operator/v1/ReplayOutboxRequest.ts';
import type { StuckKind as _waybill_operator_v1_StuckKind, StuckKind__Output as _waybill_operator_v1_StuckKind__Output } from './waybill/operator/v1/StuckKind.ts';
import type { StuckThing as _waybill_operator_v1_StuckThing, StuckThing__Output as _waybill_operator_v1_StuckThing__Output } from './waybill/operator/v1/StuckThing.ts';

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
    operator: {
      v1: {
        CountReply: MessageTypeDefinition<_waybill_operator_v1_CountReply, _waybill_operator_v1_CountReply__Output>
        DescribeErasureRequest: MessageTypeDefinition<_waybill_operator_v1_DescribeErasureRequest, _waybill_operator_v1_DescribeErasureRequest__Output>
        ErasureDescription: MessageTypeDefinition<_waybill_operator_v1_ErasureDescription, _waybill_operator_v1_ErasureDescription__Output>
        HeldRows: MessageTypeDefinition<_waybill_operator_v1_HeldRows, _waybill_operator_v1_HeldRows__Output>
        ListOutboxReply: MessageTypeDefinition<_waybill_operator_v1_ListOutboxReply, _waybill_operator_v1_ListOutboxReply__Output>
        ListOutboxRequest: MessageTypeDefinition<_waybill_operator_v1_ListOutboxRequest, _waybill_operator_v1_ListOutboxRequest__Output>
        ListParkedReply: MessageTypeDefinition<_waybill_operator_v1_ListParkedReply, _waybill_operator_v1_ListParkedReply__Output>
        ListParkedRequest: MessageTypeDefinition<_waybill_operator_v1_ListParkedRequest, _waybill_operator_v1_ListParkedRequest__Output>
        ListStuckReply: MessageTypeDefinition<_waybill_operator_v1_ListStuckReply, _waybill_operator_v1_ListStuckReply__Output>
        ListStuckRequest: MessageTypeDefinition<_waybill_operator_v1_ListStuckRequest, _waybill_operator_v1_ListStuckRequest__Output>
        /**
         * Operator functions that every service offers, through the gateway's admin port. They cover all environments unless the
         * context names one.
         */
        OperatorService: SubtypeConstructor<typeof grpc.Client, _waybill_operator_v1_OperatorServiceClient> & { service: _waybill_operator_v1_OperatorServiceDefinition }
        OutboxEvent: MessageTypeDefinition<_waybill_operator_v1_OutboxEvent, _waybill_operator_v1_OutboxEvent__Output>
        ParkedEvent: MessageTypeDefinition<_waybill_operator_v1_ParkedEvent, _waybill_operator_v1_ParkedEvent__Output>
        ParkedRequest: MessageTypeDefinition<_waybill_operator_v1_ParkedRequest, _waybill_operator_v1_ParkedRequest__Output>
        ReplayOutboxRequest: MessageTypeDefinition<_waybill_operator_v1_ReplayOutboxRequest, _waybill_operator_v1_ReplayOutboxRequest__Output>
        StuckKind: MessageTypeDefinition<_waybill_operator_v1_StuckKind, _waybill_operator_v1_StuckKind__Output>
        StuckThing: MessageTypeDefinition<_waybill_operator_v1_StuckThing, _waybill_operator_v1_StuckThing__Output>
      }
    }
  }
}

