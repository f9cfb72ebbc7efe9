import { explainExposure } from '@waybill/chassis/config/exposure'

/**
 * Where webhooks may go beside public https addresses: to receivers on this machine, unless others can reach the API. They
 * could otherwise make Waybill call what listens here on loopback only.
 */
export function localReceivers(api: { HOST: string; WAYBILL_PUBLIC_URL?: string }): {
  allowedCidrs: string[]
  allowHttp: boolean
} {
  const isOwn = explainExposure(api) === null
  return { allowedCidrs: isOwn ? ['127.0.0.0/8', '::1/128'] : [], allowHttp: isOwn }
}
