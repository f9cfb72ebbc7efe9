import { testConformance } from '@waybill/carriers/testing/conformance-test'
import { simulatedTestCarriers } from '../testing/conformance.ts'

for (const carrier of simulatedTestCarriers) testConformance(carrier)
