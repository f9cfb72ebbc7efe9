import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

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

