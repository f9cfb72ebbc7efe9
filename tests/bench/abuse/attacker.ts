/**
 * One environment at its worst, in a separate process: every key sends new shipments at its full rate and follows one on as
 * many streams as it may, without reading them. Arguments: base URL, shipment id, tokens.
 */
import { get } from 'node:http'
import { aShipmentDocument } from '@waybill/testing/builders'
import autocannon from 'autocannon'

const [baseUrl = '', shipmentId = '', ...tokens] = process.argv.slice(2)
const PER_KEY = { requestsPerSecond: 120, connections: 8, streams: 100 }
const ENDLESS_SECONDS = 3_600

for (const token of tokens) {
  const headers = { authorization: `Bearer ${token}` }
  for (let count = 0; count < PER_KEY.streams; count++) {
    const request = get(`${baseUrl}/api/v1/shipments/${shipmentId}/stream`, { headers, agent: false })
    request.on('response', (response) => response.pause()).on('error', () => {})
  }
  void autocannon({
    url: `${baseUrl}/api/v1/shipments`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(aShipmentDocument()),
    connections: PER_KEY.connections,
    overallRate: PER_KEY.requestsPerSecond,
    duration: ENDLESS_SECONDS,
  })
}
