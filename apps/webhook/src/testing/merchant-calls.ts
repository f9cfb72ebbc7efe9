/** The calls of a merchant, with parsed answers. */
import { eventually } from '@waybill/testing/eventually'
import { expect } from 'vitest'
import { type Caller, callContext, type TestService, toBytes } from './webhook-service.ts'

type Client = Pick<TestService, 'client'>
type CallDetails = Parameters<typeof callContext>[1]
type Filters = { status?: string; event?: string; event_ids?: string[]; limit?: number; cursor?: string }

export function subscriptionCalls({ client }: Client) {
  return {
    async get(caller: Caller, subscription_id: string) {
      const answer = await client.GetSubscription({ context: callContext(caller), subscription_id })
      return { ...JSON.parse(answer.body.toString()).data, etag: answer.etag }
    },
    async update(caller: Caller, subscription_id: string, change: object, call: CallDetails = {}) {
      const context = callContext(caller, call)
      const answer = await client.UpdateSubscription({ context, subscription_id, document: toBytes(change) })
      const { status, etag, replayed } = answer
      return { status, etag, replayed, ...JSON.parse(answer.body.toString()) }
    },
    remove: (caller: Caller, subscription_id: string, call: CallDetails = {}) =>
      client.DeleteSubscription({ context: callContext(caller, call), subscription_id }),
    async rotate(caller: Caller, subscription_id: string, call: CallDetails = {}) {
      const answer = await client.RotateSecret({ context: callContext(caller, call), subscription_id })
      return { status: answer.status, bytes: answer.body, ...JSON.parse(answer.body.toString()) }
    },
  }
}

export function deliveryCalls({ client }: Client) {
  const list = async (
    caller: Caller,
    subscription_id: string,
    { limit = 0, cursor = '', ...filters }: Filters = {},
  ) => {
    const page = { limit, cursor }
    const answer = await client.ListDeliveries({ context: callContext(caller), subscription_id, page, ...filters })
    return JSON.parse(answer.body.toString())
  }
  return {
    list,
    async get(caller: Caller, delivery_id: string) {
      const answer = await client.GetDelivery({ context: callContext(caller), delivery_id })
      return JSON.parse(answer.body.toString()).data
    },
    async redeliver(caller: Caller, delivery_id: string, call: CallDetails = {}) {
      const answer = await client.Redeliver({ context: callContext(caller, call), delivery_id })
      return { status: answer.status, replayed: answer.replayed, ...JSON.parse(answer.body.toString()) }
    },
    /** Waits until the subscription has one delivery, in this status, and returns it. */
    theDelivery: (caller: Caller, subscription_id: string, status: string) =>
      eventually(async () => {
        const { data } = await list(caller, subscription_id)
        expect(data.map((delivery: { status: string }) => delivery.status)).toEqual([status])
        return data[0]
      }),
  }
}

export function replayCalls({ client }: Client) {
  return {
    async create(caller: Caller, subscription_id: string, document: object, call: CallDetails = {}) {
      const context = callContext(caller, call)
      const answer = await client.CreateReplay({ context, subscription_id, document: toBytes(document) })
      return { status: answer.status, ...JSON.parse(answer.body.toString()) }
    },
    async preview(
      caller: Caller,
      subscription_id: string,
      period: { since?: string; until?: string; events?: string[] },
    ) {
      const answer = await client.PreviewReplay({ context: callContext(caller), subscription_id, ...period })
      return JSON.parse(answer.body.toString()).data
    },
    async get(caller: Caller, subscription_id: string, replay_id: string) {
      const answer = await client.GetReplay({ context: callContext(caller), subscription_id, replay_id })
      return JSON.parse(answer.body.toString()).data
    },
    async list(caller: Caller, subscription_id: string, { limit = 0, cursor = '', status = '' } = {}) {
      const page = { limit, cursor }
      const answer = await client.ListReplays({ context: callContext(caller), subscription_id, page, status })
      return JSON.parse(answer.body.toString())
    },
    async cancel(caller: Caller, subscription_id: string, replay_id: string) {
      const answer = await client.CancelReplay({ context: callContext(caller), subscription_id, replay_id })
      return { status: answer.status, ...JSON.parse(answer.body.toString()) }
    },
  }
}
