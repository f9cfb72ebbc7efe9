import { testConformance } from '@waybill/carriers/testing/conformance-test'
import { ownFleetTestCarrier } from '../testing/fleet-conformance.ts'

testConformance(ownFleetTestCarrier)
