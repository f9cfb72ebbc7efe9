import { fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'

/** Older than every retry of the services while nothing fails, such as that of a label whose fetch was cut short. */
const AFTER_SECONDS = 120

/** A finding for each thing that `waybill admin doctor` lists, and for each service that it cannot ask. */
export async function askDoctor({ admin_url, admin_token }: Sandbox): Promise<string[]> {
  const response = await fetch(new URL(`/admin/stuck?after_seconds=${AFTER_SECONDS}`, admin_url), {
    headers: { authorization: `Bearer ${admin_token}` },
  })
  if (response.status !== 200) return [`the doctor was answered ${response.status}`]
  const { data } = (await response.json()) as {
    data: {
      things: Record<'service' | 'kind' | 'id' | 'why', string>[]
      unasked: { service: string; reason: string }[]
    }
  }
  return [
    ...data.things.map(({ service, kind, id, why }) => `${service}: ${kind} ${id} is stuck: ${why}`),
    ...data.unasked.map(({ service, reason }) => `${service} could not be asked for stuck work: ${reason}`),
  ]
}
