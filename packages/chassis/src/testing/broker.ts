import { topology as ownTopology, type Topology } from '@waybill/contracts/events/topology'
import { testNamespace, testRabbitUrl } from '@waybill/testing/services'
import { deleteRabbitTopology } from '../messaging/rabbit/bus.ts'

export interface TestBroker {
  url: string
  /** Prefix of the names of exchanges and queues. */
  namespace: string
  topology: Topology
  /** Deletes the exchanges and queues of the namespace; no error when nothing was declared. */
  drop(): Promise<void>
}

/** A unique namespace on the broker. Nothing is declared until a bus connects. */
export function createTestBroker(options: { topology?: Topology } = {}): TestBroker {
  const { topology = ownTopology } = options
  const at = { url: testRabbitUrl(), namespace: testNamespace(), topology }
  return { ...at, drop: () => deleteRabbitTopology(at) }
}
